import { writeFileAtomically } from '../../store/atomic-file.ts';
import type { UploadId } from '../../types/ids.ts';
import { writeItemsCsv, writeUploadsCsv } from '../exports.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Files that a person saves. */
export function receiptHandlers({
  core: { stateDir },
  engine,
  publisher,
}: HandlerContext): HandlersOf<'receipts' | 'exports'> {
  return {
    'receipts.write': ({ uploadId, format, path }) =>
      writeFileAtomically(path, (file) => engine.writeReceipt(uploadId as UploadId, format, file)),
    'exports.items': ({ path, ...query }) =>
      writeFileAtomically(path, (file) => writeItemsCsv(stateDir, query, file)),
    'exports.uploads': ({ path }) =>
      writeFileAtomically(path, (file) => writeUploadsCsv(publisher.views(), file)),
  };
}
