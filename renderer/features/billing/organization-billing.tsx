import type {
  DatabaseBillingRecord,
  OrganizationRecord,
  ParentOrganizationBillingRecord,
} from '../../../preload/contract/platform/records.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { monthKey } from '../../state/billing/months.ts';
import { databaseRows, parentRows } from './billed-rows.ts';
import { MonthBilling } from './month-billing.tsx';
import type { MonthChoice } from './month-choice.ts';
import { useDatabaseMonths, useOrganizationMonths, useParentMonths } from './month-loader.ts';
import type { CreditUsage } from './month-summary.tsx';

const billingWords = words.billing;

interface BillingProps {
  readonly connection: ConnectionView;
  readonly choice: MonthChoice;
}
type OrganizationProps = BillingProps & { readonly organization: OrganizationRecord };

/** An organization's databases and projects. */
export function OrganizationBilling({ connection, organization, choice }: OrganizationProps) {
  const { months, current } = choice;
  const loaded = useOrganizationMonths(organization.id, { connectionId: connection.id, months, current });
  return (
    <MonthBilling
      choice={choice}
      billing={{
        operation: 'GetOrganizationBilling',
        loaded,
        subject: organization.name,
        failureSubject: billingWords.ofOrganization(organization.name),
        rowsOf: databaseRows,
        isWhole: 'database',
        creditsOf: creditsOfDatabases,
        note: billingWords.sumOfPeaks,
        forecast: { serverUrl: connection.serverUrl, databaseId: null },
      }}
    />
  );
}

const creditsOfDatabases = (databases: readonly DatabaseBillingRecord[]) =>
  sumCredits(databases.map(({ creditUsage }) => creditUsage));

/** A database and its projects. */
export function DatabaseBilling({
  connection,
  databaseId,
  choice,
}: BillingProps & { readonly databaseId: number }) {
  const { months, current, month } = choice;
  const loaded = useDatabaseMonths(databaseId, { connectionId: connection.id, months, current });
  return (
    <MonthBilling
      choice={choice}
      billing={{
        operation: 'GetDatabaseBilling',
        loaded,
        subject: loaded.values.get(monthKey(month))?.name ?? billingWords.unnamed(databaseId),
        failureSubject: billingWords.ofDatabase,
        rowsOf: rowsOfDatabase,
        isWhole: 'database',
        creditsOf: creditsOfDatabase,
        forecast: { serverUrl: connection.serverUrl, databaseId },
      }}
    />
  );
}

const rowsOfDatabase = (record: DatabaseBillingRecord | null) =>
  databaseRows(record === null ? [] : [record]);
const creditsOfDatabase = (record: DatabaseBillingRecord | null) => record?.creditUsage ?? null;

/** A parent organization with its sub-organizations, by state (extended form, platform-interface 2.6). */
export function ParentBilling({ connection, organization, choice }: OrganizationProps) {
  const { months, current } = choice;
  const loaded = useParentMonths(organization.id, { connectionId: connection.id, months, current });
  return (
    <MonthBilling
      choice={choice}
      billing={{
        operation: 'GetParentOrganizationBilling',
        loaded,
        subject: billingWords.withSubOrganizations(organization.name),
        failureSubject: billingWords.withSubOrganizations(organization.name),
        rowsOf: parentRows,
        isWhole: 'state',
        creditsOf: creditsOfParent,
        note: billingWords.parentHint,
      }}
    />
  );
}

const creditsOfParent = ({ creditUsage }: ParentOrganizationBillingRecord) => creditUsage ?? null;

/** The sum of several databases. Returns null in the base form of the interface, which has none. */
function sumCredits(usages: readonly DatabaseBillingRecord['creditUsage'][]): CreditUsage | null {
  const reported = usages.filter((usage) => usage != null);
  if (reported.length === 0) return null;
  const sum = (name: keyof CreditUsage) => reported.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  return { total: sum('total'), prepaid: sum('prepaid'), onDemand: sum('onDemand') };
}
