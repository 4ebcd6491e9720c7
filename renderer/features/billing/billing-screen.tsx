import { useMemo, useState } from 'react';
import type { ConnectionView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { monthAt } from '../../state/billing/months.ts';
import { call } from '../../state/bridge.ts';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { defaultOrganization } from '../../state/default-organization.ts';
import { useQuery } from '../../state/use-query.ts';
import { useRemoteList } from '../../state/use-remote-list.ts';
import { useStableValue } from '../../state/use-stable-value.ts';
import { Card } from '../../ui/card.tsx';
import { ConnectionPicker, useConnectionProblem } from '../../ui/connection-picker.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { PlatformFailure } from '../../ui/platform-failure.tsx';
import { Select } from '../../ui/select.tsx';
import './billing.css';
import { DatabaseBilling } from './database-billing.tsx';
import type { MonthChoice, TrendLength } from './month-choice.ts';
import { trendMonths } from './month-loader.ts';
import { MonthPicker } from './month-picker.tsx';
import { OrganizationBilling } from './organization-billing.tsx';

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
  // Choosing a month of the trend loads nothing.
  const months = useStableValue(trendMonths(month, current, Number(length)));
  const sources = useMemo(() => {
    const all = { connectionId, path: {}, query: {} } as const;
    return {
      organizations: {
        operation: 'GetOrganizations',
        fetchPage: (next: string | null) => call('platform.GetOrganizations', { ...all, next }),
      },
      databases: {
        operation: 'GetDatabases',
        fetchPage: (next: string | null) => call('platform.GetDatabases', { ...all, next }),
      },
    } as const;
  }, [connectionId]);
  const organizations = useRemoteList(sources.organizations);
  const databases = useRemoteList(sources.databases);
  const user = useQuery('platform.GetCurrentUser', { argument: { connectionId, path: {}, query: {} } });
  const [chosenId, setChosenId] = useState<number | null>(null);
  const organization =
    organizations.elements.find(({ id }) => id === chosenId) ??
    (organizations.isComplete && user.kind !== 'loading'
      ? defaultOrganization(organizations.elements, user.kind === 'loaded' ? user.value : null)
      : null);
  const choice: MonthChoice = { month, current, months, length, onLength: setLength };
  const database = databases.elements.find(({ id }) => id === databaseId);
  return (
    <Page
      title={billingWords.title}
      about={databaseId === null ? organization?.name : (database?.name ?? billingWords.unnamed(databaseId))}
      actions={<ConnectionPicker />}
    >
      <div className="billing-choices">
        <MonthPicker value={month} current={current} onChange={setMonth} />
        {organizations.elements.length > 1 && databaseId === null ? (
          <Select
            label={billingWords.organization}
            value={organization === null ? null : String(organization.id)}
            options={organizations.elements.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => setChosenId(Number(id))}
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
      </div>
      {databaseId === null ? (
        organization !== null ? (
          <OrganizationBilling
            key={organization.id}
            connection={connection}
            organization={organization}
            isParent={organizations.elements.some(
              ({ parentOrganizationId }) => parentOrganizationId === organization.id,
            )}
            choice={choice}
          />
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
        <DatabaseBilling key={databaseId} connection={connection} databaseId={databaseId} choice={choice} />
      )}
    </Page>
  );
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
