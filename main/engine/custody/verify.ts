/** Verifies that a JSON receipt is intact and, if a folder is given, compares it with the files there. */
import { type Result, success } from '../../../preload/contract/failure.ts';
import type { VerifyProblem } from '../../../preload/contract/verify-text.ts';
import { compareFolder, type Difference, type FolderComparison } from './compare-folder.ts';
import type { ReceiptTotals, ReceiptUpload } from './receipt.ts';
import { receiptLines } from './receipt-lines.ts';
import { createReceiptReader, type ReceiptReader } from './receipt-reader.ts';
import type { VerifyProgress } from './verify-progress.ts';

export interface VerifyOptions {
  readonly against?: string | undefined;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Called for every difference. The report has the first thousand. */
  readonly onDifference?: ((difference: Difference) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface VerifyReport {
  readonly upload: ReceiptUpload;
  readonly totals: ReceiptTotals;
  readonly items: number;
  readonly head: string;
  readonly issuedAt: string | null;
  /** Whether the receipt is as it was written and explains every file. */
  readonly intact: boolean;
  readonly problems: readonly VerifyProblem[];
  readonly against: FolderComparison | null;
}

export async function verifyReceipt(
  path: string,
  options: VerifyOptions = {},
): Promise<Result<VerifyReport>> {
  const { against, onProgress, onDifference, signal } = options;
  const reader = createReceiptReader(path);
  const read = await readAll(path, reader, onProgress, signal);
  if (!read.ok) return read;
  const check = reader.end();
  if (!check.ok) return check;
  const { upload, totals, items, head, issuedAt, problems } = check.value;
  const compared =
    against === undefined
      ? success(null)
      : await compareFolder({
          receipt: path,
          folder: against,
          items,
          roots: upload.sources,
          onProgress: onProgress ?? (() => undefined),
          onDifference: onDifference ?? (() => undefined),
          signal,
        });
  if (!compared.ok) return compared;
  return success({
    upload,
    totals,
    items,
    head,
    issuedAt,
    intact: problems.length === 0,
    problems,
    against: compared.value,
  });
}

async function readAll(
  path: string,
  reader: ReceiptReader,
  onProgress: VerifyOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Result<void>> {
  for await (const batch of receiptLines(path, signal)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const wrong = reader.line(line);
      if (wrong !== null) return { ok: false, failure: wrong };
    }
    onProgress?.({ phase: 'receipt', itemsDone: reader.itemsRead(), itemsTotal: null, bytesDone: 0 });
  }
  return success(undefined);
}
