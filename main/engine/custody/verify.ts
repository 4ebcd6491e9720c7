/** Verifies a JSON receipt and, if a folder is given, compares it with the files there. */
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  ReceiptMismatch,
  ReceiptProof,
  VerifyLimit,
  VerifyProblem,
} from '../../../preload/contract/texts/verify-text.ts';
import type { TimestampProof } from '../../../preload/contract/views/timestamp.ts';
import { compareFolder, type FileDifference, type FolderComparison } from './compare-folder.ts';
import type { ReceiptTotals, ReceiptUpload } from './receipt.ts';
import { receiptDigest, receiptLines } from './receipt-lines.ts';
import { type Expectations, proveReceipt, type Signer } from './receipt-proof.ts';
import { createReceiptReader, type ReceiptReader } from './receipt-reader.ts';
import { parseTrusted } from './receipt-timestamp.ts';
import type { VerifyProgress } from './verify-progress.ts';

export interface VerifyOptions extends Omit<Expectations, 'timestampTrust'> {
  /** The time-stamping authority's certificate must lead to one of these. PEM. */
  readonly timestampCaPem?: string | undefined;
  readonly against?: string | undefined;
  readonly onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Called for every difference. The report has the first thousand. */
  readonly onDifference?: ((difference: FileDifference) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface VerifyReport {
  readonly upload: ReceiptUpload;
  readonly totals: ReceiptTotals;
  readonly items: number;
  readonly head: string;
  readonly issuedAt: string | null;
  readonly proof: ReceiptProof;
  /** It is null if the receipt isn't signed, or isn't intact. */
  readonly signer: Signer | null;
  /** It is null if the receipt isn't time-stamped, or isn't intact. */
  readonly timestamp: TimestampProof | null;
  /** Whether the receipt is as it was written and explains every file. `problems` says why not. */
  readonly intact: boolean;
  readonly problems: readonly VerifyProblem[];
  /** How it isn't the receipt that was asked for. */
  readonly mismatches: readonly ReceiptMismatch[];
  /** Whether a head was asked for and the log has it: nothing was changed since that head was noted. */
  readonly headMatches: boolean;
  /** What even an intact receipt doesn't prove. */
  readonly limits: readonly VerifyLimit[];
  readonly against: FolderComparison | null;
}

export async function verifyReceipt(
  path: string,
  options: VerifyOptions = {},
): Promise<Result<VerifyReport>> {
  const { against, onProgress, onDifference, signal } = options;
  const timestampTrust = parseTrusted(options.timestampCaPem ?? null);
  if (!timestampTrust.ok) return timestampTrust;
  const reader = createReceiptReader(path, options.head);
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
          digest: read.value,
          folder: against,
          items,
          roots: upload.sources,
          moved: check.value.moved,
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
    ...proveReceipt(check.value, { ...options, timestampTrust: timestampTrust.value }),
    intact: problems.length === 0,
    problems,
    against: compared.value,
  });
}

/** Returns the digest of the whole receipt. */
async function readAll(
  path: string,
  reader: ReceiptReader,
  onProgress: VerifyOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Result<string>> {
  const digest = receiptDigest();
  for await (const batch of receiptLines(path, digest, signal)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const wrong = reader.line(line);
      if (wrong !== null) return { ok: false, failure: wrong };
    }
    onProgress?.({ phase: 'receipt', itemsDone: reader.entriesRead(), itemsTotal: null, bytesDone: 0 });
  }
  return success(digest.digest('hex'));
}
