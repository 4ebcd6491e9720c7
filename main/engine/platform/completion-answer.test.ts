import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../test/fixtures/result.ts';
import { completionTimeoutMs, readCompletion } from './completion-answer.ts';
import type { Profile } from './profile.ts';
import { loadProfile } from './profile-file.ts';

const profile = unwrap(await loadProfile());
const sourceFileId = 7;
const words = () => 'Part 3 is damaged';
type Proof = Profile['completion']['proof'];

function read(status: number, body: unknown, proof: Proof = 'id-and-state') {
  return readCompletion(
    { ...profile, completion: { ...profile.completion, proof } },
    { sourceFileId, status, body, words },
  );
}

describe('a completion', () => {
  test.each([
    ['the ID and a state of the platform', 200, { data: { id: 7, state: 'PROCESSING' } }, 'complete'],
    ['a state that nobody knows', 200, { data: { id: 7, state: 'QUEUED_FOR_OCR' } }, 'complete'],
    ['202 with the ID and a state after the assembly', 202, { data: { id: 7, state: 'DONE' } }, 'complete'],
    ['the state UPLOADING', 200, { data: { id: 7, state: 'UPLOADING' } }, 'assembling'],
    ['the state ASSEMBLING', 202, { data: { id: 7, state: 'ASSEMBLING' } }, 'assembling'],
    ['202 and nothing more', 202, null, 'assembling'],
    ['202 without a state', 202, { data: { id: 7 } }, 'assembling'],
    ['the state FAILED', 200, { data: { id: 7, state: 'FAILED' } }, 'failed'],
    ['204', 204, null, 'empty'],
    ['an empty body', 200, null, 'empty'],
    ['an empty object', 200, {}, 'no-id'],
    ['no data', 200, { data: null }, 'no-id'],
    ['a list', 200, { data: [{ id: 7, state: 'PROCESSING' }] }, 'no-id'],
    ['text', 200, 'OK', 'no-id'],
    ['a state without an ID', 200, { data: { state: 'PROCESSING' } }, 'no-id'],
    ['a failure without an ID', 200, { data: { state: 'FAILED' } }, 'no-id'],
    ['another file', 200, { data: { id: 8, state: 'PROCESSING' } }, 'other-id'],
    ['another file that failed', 200, { data: { id: 8, state: 'FAILED' } }, 'other-id'],
    ['another file, accepted for later', 202, { data: { id: 8 } }, 'other-id'],
    ['no state', 200, { data: { id: 7 } }, 'no-state'],
    ['a state that is no text', 200, { data: { id: 7, state: 3 } }, 'no-state'],
  ])('with %s', (_what, status, body, expected) => {
    const answer = read(status, body);
    expect(answer.kind === 'unconfirmed' ? answer.problem : answer.kind).toBe(expected);
  });

  test.each([
    ['id', 200, { data: { id: 7 } }, 'complete'],
    ['id', 200, { data: { id: 7, state: 'UPLOADING' } }, 'assembling'],
    ['id', 200, {}, 'unconfirmed'],
    ['status', 200, {}, 'complete'],
    ['status', 204, null, 'complete'],
    ['status', 202, null, 'assembling'],
    ['status', 200, { data: { state: 'FAILED' } }, 'failed'],
    ['status', 200, { data: { id: 8 } }, 'unconfirmed'],
  ] as const)('where the profile asks for the %s: %s %j', (proof, status, body, expected) => {
    expect(read(status, body, proof).kind).toBe(expected);
  });

  test('that failed has the platform’s words', () => {
    expect(read(200, { data: { id: 7, state: 'FAILED' } })).toEqual({
      kind: 'failed',
      state: 'FAILED',
      platformMessage: 'Part 3 is damaged',
    });
  });
});

test.each([
  [1, 60_120],
  [100, 72_000],
  [10_000, 1_260_000],
])('a completion of %i parts may take %i ms', (partCount, timeoutMs) => {
  expect(completionTimeoutMs(partCount)).toBe(timeoutMs);
});
