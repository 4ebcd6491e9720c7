/** `--json` prints one JSON object per line; the last line of an upload is `done`. */
import { printableJson } from '../../../preload/contract/texts/printable.ts';
import type { Progress, SentFile, UploadSummary } from '../../engine/index.ts';
import { progressOf } from './progress-bars.ts';

/** Every line says when (UTC). Names are exact, and escaped so that a terminal which shows the line doesn't act on them. */
export function jsonLine(event: string, fields: Readonly<Record<string, unknown>>): string {
  return `${printableJson({ event, at: new Date().toISOString(), ...fields })}\n`;
}

export function progressFields(progress: Progress): Readonly<Record<string, unknown>> {
  const { handedOver, skipped, failed, held } = progress.totals;
  const { bytes, files, share } = progressOf(progress);
  return {
    upload: progress.uploadId,
    state: progress.state,
    share,
    bytes,
    files,
    handedOver: handedOver.items,
    failed: failed.items,
    held: held.items,
    skipped: skipped.items,
    bytesPerSecond: progress.bytesPerSecond,
    timeLeft: progress.timeLeft,
    waiting: progress.waiting,
    unavailableSources: progress.unavailableSources,
    inspection: progress.inspection,
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
    exceptions: summary.exceptions,
    ...(summary.hashLists === null ? {} : { hashLists: summary.hashLists }),
  };
}

/** More would make a line that few programs can read: every file has had a line of its own, and the receipt lists all. */
export const maxDoneFiles = 1000;

/** Source files of earlier runs included. */
export function doneLine(summary: UploadSummary, files: Iterable<SentFile>): string {
  const sourceFiles: SentFile[] = [];
  for (const { id, path, state, bytes, sha1, sha256, parts, pack } of files) {
    const inPack = pack === undefined ? {} : { pack };
    sourceFiles.push({ id, path, state, bytes, sha1, sha256, parts, ...inPack });
    if (sourceFiles.length === maxDoneFiles) break;
  }
  const { accepted, handedOver } = summary.totals;
  const sourceFilesNotListed = accepted.items + handedOver.items - sourceFiles.length;
  return jsonLine('done', { ...doneFields(summary), sourceFiles, sourceFilesNotListed });
}
