import {
  type Billing,
  type MonthBilling,
  type MonthStatus,
  noSize,
  type SizePoint,
  strongestState,
  sumOf,
} from './project-billing.ts';
import type { BillingState } from './project-timeline.ts';

/**
 * platform-interface 1.5: the combined size is that of the largest project, because every complete project has all
 * documents. Any active project makes the database active; it is suspended if all are. At least one project.
 */
export function billDatabase(projects: readonly Billing[]): Billing {
  const sizes = projects.map((project) => project.monthBilling);
  return {
    monthBilling: {
      finalSize: largestOf(sizes.map((size) => size.finalSize)),
      peakSize: largestOf(sizes.map((size) => size.peakSize)),
    },
    monthStatus: mergedStatus(projects.map((project) => project.monthStatus)),
  };
}

function largestOf(sizes: readonly SizePoint[]): SizePoint {
  return sizes.reduce((largest, size) => (totalGb(size) > totalGb(largest) ? size : largest), noSize);
}

export function totalGb({ eca, standard }: SizePoint): number {
  return eca.billableGb + standard.billableGb;
}

/** Deleted projects don't hold back a change of the others. A change of all applies from the last project's. */
function mergedStatus(statuses: readonly MonthStatus[]): MonthStatus {
  const kept = statuses.filter((status) => status.finalState !== 'DELETED');
  const counted = kept.length > 0 ? kept : statuses;
  const finalState = strongestState(statuses.map((status) => status.finalState));
  const since = (field: 'suspended' | 'frozen' | 'deletionRequested' | 'deleted'): Partial<MonthStatus> => {
    const times = counted.flatMap((status) => status[field] ?? []);
    return times.length < counted.length ? {} : { [field]: Math.max(...times) };
  };
  return {
    billingState: strongestState(statuses.map((status) => status.billingState)),
    finalState,
    ...since('suspended'),
    ...since('frozen'),
    ...since('deletionRequested'),
    ...since('deleted'),
  };
}

export type AggregatedState = 'active' | 'suspended' | 'frozen';

const aggregated: Readonly<Partial<Record<BillingState, AggregatedState>>> = {
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  FROZEN: 'frozen',
};

/** ParentOrganizationBilling: the sizes of databases by how they are billed. What is deleted is not billed. */
export function aggregateDatabases(
  databases: readonly Billing[],
): Readonly<Record<AggregatedState, MonthBilling>> {
  const none: MonthBilling = { finalSize: noSize, peakSize: noSize };
  const totals: Record<AggregatedState, MonthBilling> = { active: none, suspended: none, frozen: none };
  for (const { monthBilling, monthStatus } of databases) {
    const state = aggregated[monthStatus.billingState];
    if (state === undefined) continue;
    totals[state] = {
      finalSize: sumOf(totals[state].finalSize, monthBilling.finalSize),
      peakSize: sumOf(totals[state].peakSize, monthBilling.peakSize),
    };
  }
  return totals;
}
