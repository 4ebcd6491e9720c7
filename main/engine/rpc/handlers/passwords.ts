import { success } from '../../../../preload/contract/failures/failure.ts';
import { readPasswords } from '../../intake/passwords/read-passwords.ts';
import {
  addAndTryPasswords,
  cancelTrial,
  clearPasswords,
  summarizeLockedFiles,
  tryUploadPasswords,
  writeLockedList,
} from '../../uploads/prepare/locked-files.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Locked files and their passwords, which stay in this process. */
export function passwordHandlers({
  core,
  engine,
  publisher,
  queries,
}: HandlerContext): HandlersOf<'passwords'> {
  const never = new AbortController().signal;
  return {
    'passwords.summary': ({ uploadId }) => {
      const upload = engine.upload(uploadId);
      return upload.ok ? success(summarizeLockedFiles(core, uploadId)) : upload;
    },
    'passwords.files': async ({ uploadId, ...query }) =>
      success(await queries.query('lockedFiles', uploadId, query)),
    'passwords.add': ({ uploadId, passwords }) => addAndTryPasswords(core, uploadId, passwords),
    'passwords.addFrom': async ({ uploadId, path }) => {
      const read = await readPasswords(path, core.sources, never);
      return read.ok ? addAndTryPasswords(core, uploadId, read.value) : read;
    },
    'passwords.clear': ({ uploadId }) => {
      const cleared = clearPasswords(core, uploadId);
      publisher.changed(uploadId);
      return cleared;
    },
    'passwords.try': ({ uploadId, trySlowFiles }) =>
      core.tasks.run((closing) => tryUploadPasswords(core, uploadId, closing, { trySlowFiles })),
    'passwords.cancel': ({ uploadId }) => cancelTrial(core, uploadId),
    'passwords.writeList': ({ uploadId, path, format }) =>
      engine.saveFile(path, (file) => writeLockedList(core, uploadId, format, file)),
  };
}
