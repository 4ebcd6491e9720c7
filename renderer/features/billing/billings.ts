import type {
  DatabaseBillingRecord,
  OrganizationRecord,
  ParentOrganizationBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import { words } from '../../i18n/words.ts';
import { databaseRows, parentRows } from './billed-rows.ts';
import type { Billing } from './month-billing.tsx';
import { databaseMonths, organizationMonths, parentMonths } from './month-loader.ts';
import type { CreditUsage } from './month-summary.tsx';

const billingWords = words.billing;

/** An organization's databases and projects. */
export const organizationBilling = ({
  name,
}: OrganizationRecord): Billing<readonly DatabaseBillingRecord[]> => ({
  months: organizationMonths,
  subjectOf: () => name,
  failureSubject: billingWords.ofOrganization(name),
  rowsOf: databaseRows,
  isWhole: 'database',
  creditsOf: creditsOfDatabases,
  note: billingWords.sumOfPeaks,
  forecastOf: null,
});

const creditsOfDatabases = (databases: readonly DatabaseBillingRecord[]) =>
  sumCredits(databases.map(({ creditUsage }) => creditUsage));

/** A database and its projects. */
export const databaseBilling = (databaseId: number): Billing<DatabaseBillingRecord | null> => ({
  months: databaseMonths,
  subjectOf: (record) => record?.name ?? billingWords.unnamed(databaseId),
  failureSubject: billingWords.ofDatabase,
  rowsOf: rowsOfDatabase,
  isWhole: 'database',
  creditsOf: creditsOfDatabase,
  forecastOf: databaseId,
});

const rowsOfDatabase = (record: DatabaseBillingRecord | null) =>
  databaseRows(record === null ? [] : [record]);
const creditsOfDatabase = (record: DatabaseBillingRecord | null) => record?.creditUsage ?? null;

/** A parent organization with its sub-organizations, by state (extended form, platform-interface 2.6). */
export const parentBilling = ({ name }: OrganizationRecord): Billing<ParentOrganizationBillingRecord> => ({
  months: parentMonths,
  subjectOf: () => billingWords.withSubOrganizations(name),
  failureSubject: billingWords.withSubOrganizations(name),
  rowsOf: parentRows,
  isWhole: 'state',
  creditsOf: creditsOfParent,
  note: billingWords.parentHint,
});

const creditsOfParent = ({ creditUsage }: ParentOrganizationBillingRecord) => creditUsage ?? null;

/** The sum of several databases. Returns null in the base form of the interface, which has none. */
function sumCredits(usages: readonly DatabaseBillingRecord['creditUsage'][]): CreditUsage | null {
  const reported = usages.filter((usage) => usage != null);
  if (reported.length === 0) return null;
  const sum = (name: keyof CreditUsage) => reported.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { total: sum('total'), prepaid: sum('prepaid'), onDemand: sum('onDemand') };
}
