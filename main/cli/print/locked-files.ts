import {
  lockedListLine,
  lockedSummaryText,
  stillLocked,
  trialReasonText,
  trialStatusLabels,
} from '../../../preload/contract/texts/locked-file-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { LockedFilesSummary, LockedFileView } from '../../../preload/contract/views/locked-file.ts';
import type { UploadId } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import * as words from '../words/uploads.ts';

const maxListed = 20;

/** What is locked, and what passwords opened. Prints nothing if nothing is locked. With --json, one line per file. */
export function printLockedFiles(
  { output }: CliContext,
  id: UploadId | null,
  summary: LockedFilesSummary,
  files: Iterable<LockedFileView>,
): void {
  if (summary.files === 0) return;
  const { byStatus, passwords } = summary;
  output.event('locked-files', {
    upload: id,
    files: summary.files,
    bytes: summary.bytes,
    byStatus,
    passwords,
  });
  output.print('', `${printable(lockedSummaryText(summary))}.`);
  let listed = 0;
  for (const file of files) {
    const { path, type, sizeBytes, custodian, locked, status, reason } = file;
    output.event('locked-file', {
      upload: id,
      path,
      type,
      bytes: sizeBytes,
      custodian,
      locked,
      status,
      reason,
    });
    if (status === 'opened' || listed === maxListed) continue;
    listed += 1;
    const why = trialReasonText(file) ?? trialStatusLabels[status];
    output.print(`  ${printable(lockedListLine(file))}: ${printable(why)}`);
  }
  const more = stillLocked(summary) - listed;
  if (more > 0) output.print(`  ${words.moreLocked(more)}`);
}
