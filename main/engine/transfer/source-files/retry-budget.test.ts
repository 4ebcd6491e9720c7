import { describe, expect, test } from 'vitest';
import { newSpentBudget, spendAttempt } from './retry-budget.ts';

describe('a retry budget', () => {
  const budget = { inARow: 3, inAll: 5 };
  /** What is decided after each failure, by what had succeeded elsewhere until then. */
  const verdicts = (succeeded: readonly number[]): string[] => {
    let spent = newSpentBudget(0);
    return succeeded.map((count) => {
      const next = spendAttempt(spent, count, budget);
      spent = next.spent;
      return next.verdict;
    });
  };

  test('stops the upload while nothing else succeeds', () => {
    expect(verdicts([0, 0, 0])).toEqual(['retry', 'retry', 'upload']);
  });
  test('fails the item while others succeed', () => {
    expect(verdicts([1, 2, 3, 4, 5])).toEqual(['retry', 'retry', 'retry', 'retry', 'item']);
  });
  test('starts the row over after each success elsewhere', () => {
    expect(verdicts([0, 0, 1, 1, 1])).toEqual(['retry', 'retry', 'retry', 'retry', 'upload']);
  });
});
