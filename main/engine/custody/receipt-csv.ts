/** The receipt as a table for people: one row per item, safe to open in a spreadsheet. The JSON receipt is the proof. */
import type { Writable } from 'node:stream';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import { type CsvValue, writeCsv } from '../csv/write-csv.ts';
import type { ItemOutcome, ReceiptItem, ReceiptSource, ReceiptUpload } from './receipt.ts';

const outcomeWords = {
  accepted: 'accepted',
  handedOver: 'handed over',
  skipped: 'skipped',
  failed: 'failed',
  held: 'needs review',
  pending: 'not finished',
} as const satisfies Record<ItemOutcome, string>;

/** Which entry of the upload's log a CSV was written at, so that it can be found in a JSON receipt. */
export interface ReceiptLog {
  readonly head: string;
  /** The fingerprint of the key that signs receipts here; null if it couldn't be read. */
  readonly signingKey: string | null;
}

const columns: readonly {
  readonly name: string;
  readonly value: (item: ReceiptItem, upload: ReceiptUpload, log: ReceiptLog) => CsvValue;
}[] = [
  { name: 'Item', value: (item) => item.id },
  { name: 'Chosen folder or file', value: (item) => item.root },
  { name: 'Path', value: (item) => item.path },
  { name: 'Path bytes (hex)', value: (item) => item.pathBytesHex },
  { name: 'Link', value: (item) => item.link },
  { name: 'Size in bytes', value: (item) => item.sizeBytes },
  { name: 'Modified (UTC)', value: (item) => item.modified },
  { name: 'Custodian', value: (item) => item.custodian },
  { name: 'Custodian assigned by', value: (item) => item.custodianFrom },
  { name: 'Outcome', value: (item) => outcomeWords[item.outcome] },
  { name: 'Reason', value: (item) => item.reasonText },
  { name: 'Reason code', value: (item) => item.reason?.code ?? null },
  { name: 'Findings', value: (item) => item.findings?.map(({ text }) => text).join(' ') ?? null },
  { name: 'Finding codes', value: (item) => item.findings?.map(({ code }) => code).join('; ') ?? null },
  { name: 'SHA-1', value: (item) => item.sha1 },
  { name: 'SHA-256', value: (item) => item.sha256 },
  { name: 'MD5', value: (item) => item.md5 },
  { name: 'Source file ID', value: (item) => item.sourceFileId },
  { name: 'Pack', value: (item) => item.pack ?? null },
  { name: 'Parts', value: (item) => item.partCount },
  { name: 'Started (UTC)', value: (item) => item.startedAt },
  { name: 'Finished (UTC)', value: (item) => item.finishedAt },
  { name: 'Sandbox', value: (_item, upload) => (upload.sandbox ? 'yes' : 'no') },
  { name: 'Log head', value: (_item, _upload, log) => log.head },
  { name: 'Signing key', value: (_item, _upload, log) => log.signingKey },
];

export const csvHeader: readonly string[] = columns.map((column) => column.name);

/** Ends `writable`. */
export function writeReceiptCsv(
  source: ReceiptSource,
  writable: Writable,
  log: ReceiptLog,
): Promise<Result<undefined>> {
  function* rows(): Iterable<readonly CsvValue[]> {
    for (const item of source.items()) yield columns.map((column) => column.value(item, source.upload, log));
  }
  return writeCsv(csvHeader, rows(), writable);
}
