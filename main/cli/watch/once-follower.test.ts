import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { exitCodeOf } from '../exit-code.ts';
import { OnceFollower } from './once-follower.ts';

const path = '/missing';
const noPasswords = failure('password-file-unreadable', { path, errno: 'ENOENT' });
const noFolder = failure('source-missing', { path });
test.each([
  ['password file', [noPasswords], 3],
  ['folder', [noFolder], 1],
  ['folder, beside one without its password file', [noFolder, noPasswords], 1],
])('a rule that starts without its %s', (_, refusals, code) => {
  const refused = refusals.map(({ failure: reason }) => ({ rule: 'Inbox', failure: reason }));
  const outcome = new OnceFollower().outcome([], refused, 0);
  expect(outcome === null ? null : exitCodeOf(outcome)).toBe(code);
});
