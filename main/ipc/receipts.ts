import { failure, success } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface ReceiptsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'chooseFolder' | 'chooseSavePath'>;
  readonly now?: () => Date;
}

type Names =
  | 'receipts.chooseFile'
  | 'receipts.chooseFolder'
  | 'receipts.verify'
  | 'receipts.cancelVerification'
  | 'receipts.exportDifferences';

/**
 * Verifies a receipt that a person chose. Main keeps the paths: the window can neither name one nor use one that was chosen
 * here for anything else, such as an upload.
 */
export function receiptHandlers({
  engine,
  dialogs,
  now = () => new Date(),
}: ReceiptsDependencies): Handlers<Names> {
  let receipt: string | null = null;
  let folder: string | null = null;
  return {
    async 'receipts.chooseFile'() {
      const path = await dialogs.chooseFile(dialogWords.chooseReceipt, dialogWords.receipts, ['json']);
      if (path === null) return success(null);
      receipt = path;
      return success({ path });
    },
    async 'receipts.chooseFolder'() {
      const path = await dialogs.chooseFolder(dialogWords.chooseCompareFolder);
      if (path === null) return success(null);
      folder = path;
      return success({ path });
    },
    async 'receipts.verify'({ compareFolder, key, head }) {
      if (receipt === null || (compareFolder && folder === null)) return failure('source-not-granted');
      return engine.call('receipts.verify', {
        path: receipt,
        against: compareFolder ? folder : null,
        key,
        head,
      });
    },
    'receipts.cancelVerification': () => engine.call('receipts.cancelVerification', undefined),
    async 'receipts.exportDifferences'() {
      const name = suggestedFileName(fileNames.differences(now()), 'csv');
      const path = await dialogs.chooseSavePath(dialogWords.exportDifferences, name, 'csv');
      if (path === null) return success(null);
      const written = await engine.call('receipts.exportDifferences', { path });
      return written.ok ? success({ path }) : written;
    },
  };
}
