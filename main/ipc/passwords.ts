import { success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface PasswordsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'chooseSavePath'>;
}

/** Files with passwords, and the list of locked files. Main passes paths on and reads neither. */
export function passwordHandlers({
  engine,
  dialogs,
}: PasswordsDependencies): Handlers<'passwords.addFile' | 'passwords.saveList'> {
  return {
    async 'passwords.addFile'({ uploadId }) {
      const { choosePasswordFile, textFiles } = dialogWords;
      const path = await dialogs.chooseFile(choosePasswordFile, textFiles, ['txt', 'csv', 'lst']);
      return path === null ? success(null) : engine.call('passwords.addFrom', { uploadId, path });
    },
    async 'passwords.saveList'({ uploadId, format }) {
      const suggested = suggestedFileName(fileNames.lockedFiles(uploadId), format);
      const path = await dialogs.chooseSavePath(dialogWords.saveLockedList, suggested, format);
      if (path === null) return success(null);
      const written = await engine.call('passwords.writeList', { uploadId, path, format });
      return written.ok ? success({ path }) : written;
    },
  };
}
