import { describe, expect, test } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { creationScopeOf, datasetCreation, nextCreationStep, sourceFileCreation } from './creation-retry.ts';
import { scopeOf } from './outcome.ts';
import { newSpentBudget } from './retry-budget.ts';

describe('a failure stops', () => {
  const answered = { operation: 'x', status: 400 };
  const strange = { operation: 'x', reason: { kind: 'no-answer' } } as const;
  test.each([
    [failure('stopped'), 'stopped', 'stopped'],
    [failure('key-refused', answered), 'upload', 'upload'],
    [failure('unexpected-answer', strange), 'upload', 'upload'],
    [failure('forbidden', answered), 'item', 'upload'],
    [failure('not-found', answered), 'item', 'upload'],
    [failure('cap-reached', answered), 'item', 'upload'],
    [failure('refused', answered), 'item', 'item'],
    [failure('outcome-unknown', strange), 'item', 'item'],
  ])('%j', ({ failure: reason }, scope, creationScope) => {
    expect(scopeOf(reason)).toBe(scope);
    expect(creationScopeOf(reason)).toBe(creationScope);
  });
});

describe('a creation after', () => {
  const lost = failure('outcome-unknown', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const strange = failure('unexpected-answer', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const forbidden = failure('forbidden', { operation: 'x', status: 403 }).failure;

  test.each([
    ['a lost answer', datasetCreation, lost, { kind: 'retry', waitMs: 500 }],
    ['a lost answer', sourceFileCreation, lost, { kind: 'retry', waitMs: 500 }],
    ['a strange answer', datasetCreation, strange, { kind: 'give-up', scope: 'upload' }],
    ['a strange answer', sourceFileCreation, strange, { kind: 'retry', waitMs: 500 }],
    ['a refusal', sourceFileCreation, forbidden, { kind: 'give-up', scope: 'upload' }],
  ])('%s', (_what, policy, refusal, step) => {
    expect(nextCreationStep(policy, refusal, newSpentBudget(0), 0, () => 1)).toMatchObject(step);
  });

  test.each(['unexpected-fields', 'empty'] as const)(
    'an answer of the platform itself that is %s twice stops the upload: each may leave one behind',
    (problem) => {
      const reason = { kind: 'unreadable', status: 201, problem } as const;
      const wrong = failure('outcome-unknown', { operation: 'x', reason }).failure;
      for (const policy of [datasetCreation, sourceFileCreation]) {
        const first = nextCreationStep(policy, wrong, newSpentBudget(0), 0, () => 1);
        expect(first.kind).toBe('retry');
        if (first.kind !== 'retry') continue;
        expect(nextCreationStep(policy, wrong, first.spent, 1, () => 1)).toEqual({
          kind: 'give-up',
          scope: 'upload',
          attempts: 2,
        });
      }
    },
  );

  test('lost answers only waits longer and longer, then stops the upload', () => {
    let spent = newSpentBudget(0);
    const waits: number[] = [];
    for (;;) {
      const step = nextCreationStep(datasetCreation, lost, spent, 0, () => 1);
      if (step.kind === 'give-up') {
        expect(step).toEqual({ kind: 'give-up', scope: 'upload', attempts: 8 });
        break;
      }
      waits.push(step.waitMs);
      spent = step.spent;
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000]);
  });
});
