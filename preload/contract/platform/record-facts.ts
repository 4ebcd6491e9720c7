/** What the platform's records say of people and invitations. Pure. */
import type { InvitationRecord, UserRecord } from './records.ts';

/** '' without one. */
export function fullName({ firstName, lastName }: Pick<UserRecord, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].flatMap((part) => (part?.trim() ? [part.trim()] : [])).join(' ');
}

/** The person's name, else the username or the email address. Undefined if there is none. */
export function knownName(
  person: Pick<UserRecord, 'firstName' | 'lastName' | 'username' | 'email'>,
): string | undefined {
  return [fullName(person), person.username, person.email].find((each) => each) ?? undefined;
}

/** As the platform says; where it doesn't, by the clock of this computer. */
export function isInvitationExpired(
  { expired, expiration }: Pick<InvitationRecord, 'expired' | 'expiration'>,
  nowMs: number,
): boolean {
  if (typeof expired === 'boolean') return expired;
  const endMs = Date.parse(expiration ?? '');
  return !Number.isNaN(endMs) && endMs <= nowMs;
}
