import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { words } from '../../i18n/words.ts';

/** As the platform says; where it doesn't, by the clock of this computer. Pure. */
export function isExpired({ expired, expiration }: InvitationRecord, nowMs: number): boolean {
  if (typeof expired === 'boolean') return expired;
  const endMs = Date.parse(expiration ?? '');
  return !Number.isNaN(endMs) && endMs <= nowMs;
}

export function invitationStatus(invitation: InvitationRecord) {
  return isExpired(invitation, Date.now())
    ? ({ tone: 'warn', icon: 'alert', label: words.invitations.expired } as const)
    : ({ tone: 'info', icon: 'clock', label: words.invitations.pending } as const);
}

export function invitedName({ firstName, lastName, email }: InvitationRecord): string {
  const name = [firstName, lastName].flatMap((part) => (part?.trim() ? [part.trim()] : [])).join(' ');
  return printable(name || email);
}
