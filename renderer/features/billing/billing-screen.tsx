import { useState } from 'react';
import type { OrganizationRecord } from '../../../preload/contract/platform/records.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { ConnectionPicker, useConnectionProblem } from '../../shared/connection-picker.tsx';
import { Page } from '../../shared/page.tsx';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { monthAt } from '../../state/billing/months.ts';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { defaultOrganization } from '../../state/default-organization.ts';
import { useQuery } from '../../state/use-query.ts';
import { usePlatformList } from '../../state/use-remote-list.ts';
import { useStableValue } from '../../state/use-stable-value.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { MonthBilling } from './month-billing.tsx';
import './billing.css';
import { databaseBilling, organizationBilling, parentBilling } from './billings.ts';
import type { BillingTab, MonthChoice, TrendLength } from './month-choice.ts';
import { trendMonths } from './month-loader.ts';
import { MonthPicker } from './month-picker.tsx';

const billingWords = words.billing;

/** Billing by month: of an organization, or of one of its databases. */
export function BillingScreen({ databaseId }: { readonly databaseId: number | null }) {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  if (problem !== null || connection === null) {
    return (
      <Page title={billingWords.title} actions={<ConnectionPicker />}>
        {problem}
      </Page>
    );
  }
  return <ConnectedBilling key={connection.id} connection={connection} databaseId={databaseId} />;
}

function ConnectedBilling({
  connection,
  databaseId,
}: {
  readonly connection: ConnectionView;
  readonly databaseId: number | null;
}) {
  const connectionId = connection.id;
  const [current] = useState(() => monthAt(new Date()));
  const [month, setMonth] = useState(current);
  const [length, setLength] = useState<TrendLength>('12');
  const [tab, setTab] = useState<BillingTab>('month');
  // Choosing a month of the trend loads nothing.
  const months = useStableValue(trendMonths(month, current, Number(length)));
  const account = { connectionId, path: {} };
  const organizations = usePlatformList('GetOrganizations', account);
  const databases = usePlatformList('GetDatabases', account);
  const user = useQuery('platform.GetCurrentUser', { argument: { connectionId, path: {}, query: {} } });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const offered = organizationChoices(organizations.elements);
  const byDefault =
    organizations.isComplete && user.kind !== 'loading'
      ? defaultOrganization(organizations.elements, user.kind === 'loaded' ? user.value : null)
      : null;
  // A parent organization comes with its sub-organizations first.
  const chosen =
    offered.find(({ value }) => value === chosenId) ??
    offered.find(({ organization }) => organization === byDefault) ??
    null;
  const choice: MonthChoice = { month, current, months, length, onLength: setLength, tab, onTab: setTab };
  const shown = { connection, choice };
  const database = databases.elements.find(({ id }) => id === databaseId);
  return (
    <Page
      title={billingWords.title}
      about={databaseId === null ? chosen?.label : (database?.name ?? billingWords.unnamed(databaseId))}
      actions={
        <div className="billing-choices">
          <ConnectionPicker />
          {offered.length > 1 && databaseId === null ? (
            <Select
              label={billingWords.organization}
              value={chosen?.value ?? null}
              options={offered}
              onChange={setChosenId}
            />
          ) : null}
          <Select
            label={billingWords.database}
            value={databaseId === null ? allDatabases : String(databaseId)}
            options={databaseOptions(databases.elements, databaseId)}
            onChange={(id) =>
              navigate({ kind: 'billing', databaseId: id === allDatabases ? null : Number(id) }, 'replace')
            }
          />
          <MonthPicker value={month} current={current} onChange={setMonth} />
        </div>
      }
    >
      {databaseId === null ? (
        chosen !== null ? (
          chosen.isWithOthers ? (
            <MonthBilling
              key={chosen.value}
              {...shown}
              id={chosen.organization.id}
              billing={parentBilling(chosen.organization)}
            />
          ) : (
            <MonthBilling
              key={chosen.value}
              {...shown}
              id={chosen.organization.id}
              billing={organizationBilling(chosen.organization)}
            />
          )
        ) : organizations.failure !== null ? (
          <PlatformFailure
            operation="GetOrganizations"
            failure={organizations.failure}
            subject={billingWords.title}
            onRetry={organizations.reload}
          />
        ) : organizations.isComplete && organizations.elements.length === 0 ? (
          <Card>
            <EmptyState icon="chart" title={billingWords.noOrganization}>
              {billingWords.noOrganizationDescription}
            </EmptyState>
          </Card>
        ) : (
          <p className="muted">{words.common.loading}</p>
        )
      ) : (
        <MonthBilling key={databaseId} {...shown} id={databaseId} billing={databaseBilling(databaseId)} />
      )}
    </Page>
  );
}

/** A parent organization twice: with its sub-organizations, and alone. */
function organizationChoices(organizations: readonly OrganizationRecord[]) {
  return organizations.flatMap((organization) => {
    const { id, name } = organization;
    const alone = { value: String(id), label: name, organization, isWithOthers: false };
    const isParent = organizations.some(({ parentOrganizationId }) => parentOrganizationId === id);
    const label = billingWords.withSubOrganizations(name);
    return isParent ? [{ value: `${id} all`, label, organization, isWithOthers: true }, alone] : [alone];
  });
}

const allDatabases = 'all';

/** The shown one is there, also if the key doesn't administer it. */
function databaseOptions(
  databases: readonly { readonly id: number; readonly name: string }[],
  shownId: number | null,
) {
  const isListed = shownId === null || databases.some(({ id }) => id === shownId);
  return [
    { value: allDatabases, label: billingWords.allDatabases },
    ...databases.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isListed ? [] : [{ value: String(shownId), label: billingWords.unnamed(shownId) }]),
  ];
}
