import { useMemo } from 'react';
import type { ProjectBillingRecord } from '../../../preload/contract/platform/records.ts';
import type { ConnectionView } from '../../../preload/contract/views.ts';
import { monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { billedMonth } from '../../state/billing/billed-sizes.ts';
import { monthKey, shiftMonth } from '../../state/billing/months.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { PlatformFailure } from '../../ui/platform-failure.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { billedName, csvColumns, projectColumns } from './billing-columns.tsx';
import { ForecastNotice } from './forecast-notice.tsx';
import type { MonthChoice } from './month-choice.ts';
import { billedMonths, useDatabaseMonths } from './month-loader.ts';
import { MonthSummary } from './month-summary.tsx';
import { MonthsProgress } from './months-progress.tsx';
import { SizeTable } from './size-table.tsx';
import { BillingStates } from './state-card.tsx';
import { trendPoints } from './trend.ts';
import { TrendCard } from './trend-card.tsx';

const billingWords = words.billing;

/** A database: its month, its trend, its state, and its projects. */
export function DatabaseBilling({
  connection,
  databaseId,
  choice,
}: {
  readonly connection: ConnectionView;
  readonly databaseId: number;
  readonly choice: MonthChoice;
}) {
  const { month, current, months, length, onLength } = choice;
  const isCurrent = monthKey(month) === monthKey(current);
  const loaded = useDatabaseMonths(databaseId, { connectionId: connection.id, months, current });
  const sizesByMonth = useMemo(
    () => billedMonths(loaded.values, (record) => (record === null ? [] : [record])),
    [loaded.values],
  );
  const points = useMemo(() => trendPoints(months, sizesByMonth), [months, sizesByMonth]);
  const record = loaded.values.get(monthKey(month));
  const sizes = sizesByMonth.get(monthKey(month));
  const { failure, isLoading, reload } = loaded;
  const name = record?.name ?? billingWords.unnamed(databaseId);
  if (failure !== null && loaded.values.size === 0) {
    return (
      <PlatformFailure
        operation="GetDatabaseBilling"
        failure={failure}
        subject={billingWords.ofDatabase}
        onRetry={reload}
      />
    );
  }
  return (
    <>
      <MonthsProgress loaded={loaded} total={months.length} />
      {failure === null ? null : (
        <PlatformFailure
          operation="GetDatabaseBilling"
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
          before={sizesByMonth.get(monthKey(shiftMonth(month, -1))) ?? null}
          credits={record?.creditUsage ?? null}
        />
      )}
      {record === null ? (
        <Card>
          <EmptyState icon="chart" title={billingWords.noneInMonth}>
            {billingWords.noneInMonthDescription}
          </EmptyState>
        </Card>
      ) : null}
      <ForecastNotice serverUrl={connection.serverUrl} databaseId={databaseId} />
      <TrendCard subject={name} points={points} loaded={loaded} length={length} onLength={onLength} />
      {record == null || sizes == null ? null : (
        <>
          <Card title={billingWords.sizes} bare>
            <SizeTable label={billingWords.sizes} sizes={sizes} isCurrent={isCurrent} />
            <p className="billing-hint muted small">{billingWords.combinedHint}</p>
          </Card>
          <Card
            title={billingWords.state}
            actions={
              <Link to={routeHref({ kind: 'database', databaseId, tab: 'overview' })}>
                {billingWords.showDatabase}
              </Link>
            }
          >
            <BillingStates status={record.monthStatus} isCurrent={isCurrent} />
          </Card>
          <Card bare label={billingWords.projects}>
            <div className="billing-list">
              <RecordTable
                label={billingWords.projects}
                operation="GetDatabaseBilling"
                list={{
                  elements: record.projects ?? [],
                  isComplete: true,
                  isLoading: false,
                  failure: null,
                  reload,
                }}
                columns={projectColumns}
                csvColumns={csvColumns}
                countText={billingWords.projectsCount}
                searchLabel={billingWords.searchProjects}
                csvName={`${billingWords.title} ${name} ${monthName(month)}`}
                emptyTitle={billingWords.projectsEmpty}
                rowText={billedName}
                renderDetail={(project) => <ProjectDetail project={project} isCurrent={isCurrent} />}
                detailPx={300}
              />
            </div>
          </Card>
        </>
      )}
      {record === undefined && isLoading ? <p className="muted">{billingWords.monthLoading}</p> : null}
    </>
  );
}

function ProjectDetail({
  project,
  isCurrent,
}: {
  readonly project: ProjectBillingRecord;
  readonly isCurrent: boolean;
}) {
  return (
    <div className="billing-project">
      <SizeTable
        label={billedName(project)}
        sizes={billedMonth(project.monthBilling)}
        isCurrent={isCurrent}
      />
      <BillingStates status={project.monthStatus} isCurrent={isCurrent} />
    </div>
  );
}
