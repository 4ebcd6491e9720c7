import { useMemo, useState } from 'react';
import { failureKind } from '../../../preload/contract/failure.ts';
import type {
  DatabaseBillingRecord,
  OrganizationRecord,
} from '../../../preload/contract/platform/records.ts';
import type { ConnectionView } from '../../../preload/contract/views.ts';
import { monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { monthKey, shiftMonth } from '../../state/billing/months.ts';
import { Card } from '../../ui/card.tsx';
import { PlatformFailure } from '../../ui/platform-failure.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { billedName, databaseColumns, databaseCsvColumns } from './billing-columns.tsx';
import { sumCredits } from './credits.ts';
import { ForecastNotice } from './forecast-notice.tsx';
import type { MonthChoice } from './month-choice.ts';
import { billedMonths, useOrganizationMonths } from './month-loader.ts';
import { MonthSummary } from './month-summary.tsx';
import { MonthsProgress } from './months-progress.tsx';
import { ParentBilling } from './parent-billing.tsx';
import { SizeTable } from './size-table.tsx';
import { trendPoints } from './trend.ts';
import { TrendCard } from './trend-card.tsx';

const billingWords = words.billing;

interface OrganizationBillingProps {
  readonly connection: ConnectionView;
  readonly organization: OrganizationRecord;
  readonly choice: MonthChoice;
}

/** An organization; a parent organization with its sub-organizations, or alone. */
export function OrganizationBilling({
  isParent,
  ...props
}: OrganizationBillingProps & { readonly isParent: boolean }) {
  const [scope, setScope] = useState<'all' | 'own'>('all');
  if (!isParent) return <OwnBilling {...props} />;
  return (
    <>
      <div className="row">
        <SegmentedControl
          label={billingWords.parentScope}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'all', label: billingWords.parent },
            { value: 'own', label: billingWords.ownOnly },
          ]}
        />
      </div>
      {scope === 'own' ? (
        <OwnBilling {...props} />
      ) : (
        <ParentBilling
          connectionId={props.connection.id}
          organization={props.organization}
          choice={props.choice}
        />
      )}
    </>
  );
}

/** The month of an organization, its trend, and its databases. */
function OwnBilling({ connection, organization, choice }: OrganizationBillingProps) {
  const { month, current, months, length, onLength } = choice;
  const isCurrent = monthKey(month) === monthKey(current);
  const loaded = useOrganizationMonths(organization.id, { connectionId: connection.id, months, current });
  const sums = useMemo(() => billedMonths(loaded.values, (databases) => databases), [loaded.values]);
  const points = useMemo(() => trendPoints(months, sums), [months, sums]);
  const databases = loaded.values.get(monthKey(month));
  const sizes = sums.get(monthKey(month));
  const { failure, isLoading, reload } = loaded;
  if (failure !== null && loaded.values.size === 0) {
    return (
      <>
        <PlatformFailure
          operation="GetOrganizationBilling"
          failure={failure}
          subject={billingWords.ofOrganization(organization.name)}
          onRetry={reload}
        />
        {failureKind(failure) === 'forbidden' ? <p className="muted">{billingWords.chooseDatabase}</p> : null}
      </>
    );
  }
  return (
    <>
      <MonthsProgress loaded={loaded} total={months.length} />
      {failure === null || databases === undefined ? null : (
        <PlatformFailure
          operation="GetOrganizationBilling"
          failure={failure}
          subject={billingWords.trend}
          onRetry={reload}
        />
      )}
      {sizes == null ? null : (
        <MonthSummary
          month={month}
          isCurrent={isCurrent}
          sizes={sizes}
          before={sums.get(monthKey(shiftMonth(month, -1))) ?? null}
          credits={sumCredits((databases ?? []).map(({ creditUsage }) => creditUsage))}
        />
      )}
      <ForecastNotice serverUrl={connection.serverUrl} databaseId={null} />
      <TrendCard
        subject={organization.name}
        points={points}
        note={billingWords.sumOfPeaks}
        loaded={loaded}
        length={length}
        onLength={onLength}
      />
      {sizes == null ? null : (
        <Card title={billingWords.sizes} bare>
          <SizeTable label={billingWords.sizes} sizes={sizes} isCurrent={isCurrent} />
        </Card>
      )}
      <Card bare label={billingWords.databases}>
        <div className="billing-list">
          <RecordTable
            label={billingWords.databases}
            operation="GetOrganizationBilling"
            list={{
              elements: databases ?? none,
              isComplete: databases !== undefined,
              isLoading: databases === undefined && isLoading,
              failure: databases === undefined ? failure : null,
              reload,
            }}
            columns={databaseColumns}
            csvColumns={databaseCsvColumns}
            countText={billingWords.databasesCount}
            searchLabel={billingWords.searchDatabases}
            csvName={`${billingWords.title} ${organization.name} ${monthName(month)}`}
            emptyTitle={billingWords.databasesEmpty}
            rowText={billedName}
            onOpen={({ id }) => navigate({ kind: 'billing', databaseId: id })}
          />
        </div>
      </Card>
    </>
  );
}

const none: readonly DatabaseBillingRecord[] = [];
