/** Why a source is waited for, in plain English. */
import { errnoText } from './errno-text.ts';
import type { UnavailableReason, UnavailableSource } from './unavailable-source.ts';

/** A clause without a full stop. */
export function unavailableReasonText(reason: UnavailableReason): string {
  switch (reason.kind) {
    case 'missing':
      return 'not there';
    case 'replaced':
      return "empty, or a different volume (its files aren't there)";
    case 'unreadable':
      return `can't be read (${errnoText(reason.errno)})`;
    case 'not-answering':
      return 'not answering';
  }
}

/** "Waiting for /mnt/ev: not there" */
export function unavailableSourceText({ path, reason }: Pick<UnavailableSource, 'path' | 'reason'>): string {
  return `Waiting for ${path}: ${unavailableReasonText(reason)}`;
}
