import { failure, success } from '../../../../preload/contract/failures/failure.ts';
import { maxSavedReceipts } from '../../../../preload/contract/views/verify-view.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { readPrivateKey, type SigningKey } from '../../custody/signing-key.ts';
import { openKeyFile } from '../../custody/signing-key-file.ts';
import { findEnclosingSource } from '../../sources/enclosing-source.ts';
import { writeText } from '../../store/files/atomic-file.ts';
import { findSaveFolder } from '../../uploads/context/save-file.ts';
import { writeFilteredFindings, writeItemsCsv, writeUploadsCsv } from '../exports.ts';
import type { HandlerContext, HandlersOf } from '../handler-context.ts';

/** Files that a person saves. */
export function receiptHandlers({
  core,
  engine,
  publisher,
  verifications,
}: HandlerContext): Omit<HandlersOf<'receipts' | 'exports'>, 'exports.activity' | 'exports.cancelActivity'> {
  const { stateDir, sources } = core;
  return {
    'receipts.write': ({ uploadId, format, path, signingKey, timestamps }) =>
      engine.saveReceipt(uploadId, path, { format, key: keychainKey(signingKey), timestamps }),
    'receipts.saved': () => success([...engine.savedReceipts(maxSavedReceipts)]),
    'receipts.signingKey': ({ signingKey }) => {
      const key = keychainKey(signingKey);
      const opened = key === null ? openKeyFile(stateDir) : success(key);
      if (!opened.ok) return opened;
      const { fingerprint, storage } = opened.value;
      return success({ fingerprint, storage });
    },
    'receipts.verify': ({ path, against, key, head, timestampCaPem }) =>
      verifications.verify({
        path,
        options: {
          ...(against === null ? {} : { against }),
          ...(key === null ? {} : { key }),
          ...(head === null ? {} : { head }),
          ...(timestampCaPem === null ? {} : { timestampCaPem, needsTimestamp: false }),
          ownKeys: engine.signingKeys().map(({ fingerprint }) => fingerprint),
        },
      }),
    'receipts.cancelVerification': () => {
      verifications.cancel();
      return success(undefined);
    },
    'receipts.exportDifferences': async ({ path }) => {
      // It may be evidence, although no upload of this store read it.
      const enclosing = await findEnclosingSource(path, verifications.comparedFolders(), sources);
      if (enclosing !== null) return failure('output-in-source', { path, ...enclosing });
      return engine.saveFile(path, (file) => verifications.writeDifferences(file));
    },
    'exports.folder': async ({ folders }) => success(await findSaveFolder(core, folders)),
    'exports.items': ({ path, ...query }) =>
      engine.saveFile(path, (file) => writeItemsCsv(stateDir, query, file)),
    'exports.findings': ({ path, ...filter }) =>
      engine.saveFile(path, (file) => writeFilteredFindings(stateDir, filter, file)),
    'exports.uploads': ({ path }) =>
      engine.saveFile(path, (file) => writeUploadsCsv(publisher.views(), file)),
    'exports.table': ({ path, columns, rows }) =>
      engine.saveFile(path, (file) => writeCsv(columns, rows, file)),
    'exports.text': ({ path, text }) => engine.saveFile(path, (file) => writeText(file, text)),
  };
}

/** Returns null if main has none: the key of the data folder's file signs then. */
function keychainKey(pem: string | null): SigningKey | null {
  return pem === null ? null : readPrivateKey(pem, 'keychain');
}
