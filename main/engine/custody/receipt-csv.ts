/** The receipt as a table for people: one row per item, safe to open in a spreadsheet. The JSON receipt is the proof. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Result, success } from '../../../preload/contract/failure.ts';
import { writeFailure } from '../store/write-failure.ts';
import {
  type Outcome,
  type ReceiptItem,
  type ReceiptSource,
  type ReceiptUpload,
  receiptItem,
} from './receipt.ts';

const outcomeWords = {
  accepted: 'accepted',
  handedOver: 'handed to the platform',
  skipped: 'skipped',
  failed: 'failed',
  held: 'needs review',
  pending: 'pending',
} as const satisfies Record<Outcome, string>;

const columns: readonly {
  readonly name: string;
  readonly value: (item: ReceiptItem, upload: ReceiptUpload) => string | number | null;
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
  { name: 'SHA-1', value: (item) => item.sha1 },
  { name: 'MD5', value: (item) => item.md5 },
  { name: 'Source file ID', value: (item) => item.sourceFileId },
  { name: 'Parts', value: (item) => item.partCount },
  { name: 'Started (UTC)', value: (item) => item.startedAt },
  { name: 'Finished (UTC)', value: (item) => item.finishedAt },
  { name: 'Sandbox', value: (_item, upload) => (upload.sandbox ? 'yes' : 'no') },
];

export const csvHeader: readonly string[] = columns.map((column) => column.name);

/** Ends `writable`. UTF-8 with a byte order mark, CRLF, a header row. */
export async function writeReceiptCsv(source: ReceiptSource, writable: Writable): Promise<Result<void>> {
  function* rows(): Iterable<readonly string[]> {
    yield csvHeader;
    for (const record of source.items()) {
      const item = receiptItem.parse(record);
      yield columns.map((column) => safeCell(String(column.value(item, source.upload) ?? '')));
    }
  }
  try {
    await pipeline(
      Readable.from(rows()),
      stringify({ bom: true, record_delimiter: '\r\n', quoted_match: /[\r\n;\t]|^\s|\s$/ }),
      writable,
    );
  } catch (error) {
    return writeFailure(error);
  }
  return success(undefined);
}

/**
 * Puts an apostrophe before a cell that a spreadsheet would take for a formula (OWASP, "CSV injection"), even after
 * leading spaces, invisible characters or fullwidth signs. A leading apostrophe is doubled, so that two names never
 * become one.
 */
export function safeCell(text: string): string {
  return startsLikeFormula(text) || text.startsWith("'") ? `'${text}` : text;
}

/** Undoes `safeCell`. */
export function cellText(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

function startsLikeFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true;
  const first = /^[\s\p{C}\p{Z}]*(.)/u.exec(text)?.[1] ?? '';
  return /^[=+\-@\u2212]/.test(first.normalize('NFKC'));
}
