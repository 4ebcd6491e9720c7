import { useMemo } from 'react';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { call } from '../../state/bridge.ts';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { forgetDatabaseStatuses, useDatabaseStatuses } from '../../state/database-status.ts';
import { type RemoteList, useRemoteList } from '../../state/use-remote-list.ts';
import { Card } from '../../ui/card.tsx';
import { ConnectionPicker, useConnectionProblem } from '../../ui/connection-picker.tsx';
import { Page } from '../../ui/page.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { databaseColumns, type ListedDatabase } from './database-columns.tsx';
import { databaseRows } from './database-rows.ts';
import { subOrganizationDatabases, subOrganizationIds } from './sub-organization-databases.ts';

const databaseWords = words.databases;

/** Every database that the chosen connection's key sees. */
export function DatabasesScreen() {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  return (
    <Page
      title={databaseWords.title}
      about={connection === null ? undefined : databaseWords.about(connection.name)}
      actions={<ConnectionPicker />}
      scroll={false}
    >
      {problem ??
        (connection === null ? null : <DatabaseList key={connection.id} connectionId={connection.id} />)}
    </Page>
  );
}

function DatabaseList({ connectionId }: { readonly connectionId: string }) {
  return (
    <Card height="fit" bare label={databaseWords.list}>
      <RecordTable
        label={databaseWords.list}
        operation="GetDatabases"
        list={useDatabases(connectionId)}
        columns={databaseColumns}
        countText={databaseWords.count}
        searchLabel={databaseWords.search}
        csvName={databaseWords.list}
        emptyTitle={databaseWords.empty}
        emptyText={databaseWords.emptyDescription}
        rowText={({ name }) => name}
        onOpen={({ id }) => navigate({ kind: 'database', databaseId: id, tab: 'overview' })}
      />
    </Card>
  );
}

function useDatabases(connectionId: string): RemoteList<ListedDatabase> {
  const sources = useMemo(() => {
    const all = { connectionId, path: {}, query: {} } as const;
    return {
      databases: {
        operation: 'GetDatabases',
        fetchPage: (next: string | null) => call('platform.GetDatabases', { ...all, next }),
      },
      projects: {
        operation: 'GetProjects',
        fetchPage: (next: string | null) => call('platform.GetProjects', { ...all, next }),
      },
      organizations: {
        operation: 'GetOrganizations',
        fetchPage: (next: string | null) => call('platform.GetOrganizations', { ...all, next }),
      },
    } as const;
  }, [connectionId]);
  const databases = useRemoteList(sources.databases);
  const projects = useRemoteList(sources.projects);
  const organizations = useRemoteList(sources.organizations);
  const subOrganizations = useMemo(
    () =>
      organizations.isComplete
        ? subOrganizationDatabases(subOrganizationIds(organizations.elements), (orgId, next) =>
            call('platform.GetOrganizationDatabases', { connectionId, path: { orgId }, query: {}, next }),
          )
        : null,
    [connectionId, organizations.isComplete, organizations.elements],
  );
  const ofSubOrganizations = useRemoteList(subOrganizations);
  const rows = useMemo(
    () =>
      databaseRows(
        [...databases.elements, ...ofSubOrganizations.elements],
        projects.elements,
        organizations.elements,
      ),
    [databases.elements, ofSubOrganizations.elements, projects.elements, organizations.elements],
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const isComplete =
    databases.isComplete &&
    projects.isComplete &&
    (organizations.isComplete || organizations.failure !== null) &&
    (subOrganizations === null || ofSubOrganizations.isComplete);
  const statusOf = useDatabaseStatuses(connectionId, isComplete ? ids : none);
  return {
    elements: rows.map((row) => ({ ...row, status: statusOf(row.id) })),
    isComplete,
    isLoading:
      databases.isLoading || projects.isLoading || organizations.isLoading || ofSubOrganizations.isLoading,
    failure: databases.failure ?? projects.failure ?? ofSubOrganizations.failure,
    reload: () => {
      forgetDatabaseStatuses();
      databases.reload();
      projects.reload();
      organizations.reload();
    },
  };
}

const none: readonly number[] = [];
