import type { DatabaseBillingRecord } from '../../../preload/contract/platform/records.ts';
import type { CreditUsage } from './month-summary.tsx';

/** The sum of several databases. Returns null in the base form of the interface, which has none. */
export function sumCredits(usages: readonly DatabaseBillingRecord['creditUsage'][]): CreditUsage | null {
  const reported = usages.filter((usage) => usage != null);
  if (reported.length === 0) return null;
  const sum = (name: keyof CreditUsage) => reported.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { total: sum('total'), prepaid: sum('prepaid'), onDemand: sum('onDemand') };
}
