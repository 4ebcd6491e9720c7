import type { Failure, Result } from '../../../preload/contract/failures/failure.ts';
import { type Month, monthKey } from './months.ts';

/** Past months don't change, so they are kept until the window closes. */
export interface MonthlyCache<Value> {
  readonly get: (scope: string, month: Month) => Value | undefined;
  readonly set: (scope: string, month: Month, value: Value) => void;
}

export function createMonthlyCache<Value>(): MonthlyCache<Value> {
  const values = new Map<string, Value>();
  const keyOf = (scope: string, month: Month) => `${monthKey(month)} ${scope}`;
  return {
    get: (scope, month) => values.get(keyOf(scope, month)),
    set: (scope, month, value) => {
      values.set(keyOf(scope, month), value);
    },
  };
}

export interface Months<Value> {
  /** By the month's key. */
  readonly values: ReadonlyMap<string, Value>;
  readonly isComplete: boolean;
  /** Why no more months arrive. */
  readonly failure: Failure | null;
}

export interface MonthsRequest<Value> {
  /** Whose months: part of the cache's key. */
  readonly scope: string;
  /** Oldest first. The newest arrive first. */
  readonly months: readonly Month[];
  readonly current: Month;
  readonly fetchMonth: (month: Month) => Promise<Result<Value>>;
  readonly cache: MonthlyCache<Value>;
}

/** One month after the other, because the platform has no operation for several, and limits requests. */
export async function* loadMonths<Value>({
  scope,
  months,
  current,
  fetchMonth,
  cache,
}: MonthsRequest<Value>): AsyncGenerator<Months<Value>, void, undefined> {
  const values = new Map<string, Value>();
  const isPast = (month: Month) => monthKey(month) < monthKey(current);
  for (const month of months) {
    const known = isPast(month) ? cache.get(scope, month) : undefined;
    if (known !== undefined) values.set(monthKey(month), known);
  }
  yield { values: new Map(values), isComplete: values.size === months.length, failure: null };
  for (const month of months.toReversed()) {
    if (values.has(monthKey(month))) continue;
    const answer = await fetchMonth(month);
    if (!answer.ok) return yield { values: new Map(values), isComplete: false, failure: answer.failure };
    values.set(monthKey(month), answer.value);
    if (isPast(month)) cache.set(scope, month, answer.value);
    yield { values: new Map(values), isComplete: values.size === months.length, failure: null };
  }
}
