import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { parseTimestampUrl } from '../../preload/contract/timestamp-url.ts';
import { describeCertificates } from '../app/certificates.ts';
import type { AppSettings } from '../app/settings.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { Dialogs } from '../window/dialogs.ts';
import { certificateQuestion, timestampQuestion } from '../window/trust-questions.ts';
import type { MainHandlers } from './dispatcher.ts';
import type { PathGrants } from './path-grants.ts';

export interface ReceiptsDependencies {
  readonly pathGrants: Pick<PathGrants, 'grant'>;
  readonly engine: Pick<EngineHost, 'call'>;
  readonly dialogs: Pick<Dialogs, 'confirm'>;
  readonly settings: Pick<AppSettings, 'current' | 'setTimestamps'>;
  readonly readCaFile: (path: string) => Promise<Result<string>>;
}

type Names =
  | 'receipts.verify'
  | 'receipts.saved'
  | 'receipts.chooseSaved'
  | 'receipts.setTimestampUrl'
  | 'receipts.trustTimestampCertificates'
  | 'receipts.forgetTimestampCa';

/** Receipts that a person chose, and which authorities' time stamps are asked for and trusted. */
export function receiptHandlers({
  pathGrants,
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
    'receipts.saved': () => engine.call('receipts.saved', undefined),
    // The path comes from the store, so the window names none.
    async 'receipts.chooseSaved'({ id }) {
      const saved = await engine.call('receipts.saved', undefined);
      if (!saved.ok) return saved;
      const receipt = saved.value.find((each) => each.id === id);
      if (receipt === undefined) return success(null);
      const granted = await pathGrants.grant('receipt', [receipt.path]);
      return granted.ok ? success(granted.value[0] ?? null) : granted;
    },
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
