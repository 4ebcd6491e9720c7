import { useMemo } from 'react';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type {
  DatabaseBillingRecord,
  ParentOrganizationBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { createMonthlyCache } from '../../state/billing/monthly-cache.ts';
import { type Month, monthKey, monthsUntil, shiftMonth } from '../../state/billing/months.ts';
import { call } from '../../state/bridge.ts';
import { remoteRows } from '../../state/remote-rows.ts';
import { type BilledMonth, sumMonths } from './billed-sizes.ts';
import { type LoadingMonths, useMonths } from './use-months.ts';

const organizationMonths = createMonthlyCache<readonly DatabaseBillingRecord[]>();
const databaseMonths = createMonthlyCache<DatabaseBillingRecord | null>();
const parentMonths = createMonthlyCache<ParentOrganizationBillingRecord>();

/** The months of a trend: up to the current one, or up to the chosen one where that is older. */
export function trendMonths(chosen: Month, current: Month, length: number): readonly Month[] {
  const oldest = shiftMonth(current, 1 - length);
  return monthsUntil(monthKey(chosen) < monthKey(oldest) ? chosen : current, length);
}

interface MonthsOf {
  readonly connectionId: string;
  /** Memoized. */
  readonly months: readonly Month[];
  /** Memoized. */
  readonly current: Month;
}

/** The databases of an organization in each month. */
export function useOrganizationMonths(
  organizationId: number | null,
  { connectionId, months, current }: MonthsOf,
): LoadingMonths<readonly DatabaseBillingRecord[]> {
  const request = useMemo(
    () =>
      organizationId === null
        ? null
        : {
            scope: `${connectionId} organization ${organizationId}`,
            months,
            current,
            cache: organizationMonths,
            fetchMonth: (month: Month) => fetchOrganizationMonth(connectionId, organizationId, month),
          },
    [connectionId, organizationId, months, current],
  );
  return useMonths(request);
}

async function fetchOrganizationMonth(
  connectionId: string,
  orgId: number,
  month: Month,
): Promise<Result<readonly DatabaseBillingRecord[]>> {
  let elements: readonly DatabaseBillingRecord[] = [];
  const pages = remoteRows({
    operation: 'GetOrganizationBilling',
    fetchPage: (next) =>
      call('platform.GetOrganizationBilling', { connectionId, path: { orgId }, query: { ...month }, next }),
  });
  for await (const rows of pages) {
    if (rows.failure !== null) return { ok: false, failure: rows.failure };
    elements = rows.elements;
  }
  return success(elements);
}

/** A database in each month; null for a month in which it wasn't there. */
export function useDatabaseMonths(
  databaseId: number,
  { connectionId, months, current }: MonthsOf,
): LoadingMonths<DatabaseBillingRecord | null> {
  const request = useMemo(
    () => ({
      scope: `${connectionId} database ${databaseId}`,
      months,
      current,
      cache: databaseMonths,
      fetchMonth: async (month: Month) => {
        const answer = await call('platform.GetDatabaseBilling', {
          connectionId,
          path: { databaseId },
          query: { ...month },
        });
        const isPast = monthKey(month) < monthKey(current);
        return !answer.ok && isPast && failureKind(answer.failure) === 'not-found' ? success(null) : answer;
      },
    }),
    [connectionId, databaseId, months, current],
  );
  return useMonths<DatabaseBillingRecord | null>(request);
}

/** A parent organization with its sub-organizations in each month. */
export function useParentMonths(
  orgId: number,
  { connectionId, months, current }: MonthsOf,
): LoadingMonths<ParentOrganizationBillingRecord> {
  const request = useMemo(
    () => ({
      scope: `${connectionId} parent ${orgId}`,
      months,
      current,
      cache: parentMonths,
      fetchMonth: (month: Month) =>
        call('platform.GetParentOrganizationBilling', { connectionId, path: { orgId }, query: { ...month } }),
    }),
    [connectionId, orgId, months, current],
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
