import { type ReactNode, useMemo, useState } from 'react';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { monthName, timeText } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { RecordTable } from '../../shared/record-table.tsx';
import { monthKey, shiftMonth } from '../../state/billing/months.ts';
import { unsentUploads } from '../../state/billing/unsent-uploads.ts';
import { useUploads } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { BilledRow } from './billed-rows.ts';
import { billedColumns, billedCsvColumns, documentsOf } from './billing-columns.tsx';
import { stateChanges, stateExplanation, stateName } from './billing-state.ts';
import type { MonthChoice } from './month-choice.ts';
import { type BilledMonths, billedMonths, useBilledMonths } from './month-loader.ts';
import { type CreditUsage, creditsText, MonthSummary } from './month-summary.tsx';
import { SizeTable } from './size-table.tsx';
import { trendPoints } from './trend.ts';
import { TrendCard } from './trend-card.tsx';
import type { LoadingMonths } from './use-months.ts';

const billingWords = words.billing;

/** What is billed in a month: of an organization, of a parent organization, or of a database. Functions are memoized. */
export interface Billing<Value> {
  readonly months: BilledMonths<Value>;
  /** Whose it is, in the trend and the names of CSV files: by what is known of the shown month. */
  readonly subjectOf: (value: Value | undefined) => string;
  /** What can't be shown, if nothing can. */
  readonly failureSubject: string;
  readonly rowsOf: (value: Value) => readonly BilledRow[];
  /** The kind of the rows that add up to all that is billed. */
  readonly isWhole: BilledRow['kind'];
  readonly creditsOf: (value: Value) => CreditUsage | null;
  /** What the sums of the trend mean. */
  readonly note?: string;
  /** The database whose uploads by this computer are forecast; null for all, absent for none. */
  readonly forecastOf?: number | null;
}

/** One month as a list with its CSV, and the months before it as a trend. */
export function MonthBilling<Value>({
  connection: { id: connectionId, serverUrl },
  id,
  billing,
  choice: { month, current, months, length, onLength, tab, onTab },
}: {
  readonly connection: ConnectionView;
  /** Of the organization or the database. */
  readonly id: number;
  readonly billing: Billing<Value>;
  readonly choice: MonthChoice;
}) {
  const { failureSubject, rowsOf, isWhole, creditsOf, note, forecastOf } = billing;
  const { operation } = billing.months;
  const loaded = useBilledMonths(billing.months, { connectionId, id }, { months, current });
  const { values, failure, isLoading, reload } = loaded;
  const isCurrent = monthKey(month) === monthKey(current);
  const sizesByMonth = useMemo(
    () => billedMonths(values, (value) => rowsOf(value).filter(({ kind }) => kind === isWhole)),
    [values, rowsOf, isWhole],
  );
  const points = useMemo(() => trendPoints(months, sizesByMonth), [months, sizesByMonth]);
  const value = values.get(monthKey(month));
  const subject = billing.subjectOf(value);
  const rows = useMemo(() => (value === undefined ? none : rowsOf(value)), [value, rowsOf]);
  const sizes = sizesByMonth.get(monthKey(month));
  if (failure !== null && values.size === 0) {
    return (
      <>
        <PlatformFailure operation={operation} failure={failure} subject={failureSubject} onRetry={reload} />
        {operation === 'GetOrganizationBilling' && failureKind(failure) === 'forbidden' ? (
          <p className="muted">{billingWords.chooseDatabase}</p>
        ) : null}
      </>
    );
  }
  const list = () => (
    <MonthTable
      rows={rows}
      isCurrent={isCurrent}
      operation={operation}
      csvName={`${billingWords.title} ${subject} ${monthName(month)}`}
      isComplete={value !== undefined}
      isLoading={value === undefined && isLoading}
      failure={value === undefined ? failure : null}
      reload={reload}
    />
  );
  const trend = () => (
    <div className="billing-trend">
      <MonthsProgress loaded={loaded} total={months.length} />
      <PlatformFailure
        operation={operation}
        failure={failure}
        subject={billingWords.trend}
        onRetry={reload}
      />
      {sizes == null ? null : (
        <MonthSummary
          month={month}
          isCurrent={isCurrent}
          sizes={sizes}
          before={sizesByMonth.get(monthKey(shiftMonth(month, -1))) ?? null}
          credits={value === undefined ? null : creditsOf(value)}
        />
      )}
      {forecastOf === undefined ? null : <ForecastNotice serverUrl={serverUrl} databaseId={forecastOf} />}
      <TrendCard
        subject={subject}
        points={points}
        {...(note === undefined ? {} : { note })}
        loaded={loaded}
        length={length}
        onLength={onLength}
      />
      {sizes == null ? null : (
        <Card title={billingWords.sizes} bare>
          <SizeTable label={billingWords.sizes} sizes={sizes} isCurrent={isCurrent} />
          {isWhole === 'database' ? (
            <p className="billing-hint muted small">{billingWords.combinedHint}</p>
          ) : null}
        </Card>
      )}
    </div>
  );
  return (
    <div className="card card-fill">
      <Tabs
        label={billingWords.title}
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: 'month', label: monthName(month), content: list },
          { id: 'trend', label: billingWords.trendTab, content: trend },
        ]}
      />
    </div>
  );
}

const none: readonly BilledRow[] = [];
const filters = ['all', 'database', 'project'] as const;

function MonthTable({
  rows,
  isCurrent,
  operation,
  csvName,
  ...list
}: {
  readonly rows: readonly BilledRow[];
  readonly isCurrent: boolean;
  readonly operation: OperationName;
  readonly csvName: string;
} & Pick<LoadingMonths<unknown>, 'isComplete' | 'isLoading' | 'failure' | 'reload'>) {
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const elements = useMemo(
    () => (filter === 'all' ? rows : rows.filter(({ kind }) => kind === filter)),
    [rows, filter],
  );
  const isByState = rows.some(({ kind }) => kind === 'state');
  const hasProjects = rows.some(({ kind }) => kind === 'project');
  return (
    <RecordTable
      label={billingWords.list}
      operation={operation}
      list={{ ...list, elements }}
      columns={billedColumns[isCurrent ? 'current' : 'past'][isByState ? 'parent' : 'list']}
      csvColumns={billedCsvColumns}
      countText={billingWords.rows}
      searchLabel={billingWords.search}
      csvName={csvName}
      emptyTitle={billingWords.noneInMonth}
      emptyText={billingWords.noneInMonthDescription}
      rowText={({ name }) => name}
      renderDetail={(row) => <RowDetail row={row} isCurrent={isCurrent} />}
      detailPx={300}
      actions={
        hasProjects ? (
          <SegmentedControl
            label={billingWords.show}
            value={filter}
            onChange={setFilter}
            options={filters.map((value) => ({ value, label: billingWords.filters[value] }))}
          />
        ) : null
      }
    />
  );
}

/** All sizes of a row, its state and since when, and what else the platform says. */
function RowDetail({ row, isCurrent }: { readonly row: BilledRow; readonly isCurrent: boolean }) {
  const { name, status, database, kind, created, eca, credits } = row;
  const hasState = kind === 'database' || kind === 'project';
  const explanation = stateExplanation(status, isCurrent);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(hasState
      ? [
          [billingWords.billedAs, stateName(status?.billingState)] as const,
          [billingWords.stateAtEnd(isCurrent), stateName(status?.finalState)] as const,
        ]
      : []),
    ...stateChanges(status).map(({ label, at }) => [label, timeText(at)] as const),
    ...(created === null ? [] : [[billingWords.created, timeText(created)] as const]),
    ...(kind === 'project'
      ? [
          [billingWords.database, database?.name ?? billingWords.notReported] as const,
          [billingWords.documents, documentsOf(row) ?? billingWords.notReported] as const,
        ]
      : []),
    ...(eca === null ? [] : [[billingWords.ecaProject, eca ? billingWords.yes : billingWords.no] as const]),
    ...(credits === null ? [] : [[billingWords.credits, creditsText(credits)] as const]),
  ];
  return (
    <div className="billing-detail">
      <SizeTable label={name} sizes={row.sizes} isCurrent={isCurrent} />
      <div className="stack">
        <DescriptionList items={facts} />
        {explanation === null ? null : <p className="muted">{explanation}</p>}
        {database === null ? null : (
          <div className="row">
            <Link to={routeHref({ kind: 'database', databaseId: database.id, tab: 'overview' })}>
              {billingWords.showDatabase}
            </Link>
            <Link to={routeHref({ kind: 'billing', databaseId: database.id })}>{billingWords.showTrend}</Link>
          </div>
        )}
      </div>
    </div>
  );
}

/** What this computer's unfinished uploads will add. Shows nothing if there are none. */
function ForecastNotice({
  serverUrl,
  databaseId,
}: {
  readonly serverUrl: string;
  /** It is null for all databases. */
  readonly databaseId: number | null;
}) {
  const all = useUploads();
  const { uploads, files, bytes, links } = useMemo(
    () => unsentUploads(all, { serverUrl, databaseId }),
    [all, serverUrl, databaseId],
  );
  if (uploads === 0) return null;
  return (
    <Notice tone="info" title={billingWords.forecast(uploads)} detail={billingWords.forecastHint}>
      {billingWords.forecastText(files, bytes, links)}.
    </Notice>
  );
}

/** Months come one by one, because the platform has no operation for several and limits requests. */
function MonthsProgress({
  loaded: { values, isLoading, reload },
  total,
}: {
  readonly loaded: Pick<LoadingMonths<unknown>, 'values' | 'isLoading' | 'reload'>;
  readonly total: number;
}) {
  return (
    <div className="row">
      <span className="muted" role="status">
        {isLoading ? billingWords.loadingMonths(values.size, total) : billingWords.monthsLoaded(values.size)}
      </span>
      <Button small icon="refresh" label={billingWords.reload} busy={isLoading} onPress={reload} />
    </div>
  );
}
