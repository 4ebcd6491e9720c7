/** How an upload ended: decided and said once, for the window and the command line. Pure. */
import type { ExceptionCounts } from '../views/exception.ts';
import type { uploadStates } from '../views/states.ts';
import {
  fileCount,
  type ProgressTotals,
  skippedTally,
  type Tally,
  totalToUpload,
} from '../views/upload-progress.ts';
import { isUnfinished } from '../views/upload-stage.ts';
import { count, plural } from './format-number.ts';

interface Ended {
  readonly totals: ProgressTotals & { readonly skipped: Tally };
  readonly cancelled: Tally;
  readonly links: number;
  readonly unreadFolders: number;
}

/** "3 files", or "3 items" where links or folders may be among them. */
export function filesOrItems(amount: number, others: number): string {
  return plural(amount, others === 0 ? 'file' : 'item');
}

/** What could not be read. Nobody knows what a folder holds. */
export function notReadText(folders: number, files = 0): string {
  const amounts = [
    ...(folders > 0 ? [plural(folders, 'unreadable folder')] : []),
    ...(files > 0 ? [plural(files, 'unreadable file')] : []),
  ];
  return amounts.join(' and ');
}

/** `files` includes the folders and links. */
export function failedFilesText(files: number, unreadFolders = 0, links = 0): string {
  return [
    ...(files > unreadFolders ? [`${filesOrItems(files - unreadFolders, links)} failed`] : []),
    ...(unreadFolders > 0 ? [notReadText(unreadFolders)] : []),
  ].join(', ');
}

export function needsReviewText(files: number, links = 0): string {
  return `${filesOrItems(files, links)} ${files === 1 ? 'needs' : 'need'} review`;
}

export function notUploadedText(files: number, links = 0): string {
  return `${filesOrItems(files, links)} ${files === 1 ? "wasn't" : "weren't"} uploaded`;
}

export function handedOverLinksText(links: number): string {
  return `${plural(links, 'link')} handed over`;
}

export type EndKind =
  | 'failed'
  | 'needs-review'
  | 'handed-over'
  | 'partly-handed-over'
  | 'skipped'
  | 'uploaded';

/** What a finished upload came to, the worst first, and its label. */
export function endOfUpload({ totals, unreadFolders, links }: Ended): {
  readonly kind: EndKind;
  readonly label: string;
} {
  const { failed, held, handedOver, accepted, skipped } = totals;
  if (failed.items > 0) return { kind: 'failed', label: failedFilesText(failed.items, unreadFolders, links) };
  if (held.items > 0) return { kind: 'needs-review', label: needsReviewText(held.items, links) };
  if (handedOver.items > 0)
    return accepted.items === 0
      ? { kind: 'handed-over', label: 'Handed over' }
      : { kind: 'partly-handed-over', label: 'Uploaded' };
  if (accepted.items === 0 && skipped.items > 0) return { kind: 'skipped', label: 'Skipped' };
  return { kind: 'uploaded', label: 'Uploaded' };
}

export interface DeliveryResult {
  readonly isComplete: boolean;
  readonly acceptedFiles: number;
  readonly totalFiles: number;
  readonly text: string;
}

/** Whether everything to be uploaded was accepted. Returns null until the upload has ended. */
export function deliveryResult(
  upload: Ended & {
    readonly state: (typeof uploadStates)[number];
    readonly exceptions: Pick<ExceptionCounts, 'locked'>;
  },
): DeliveryResult | null {
  const { totals, unreadFolders, links, cancelled, exceptions } = upload;
  if (isUnfinished(upload)) return null;
  const { accepted, handedOver, failed, held, queued, uploading } = totals;
  const hasAny = totalToUpload(upload).items > 0;
  const totalFiles = fileCount(upload);
  // Files that were waiting when it was canceled are skipped by now.
  const unsent = queued.items + uploading.items + cancelled.items;
  const missing = [
    ...(failed.items > 0 ? [failedFilesText(failed.items, unreadFolders, links)] : []),
    ...(held.items > 0 ? [needsReviewText(held.items, links)] : []),
    ...(unsent > 0 ? [notUploadedText(unsent, links)] : []),
  ];
  const complete = !hasAny
    ? allSkipped
    : handedOver.items > 0
      ? allHandedOver(accepted.items, handedOver.items)
      : allAccepted(totalFiles, skippedTally(upload).items);
  return {
    isComplete: missing.length === 0 && hasAny,
    acceptedFiles: accepted.items,
    totalFiles,
    text: `${missing.length === 0 ? complete : `Incomplete: ${missing.join(', ')}.`}${stillLockedText(exceptions.locked)}`,
  };
}

/** After the end, only files that were sent count as locked. */
function stillLockedText(files: number): string {
  return files === 0
    ? ''
    : ` ${plural(files, 'accepted file is', 'accepted files are')} locked, and no password is known to open ${files === 1 ? 'it' : 'them'}.`;
}

const allSkipped = 'The platform accepted no file: every file was skipped.';

export function allAccepted(files: number, skipped = 0): string {
  const accepted = files === 1 ? 'the file' : `all ${count(files)} files`;
  const others = skipped === 0 ? '' : ` ${plural(skipped, 'other was', 'others were')} skipped.`;
  return `Complete: the platform accepted ${accepted}.${others}`;
}

function allHandedOver(files: number, links: number): string {
  const linked = links === 1 ? 'the linked file' : `the ${count(links)} linked files`;
  const accepted = files === 0 ? '' : `The platform accepted ${plural(files, 'file')}. `;
  return `${accepted}Check in the platform that it downloaded ${linked}.`;
}
