import type { Writable } from 'node:stream';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { differenceText } from '../../../preload/contract/texts/verify-text.ts';
import type { VerifyProgressView, VerifyView } from '../../../preload/contract/views/verify-view.ts';
import { writeCsv } from '../csv/write-csv.ts';
import type { FileDifference } from '../custody/compare-folder.ts';
import type { VerifyReport } from '../custody/verify.ts';
import type { VerifyJob } from '../custody/verify-on-thread.ts';
import { verifyOnThread } from '../custody/verify-on-thread.ts';

const differenceColumns = ['Path', 'Difference', 'Details'];
/** A spreadsheet is read by people, so it has the window's words. */
const differenceLabels: Readonly<Record<FileDifference['kind'], string>> = {
  missing: 'missing',
  changed: 'changed',
  unreadable: 'unreadable',
  'not-in-receipt': 'not in receipt',
};

/** The receipt that a person verifies in the window: one at a time. */
export class ReceiptVerifications {
  readonly #onProgress: (progress: VerifyProgressView) => void;
  #running = new AbortController();
  #differences: readonly FileDifference[] = [];
  #folders: readonly string[] = [];

  constructor(onProgress: (progress: VerifyProgressView) => void) {
    this.#onProgress = onProgress;
  }

  /** Ends the one before. Fails with stopped if it is cancelled. */
  async verify(job: VerifyJob): Promise<Result<VerifyView>> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    this.#differences = [];
    this.#folders = job.options.against === undefined ? [] : [job.options.against];
    const verified = await verifyOnThread(
      job,
      ({ phase, itemsDone, itemsTotal }) => {
        if (!running.signal.aborted) this.#onProgress({ phase, itemsDone, itemsTotal });
      },
      running.signal,
    );
    if (!verified.ok) return verified;
    if (running.signal.aborted) return failure('stopped');
    this.#differences = verified.value.differences;
    return success(verifyViewOf(job.path, verified.value.report));
  }

  cancel(): void {
    this.#running.abort();
  }

  /** The folder of the last comparison. */
  comparedFolders(): readonly string[] {
    return this.#folders;
  }

  /** Writes the differences of the last comparison. Ends `file`. */
  writeDifferences(file: Writable): Promise<Result<undefined>> {
    const rows = this.#differences.map(({ path, kind, reason }) => [
      path,
      differenceLabels[kind],
      differenceText(reason),
    ]);
    return writeCsv(differenceColumns, rows, file);
  }
}

function verifyViewOf(path: string, report: VerifyReport): VerifyView {
  const { upload, totals, against } = report;
  return {
    path,
    uploadId: upload.id,
    serverUrl: upload.serverUrl,
    isSandbox: upload.sandbox,
    databaseName: upload.databaseName,
    datasetName: upload.datasetName,
    user: upload.user,
    hostName: upload.machine.hostName,
    issuedAt: report.issuedAt,
    items: report.items,
    bytes: totals.received.bytes,
    outcomes: totals,
    head: report.head,
    proof: report.proof,
    signer: report.signer && { ...report.signer },
    timestamp: report.timestamp,
    headMatches: report.headMatches,
    problems: [...report.problems],
    mismatches: [...report.mismatches],
    limits: [...report.limits],
    comparison: against && { ...against, differences: [...against.differences] },
  };
}
