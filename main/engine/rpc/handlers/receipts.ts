import { writeFileAtomically } from '../../store/atomic-file.ts';
import type { UploadId } from '../../types/ids.ts';
import { exportItems, exportUploads } from '../exports.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Files that a person saves. */
export function receiptHandlers({
  engine,
  queries,
  publisher,
}: HandlerContext): HandlersOf<'receipts' | 'exports'> {
  return {
    'receipts.write': ({ uploadId, format, path }) =>
      writeFileAtomically(path, (file) => engine.writeReceipt(uploadId as UploadId, format, file)),
    'exports.items': ({ path, ...query }) => exportItems(queries, path, query),
    'exports.uploads': ({ path }) => exportUploads(path, publisher.views()),
  };
}
