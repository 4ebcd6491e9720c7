import { useMemo } from 'react';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type {
  DatabaseBillingRecord,
  ParentOrganizationBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { createMonthlyCache, type MonthlyCache } from '../../state/billing/monthly-cache.ts';
import { type Month, monthKey, monthsUntil, shiftMonth } from '../../state/billing/months.ts';
import { call } from '../../state/bridge.ts';
import { listSource, remoteRows } from '../../state/remote-rows.ts';
import { type BilledMonth, sumMonths } from './billed-sizes.ts';
import { type LoadingMonths, useMonths } from './use-months.ts';

/** The months of a trend: up to the current one, or up to the chosen one where that is older. */
export function trendMonths(chosen: Month, current: Month, length: number): readonly Month[] {
  const oldest = shiftMonth(current, 1 - length);
  return monthsUntil(monthKey(chosen) < monthKey(oldest) ? chosen : current, length);
}

/** What is billed in a month, and how it is read. Constant. */
export interface BilledMonths<Value> {
  readonly operation: OperationName;
  readonly cache: MonthlyCache<Value>;
  readonly fetchMonth: (
    connectionId: string,
    id: number,
    month: Month,
    isPast: boolean,
  ) => Promise<Result<Value>>;
}

/** The databases of an organization. */
export const organizationMonths: BilledMonths<readonly DatabaseBillingRecord[]> = {
  operation: 'GetOrganizationBilling',
  cache: createMonthlyCache(),
  async fetchMonth(connectionId, orgId, month) {
    let elements: readonly DatabaseBillingRecord[] = [];
    const source = listSource('GetOrganizationBilling', {
      connectionId,
      path: { orgId },
      query: { ...month },
    });
    for await (const rows of remoteRows(source)) {
      if (rows.failure !== null) return { ok: false, failure: rows.failure };
      elements = rows.elements;
    }
    return success(elements);
  },
};

/** A database; null for a month in which it wasn't there. */
export const databaseMonths: BilledMonths<DatabaseBillingRecord | null> = {
  operation: 'GetDatabaseBilling',
  cache: createMonthlyCache(),
  async fetchMonth(connectionId, databaseId, month, isPast) {
    const argument = { connectionId, path: { databaseId }, query: { ...month } };
    const answer = await call('platform.GetDatabaseBilling', argument);
    return !answer.ok && isPast && failureKind(answer.failure) === 'not-found' ? success(null) : answer;
  },
};

/** A parent organization with its sub-organizations. */
export const parentMonths: BilledMonths<ParentOrganizationBillingRecord> = {
  operation: 'GetParentOrganizationBilling',
  cache: createMonthlyCache(),
  fetchMonth: (connectionId, orgId, month) =>
    call('platform.GetParentOrganizationBilling', { connectionId, path: { orgId }, query: { ...month } }),
};

/** `months` and `current` are memoized. */
export function useBilledMonths<Value>(
  { operation, cache, fetchMonth }: BilledMonths<Value>,
  { connectionId, id }: { readonly connectionId: string; readonly id: number },
  { months, current }: { readonly months: readonly Month[]; readonly current: Month },
): LoadingMonths<Value> {
  const request = useMemo(
    () => ({
      scope: `${connectionId} ${operation} ${id}`,
      months,
      current,
      cache,
      fetchMonth: (month: Month) => fetchMonth(connectionId, id, month, monthKey(month) < monthKey(current)),
    }),
    [connectionId, operation, cache, fetchMonth, id, months, current],
  );
  return useMonths(request);
}

/** By the month's key; null for a month without billing. */
export function billedMonths<Value>(
  values: ReadonlyMap<string, Value>,
  rowsOf: (value: Value) => readonly { readonly sizes: BilledMonth }[],
): ReadonlyMap<string, BilledMonth | null> {
  return new Map(
    [...values].map(([key, value]) => {
      const rows = rowsOf(value);
      return [key, rows.length === 0 ? null : sumMonths(rows.map(({ sizes }) => sizes))];
    }),
  );
}
