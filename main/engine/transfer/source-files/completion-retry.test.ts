import { expect, test } from 'vitest';
import type { CompletionAnswer } from '../../platform/completion-answer.ts';
import {
  assemblyLimitMs,
  type CompletionState,
  type CompletionStep,
  firstCompletion,
  nextCompletionStep,
} from './completion-retry.ts';

const assembling: CompletionAnswer = { kind: 'assembling', state: 'ASSEMBLING' };
const empty: CompletionAnswer = { kind: 'unconfirmed', status: 204, problem: 'empty' };

/** The waits, and how it ended. Each answer comes a minute after the one before. */
function follow(answers: readonly CompletionAnswer[], partCount = 1) {
  let state: CompletionState = firstCompletion;
  const waits: number[] = [];
  for (let nth = 0; nth < 10_000; nth += 1) {
    const answer = answers[nth % answers.length] ?? empty;
    const step: CompletionStep = nextCompletionStep(state, answer, {
      partCount,
      nowMs: nth * 60_000,
      random: () => 1,
      mayBeOurs: true,
    });
    if (step.kind !== 'repeat') return { waits, end: step };
    waits.push(step.waitMs);
    ({ state } = step);
  }
  throw new Error('never ended');
}

test('a proof is the end', () => {
  expect(follow([{ kind: 'complete', state: 'PROCESSING' }]).end).toEqual({
    kind: 'accepted',
    state: 'PROCESSING',
  });
});

test.each([
  [true, { kind: 'accepted', state: null }],
  // A copy of the data folder, perhaps.
  [false, { kind: 'held', failure: { code: 'source-file-complete' } }],
])('“already complete” counts as ours if it may be: %s', (mayBeOurs, step) => {
  const facts = { partCount: 1, nowMs: 0, random: () => 1, mayBeOurs };
  expect(nextCompletionStep(firstCompletion, { kind: 'already-complete' }, facts)).toEqual(step);
});

test('an answer that proves nothing is asked for again, later and later, and then needs review', () => {
  const { waits, end } = follow([empty]);
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(end).toMatchObject({
    kind: 'held',
    failure: {
      code: 'completion-unconfirmed',
      attempts: 10,
      reason: { kind: 'unconfirmed', status: 204, problem: 'empty' },
    },
  });
});

test.each([
  [1, 3_600_000],
  [10_000, 12_600_000],
])('the assembly of %i parts is asked about for %i ms', (partCount, limitMs) => {
  expect(assemblyLimitMs(partCount)).toBe(limitMs);
  const { waits, end } = follow([assembling], partCount);
  expect(waits).toHaveLength(limitMs / 60_000);
  expect(end).toMatchObject({
    kind: 'held',
    failure: { code: 'completion-unconfirmed', reason: { kind: 'assembling', state: 'ASSEMBLING' } },
  });
});

test('a failed assembly fails the file with the platform’s words', () => {
  expect(
    follow([assembling, { kind: 'failed', state: 'FAILED', platformMessage: 'No space' }]).end,
  ).toMatchObject({
    kind: 'failed',
    failure: { code: 'assembly-failed', state: 'FAILED', platformMessage: 'No space' },
  });
});
