import { expect, it } from 'vitest';
import { isInvitationExpired } from './record-facts.ts';

const nowMs = Date.UTC(2026, 10, 22);

it.each([
  { expired: true, expiration: '2027-01-01T00:00:00Z', is: true },
  { expired: false, expiration: '2020-01-01T00:00:00Z', is: false },
  { expiration: '2026-11-21T23:59:59Z', is: true },
  { expired: null, expiration: '2026-11-22T00:00:01Z', is: false },
  { expiration: 'soon', is: false },
  { is: false },
])('an invitation with $expired and $expiration is expired: $is', ({ is, ...invitation }) => {
  expect(isInvitationExpired(invitation, nowMs)).toBe(is);
});
