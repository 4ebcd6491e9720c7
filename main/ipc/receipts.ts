import { failure, type Result } from '../../preload/contract/failures/failure.ts';
import { parseTimestampUrl } from '../../preload/contract/timestamp-url.ts';
import { describeCertificates } from '../app/certificates.ts';
import type { AppSettings } from '../app/settings.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { certificateQuestion, timestampQuestion } from '../window/trust-questions.ts';
import type { MainHandlers } from './dispatcher.ts';

export interface ReceiptsDependencies {
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly settings: Pick<AppSettings, 'current' | 'setTimestamps'>;
  readonly readCaFile: (path: string) => Promise<Result<string>>;
}

type Names =
  | 'receipts.verify'
  | 'receipts.setTimestampUrl'
  | 'receipts.trustTimestampCertificates'
  | 'receipts.forgetTimestampCa';

/** Receipts that a person chose, and which authorities' time stamps are asked for and trusted. */
export function receiptHandlers({
  engine,
  dialogs,
  settings,
  readCaFile,
}: ReceiptsDependencies): MainHandlers<Names> {
  return {
    'receipts.verify': (argument) =>
      engine.call('receipts.verify', {
        ...argument,
        timestampCaPem: settings.current.timestampCertificates,
      }),
    async 'receipts.setTimestampUrl'({ url: text }) {
      if (text.trim() === '') return settings.setTimestamps({ timestampUrl: null });
      const url = parseTimestampUrl(text);
      if (!url.ok) return url;
      if (!(await dialogs.confirm(timestampQuestion(url.value))))
        return failure('timestamp-url-not-confirmed');
      return settings.setTimestamps({ timestampUrl: url.value.href });
    },
    async 'receipts.trustTimestampCertificates'({ path }) {
      const read = await readCaFile(path);
      if (!read.ok) return read;
      const question = certificateQuestion(describeCertificates(read.value), 'timestamps');
      if (!(await dialogs.confirm(question))) return failure('certificate-not-confirmed');
      return settings.setTimestamps({ timestampCertificates: read.value });
    },
    'receipts.forgetTimestampCa': () => settings.setTimestamps({ timestampCertificates: null }),
  };
}
