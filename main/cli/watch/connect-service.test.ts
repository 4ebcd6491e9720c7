import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { waitFor } from './connect-service.ts';

const url = 'https://review.example.com/';
const signIn = { kind: 'sign-in-required', status: 511 } as const;

test.each([
  ['where a sign-in page answers', failure('not-the-platform', { url, reason: signIn }), 'platform'],
  [
    'where something else answers',
    failure('unexpected-answer', { operation: 'GetCurrentUser', reason: { kind: 'redirect', status: 302 } }),
    'platform',
  ],
  ['where the server has no platform at the address', failure('not-the-platform', { url }), null],
  ['for another key', failure('key-refused', { operation: 'GetCurrentUser', status: 401 }), 'key'],
])('a service that starts waits %s: %o', (_what, { failure: reason }, kind) => {
  expect(waitFor(reason)?.kind ?? null).toBe(kind);
});
