import type { InvitationRecord } from '../../../preload/contract/platform/records.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';

/** As the platform says; where it doesn't, by the clock of this computer. Pure. */
export function isExpired({ expired, expiration }: InvitationRecord, nowMs: number): boolean {
  if (typeof expired === 'boolean') return expired;
  const endMs = Date.parse(expiration ?? '');
  return !Number.isNaN(endMs) && endMs <= nowMs;
}

export function invitedName({ firstName, lastName, email }: InvitationRecord): string {
  const name = [firstName, lastName].flatMap((part) => (part?.trim() ? [part.trim()] : [])).join(' ');
  return printable(name || email);
}
