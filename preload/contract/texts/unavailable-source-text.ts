/** Why a source is waited for, in plain English. */
import { errnoText } from '../failures/errno-text.ts';
import type { UnavailableReason, UnavailableSource } from '../views/unavailable-source.ts';

/** A phrase without a full stop. */
export function unavailableReasonText(reason: UnavailableReason): string {
  switch (reason.kind) {
    case 'missing':
      return 'not found';
    case 'replaced':
      return 'empty or replaced by another volume';
    case 'unreadable':
      return `not readable (${errnoText(reason.errno)})`;
    case 'not-answering':
      return 'not responding';
  }
}

type PathAndReason = Pick<UnavailableSource, 'path' | 'reason'>;

/** "/mnt/ev: not found" */
export function sourceProblemText({ path, reason }: PathAndReason): string {
  return `${path}: ${unavailableReasonText(reason)}`;
}

/** "Waiting for /mnt/ev: not found" */
export function unavailableSourceText(source: PathAndReason): string {
  return `Waiting for ${sourceProblemText(source)}`;
}

/** About a source in which the scan found nothing. */
export function emptySourceText(path: string): string {
  return `There are no files in ${path}. If a drive or a share belongs there, connect it and upload that folder.`;
}
