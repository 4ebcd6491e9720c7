/** What the platform's records say of people and invitations. Pure. */
import type { InvitationRecord } from './records.ts';

/** As the platform says; where it doesn't, by the clock of this computer. */
export function isInvitationExpired(
  { expired, expiration }: Pick<InvitationRecord, 'expired' | 'expiration'>,
  nowMs: number,
): boolean {
  if (typeof expired === 'boolean') return expired;
  const endMs = Date.parse(expiration ?? '');
  return !Number.isNaN(endMs) && endMs <= nowMs;
}
