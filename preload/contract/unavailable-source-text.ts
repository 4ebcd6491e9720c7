/** Why a source is waited for, in plain English. */
import { errnoText } from './errno-text.ts';
import type { UnavailableReason, UnavailableSource } from './unavailable-source.ts';

/** A clause without a full stop, after "is". */
export function unavailableReasonText(reason: UnavailableReason): string {
  switch (reason.kind) {
    case 'missing':
      return 'not there';
    case 'replaced':
      return 'empty or another volume';
    case 'unreadable':
      return `not readable (${errnoText(reason.errno)})`;
    case 'not-answering':
      return 'not answering';
  }
}

type PathAndReason = Pick<UnavailableSource, 'path' | 'reason'>;

/** "/mnt/ev: not there" */
export function sourceProblemText({ path, reason }: PathAndReason): string {
  return `${path}: ${unavailableReasonText(reason)}`;
}

/** "Waiting for /mnt/ev: not there" */
export function unavailableSourceText(source: PathAndReason): string {
  return `Waiting for ${sourceProblemText(source)}`;
}
