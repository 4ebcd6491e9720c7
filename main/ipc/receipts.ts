import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { parseTimestampUrl } from '../../preload/contract/timestamp-url.ts';
import { describeCertificates } from '../app/certificates.ts';
import type { AppSettings } from '../app/settings.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { certificateQuestion, timestampQuestion } from '../window/trust-questions.ts';
import { dialogWords, fileNames } from '../words.ts';
import type { Handlers } from './dispatcher.ts';
import { suggestedFileName } from './suggested-file-name.ts';

export interface ReceiptsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'chooseFile' | 'chooseFolder' | 'chooseSavePath' | 'confirm'>;
  readonly settings: Pick<AppSettings, 'current' | 'view' | 'setTimestamps'>;
  readonly readCaFile: (path: string) => Promise<Result<string>>;
  readonly now?: () => Date;
}

type Names =
  | 'receipts.chooseFile'
  | 'receipts.chooseFolder'
  | 'receipts.verify'
  | 'receipts.cancelVerification'
  | 'receipts.setTimestampUrl'
  | 'receipts.chooseTimestampCa'
  | 'receipts.forgetTimestampCa'
  | 'receipts.exportDifferences';

/**
 * Verifies a receipt that a person chose. Main keeps the paths: the window can neither name one nor use one that was chosen
 * here for anything else, such as an upload.
 */
export function receiptHandlers({
  engine,
  dialogs,
  settings,
  readCaFile,
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
        timestampCaPem: settings.current.timestampCertificates,
      });
    },
    async 'receipts.setTimestampUrl'({ url: text }) {
      if (text.trim() === '') return settings.setTimestamps({ timestampUrl: null });
      const url = parseTimestampUrl(text);
      if (!url.ok) return url;
      if (!(await dialogs.confirm(timestampQuestion(url.value))))
        return failure('timestamp-url-not-confirmed');
      return settings.setTimestamps({ timestampUrl: url.value.href });
    },
    async 'receipts.chooseTimestampCa'() {
      const { chooseTimestampCa, certificates } = dialogWords;
      const path = await dialogs.chooseFile(chooseTimestampCa, certificates, ['pem', 'crt', 'cer']);
      if (path === null) return success(settings.view());
      const read = await readCaFile(path);
      if (!read.ok) return read;
      const question = certificateQuestion(describeCertificates(read.value), 'timestamps');
      if (!(await dialogs.confirm(question))) return failure('certificate-not-confirmed');
      return settings.setTimestamps({ timestampCertificates: read.value });
    },
    'receipts.forgetTimestampCa': () => settings.setTimestamps({ timestampCertificates: null }),
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
