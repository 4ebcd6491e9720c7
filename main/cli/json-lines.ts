/** `--json` prints one JSON object per line; the last line of an upload is `done`. */
import type { Progress, SentFile, UploadSummary } from '../engine/index.ts';
import { progressOf } from './progress-bars.ts';

export function jsonLine(event: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ event, ...fields })}\n`;
}

export function progressFields(progress: Progress): Readonly<Record<string, unknown>> {
  const { handedOver, skipped, failed, held } = progress.totals;
  const { bytes, items, share } = progressOf(progress);
  return {
    upload: progress.uploadId,
    state: progress.state,
    share,
    bytes,
    files: items,
    handedOver: handedOver.items,
    failed: failed.items,
    held: held.items,
    skipped: skipped.items,
    bytesPerSecond: progress.bytesPerSecond,
    secondsLeft: progress.secondsLeft,
    waiting: progress.waiting,
    unavailableSources: progress.unavailableSources,
    active: progress.active.length,
  };
}

/**
 * `items` and `bytes` count what the platform accepted, `handedOver` the links that it fetches itself. `failed` includes
 * held files, which may not have been accepted.
 */
function doneFields(summary: UploadSummary): Readonly<Record<string, unknown>> {
  const { accepted, handedOver, failed, held, skipped } = summary.totals;
  return {
    upload: summary.id,
    dataset: summary.datasetId,
    items: accepted.items,
    bytes: accepted.bytes,
    handedOver: handedOver.items,
    failed: failed.items + held.items,
    skipped: skipped.items,
  };
}

/** The `done` line in pieces, so that a million source files are never in memory at once. */
export function* doneLine(summary: UploadSummary, files: Iterable<SentFile>): Generator<string> {
  const head = JSON.stringify({ event: 'done', ...doneFields(summary) });
  yield `${head.slice(0, -1)},"sourceFiles":[`;
  let separator = '';
  for (const { id, path, state, bytes, sha1, parts } of files) {
    yield separator + JSON.stringify({ id, path, state, bytes, sha1, parts });
    separator = ',';
  }
  yield ']}\n';
}
