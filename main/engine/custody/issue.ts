import type { Writable } from 'node:stream';
import type { Database } from 'better-sqlite3';
import { type Result, success } from '../../../preload/contract/failure.ts';
import type { Commits } from '../store/commits.ts';
import { eventQueries } from '../store/events.ts';
import { receiptSource } from '../store/receipt-rows.ts';
import type { Upload } from '../store/uploads.ts';
import { receiptIssued, receiptIssuedType } from './receipt.ts';
import { writeReceiptCsv } from './receipt-csv.ts';
import { writeReceiptJson } from './receipt-json.ts';

export type ReceiptFormat = 'json' | 'csv';

/**
 * Issues a receipt: the log first says what the receipt will say, then the receipt is written. Answers the log's head,
 * which belongs where the receipt is not.
 */
export async function issueReceipt(
  db: Database,
  commits: Commits,
  upload: Upload,
  format: ReceiptFormat,
  to: Writable,
  at: string,
): Promise<Result<{ readonly head: string }>> {
  const source = receiptSource(db, upload);
  const issued = commits.now(() =>
    eventQueries(db).append(upload.id, at, receiptIssuedType, receiptIssued(source)),
  );
  const written = await (format === 'json' ? writeReceiptJson(source, to) : writeReceiptCsv(source, to));
  return written.ok ? success({ head: issued.hash }) : written;
}
