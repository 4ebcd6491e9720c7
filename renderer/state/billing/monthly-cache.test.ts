import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { createMonthlyCache, loadMonths, type Months } from './monthly-cache.ts';
import { type Month, monthKey, monthsUntil } from './months.ts';

const current = { year: 2026, month: 2 };
const months = monthsUntil(current, 3);

function createLoader() {
  const cache = createMonthlyCache<string>();
  const asked: string[] = [];
  async function load(scope: string, answers: (key: string) => Result<string> = (key) => success(key)) {
    const seen: Months<string>[] = [];
    const fetchMonth = async (month: Month) => {
      asked.push(monthKey(month));
      return answers(monthKey(month));
    };
    for await (const state of loadMonths({ scope, months, current, fetchMonth, cache })) seen.push(state);
    return seen;
  }
  return { asked, load };
}

describe('the months of a trend', () => {
  it('arrive one by one, the newest first', async () => {
    const { asked, load } = createLoader();
    const seen = await load('a');
    expect(asked).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(seen.map(({ values, isComplete }) => [values.size, isComplete])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, true],
    ]);
  });

  it('are asked for once, except for the current one, which still changes', async () => {
    const { asked, load } = createLoader();
    await load('a');
    asked.length = 0;
    const seen = await load('a');
    expect(asked).toEqual(['2026-02']);
    expect(seen[0]?.values.size).toBe(2);
    expect(seen.at(-1)?.isComplete).toBe(true);
    asked.length = 0;
    await load('another database');
    expect(asked).toHaveLength(3);
  });

  it('stop at a failure, and the next attempt asks for what is missing', async () => {
    const { asked, load } = createLoader();
    const refusal = failure('forbidden', { operation: 'GetOrganizationBilling', status: 403 });
    const seen = await load('a', (key) => (key === '2025-12' ? refusal : success(key)));
    expect(seen.at(-1)).toMatchObject({ isComplete: false, failure: refusal.failure });
    expect(seen.at(-1)?.values.size).toBe(2);
    asked.length = 0;
    expect((await load('a')).at(-1)?.isComplete).toBe(true);
    expect(asked).toEqual(['2026-02', '2025-12']);
  });
});
