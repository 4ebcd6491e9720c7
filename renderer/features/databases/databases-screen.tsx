import { words } from '../../i18n/words.ts';
import { type DatabaseListName, navigate } from '../../navigation/routes.ts';
import { ConnectionPicker, useConnectionProblem } from '../../shared/connection-picker.tsx';
import { Page } from '../../shared/page.tsx';
import { RecordTable } from '../../shared/record-table.tsx';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { databaseColumns } from './database-columns.tsx';
import './databases.css';
import { projectName } from './project-columns.tsx';
import { listedProjectColumns, projectCsvColumns } from './project-list-columns.tsx';
import { useDatabases, useProjects } from './use-account-lists.ts';

const databaseWords = words.databases;

/** Every database and every project that the chosen connection's key sees. */
export function DatabasesScreen({ list }: { readonly list: DatabaseListName }) {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  return (
    <Page
      title={databaseWords.title}
      about={connection === null ? undefined : databaseWords.about(connection.name)}
      actions={<ConnectionPicker />}
    >
      {problem ??
        (connection === null ? null : (
          <div key={connection.id} className="card card-fill">
            <Tabs
              label={databaseWords.title}
              selected={list}
              onSelect={(id) => navigate({ kind: 'databases', list: id }, 'replace')}
              tabs={[
                {
                  id: 'databases',
                  label: databaseWords.list,
                  content: () => <DatabaseList connectionId={connection.id} />,
                },
                {
                  id: 'projects',
                  label: databaseWords.projects,
                  content: () => <ProjectList connectionId={connection.id} />,
                },
              ]}
            />
          </div>
        ))}
    </Page>
  );
}

function DatabaseList({ connectionId }: { readonly connectionId: string }) {
  return (
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
  );
}

function ProjectList({ connectionId }: { readonly connectionId: string }) {
  return (
    <RecordTable
      label={databaseWords.projects}
      operation="GetProjects"
      list={useProjects(connectionId)}
      columns={listedProjectColumns}
      csvColumns={projectCsvColumns}
      countText={words.databaseProjects.count}
      searchLabel={words.databaseProjects.search}
      csvName={databaseWords.projects}
      emptyTitle={words.databaseProjects.empty}
      emptyText={words.databaseProjects.noneSeen}
      rowText={projectName}
      onOpen={({ database }) => {
        if (database != null) navigate({ kind: 'database', databaseId: database.id, tab: 'projects' });
      }}
    />
  );
}
