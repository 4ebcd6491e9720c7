import { expect, test } from 'vitest';
import { createRunProfiles } from './run-profiles.ts';

const run = (sha256: string | null) => ({
  version: '0.1.0',
  ...(sha256 === null ? {} : { profile: `Profile ${sha256}`, profileSha256: sha256.repeat(64) }),
});
const of = (sha256: string) => ({ name: `Profile ${sha256}`, sha256: sha256.repeat(64) });

test.each([
  { what: 'one run', runs: ['a'], change: null },
  { what: 'runs with one profile', runs: ['a', 'a'], change: null },
  { what: 'runs of earlier versions', runs: [null, null, 'a'], change: null },
  { what: 'an edit', runs: ['a', 'b'], change: { seq: 2, from: of('a'), to: of('b') } },
  {
    what: 'an edit that was undone, the first of two',
    runs: ['a', 'a', 'b', 'a'],
    change: { seq: 3, from: of('a'), to: of('b') },
  },
  {
    what: 'an edit around the run of an earlier version',
    runs: ['a', null, 'b'],
    change: { seq: 3, from: of('a'), to: of('b') },
  },
])('the log of $what says whether the profile changed', ({ runs, change }) => {
  const profiles = createRunProfiles();
  for (const [at, sha256] of runs.entries())
    profiles.add({ seq: at + 1, type: 'upload-started', data: run(sha256) });
  expect(profiles.change()).toEqual(change);
});

test('events of other types name no profile', () => {
  const profiles = createRunProfiles();
  profiles.add({ seq: 1, type: 'upload-started', data: run('a') });
  profiles.add({ seq: 2, type: 'upload-paused', data: run('b') });
  expect(profiles.change()).toBeNull();
});
