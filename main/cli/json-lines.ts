/** design, Commands: `--json` prints one JSON object a line, and the last one is `done`. */
import type { Progress, SentFile, UploadSummary } from '../engine/index.ts';
import { acceptedBytes, acceptedFiles } from './progress-bars.ts';

export function jsonLine(event: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ event, ...fields })}\n`;
}

export function progressFields(progress: Progress): Readonly<Record<string, unknown>> {
  return {
    upload: progress.uploadId,
    state: progress.state,
    bytes: acceptedBytes(progress),
    files: acceptedFiles(progress),
    failed: progress.totals.failed.items,
    held: progress.totals.held.items,
    skipped: progress.totals['skipped'].items,
    bytesPerSecond: progress.bytesPerSecond,
    secondsLeft: progress.secondsLeft,
    waiting: progress.waiting,
    active: progress.active.length,
  };
}

/** `items` and `bytes` are what the platform has; `failed` counts what is held too: neither is known to have arrived. */
export function doneFields(summary: UploadSummary): Readonly<Record<string, unknown>> {
  const { accepted, failed, held } = summary.totals;
  return {
    upload: summary.id,
    dataset: summary.datasetId,
    items: accepted.items,
    bytes: accepted.bytes,
    failed: failed.items + held.items,
    skipped: summary.totals['skipped'].items,
  };
}

/** The `done` line in pieces: a million source files pass through, they are never all in memory. */
export function* doneLine(summary: UploadSummary, files: Iterable<SentFile>): Generator<string> {
  const head = JSON.stringify({ event: 'done', ...doneFields(summary) });
  yield `${head.slice(0, -1)},"sourceFiles":[`;
  let separator = '';
  for (const { id, path, bytes, sha1, parts } of files) {
    yield separator + JSON.stringify({ id, path, bytes, sha1, parts });
    separator = ',';
  }
  yield ']}\n';
}
