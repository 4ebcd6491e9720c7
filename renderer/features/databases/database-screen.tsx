import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { type DatabaseTab, navigate, routeHref } from '../../navigation/routes.ts';
import { useConnectionProblem } from '../../shared/connection-picker.tsx';
import { NotFoundPage } from '../../shared/not-found.tsx';
import { Page } from '../../shared/page.tsx';
import { useChosenConnection } from '../../state/chosen-connection.ts';
import { startForm } from '../../state/new-upload-draft.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import './databases.css';
import { OverviewTab } from './overview-tab.tsx';
import { ProjectsTab } from './projects-tab.tsx';
import { UsersTab } from './users-tab.tsx';

const databaseWords = words.databases;

interface DatabaseScreenProps {
  readonly databaseId: number;
  readonly tab: DatabaseTab;
}

/** One database: its fields and size, its projects, and who may do what in it. */
export function DatabaseScreen(props: DatabaseScreenProps) {
  const connection = useChosenConnection();
  const problem = useConnectionProblem();
  if (problem !== null || connection === null)
    return <Page title={databaseWords.unnamed(props.databaseId)}>{problem}</Page>;
  return <ConnectedDatabase key={connection.id} connection={connection} {...props} />;
}

function ConnectedDatabase({
  connection,
  databaseId,
  tab,
}: DatabaseScreenProps & { readonly connection: ConnectionView }) {
  const connectionId = connection.id;
  const database = useQuery('platform.GetDatabase', {
    argument: { connectionId, path: { databaseId }, query: {} },
  });
  // A key without an administrator's rights learns the name from its projects.
  const named = useQuery(
    'databases.list',
    database.kind === 'failed' ? { argument: { connectionId } } : null,
  );
  const knownName =
    named.kind === 'loaded' ? named.value.find(({ id }) => id === databaseId)?.name : undefined;
  const isMissing =
    database.kind === 'failed' && failureKind(database.failure) === 'not-found' && named.kind === 'loaded';
  if (isMissing && knownName === undefined) return <DatabaseNotFound />;
  const name =
    (database.kind === 'loaded' ? database.value.name : knownName) ?? databaseWords.unnamed(databaseId);
  const organizationId = database.kind === 'loaded' ? (database.value.owningOrganizationId ?? null) : null;
  return (
    <Page
      title={name}
      {...(name === databaseWords.unnamed(databaseId)
        ? {}
        : { about: <DatabaseAbout {...{ connectionId, databaseId, organizationId }} /> })}
      actions={
        <>
          <Link to={routeHref({ kind: 'databases', list: 'databases' })} look="default" icon="back">
            {databaseWords.list}
          </Link>
          <Link to={routeHref({ kind: 'billing', databaseId })} look="default" icon="chart">
            {databaseWords.billing}
          </Link>
          <Button variant="primary" icon="upload" onPress={() => startUpload(connectionId, databaseId)}>
            {databaseWords.newUpload}
          </Button>
        </>
      }
    >
      <div className="card card-fill">
        <Tabs
          label={databaseWords.tabs}
          selected={tab}
          onSelect={(id) => navigate({ kind: 'database', databaseId, tab: id }, 'replace')}
          tabs={[
            {
              id: 'overview',
              label: databaseWords.overview,
              content: () => (
                <OverviewTab connectionId={connectionId} databaseId={databaseId} database={database} />
              ),
            },
            {
              id: 'projects',
              label: databaseWords.projects,
              content: () => <ProjectsTab connectionId={connectionId} databaseId={databaseId} />,
            },
            {
              id: 'users',
              label: databaseWords.users,
              content: () => (
                <UsersTab {...{ connectionId, databaseId, organizationId }} databaseName={name} />
              ),
            },
          ]}
        />
      </div>
    </Page>
  );
}

function DatabaseAbout({
  connectionId,
  databaseId,
  organizationId,
}: {
  readonly connectionId: string;
  readonly databaseId: number;
  readonly organizationId: number | null;
}) {
  const organization = useQuery(
    'platform.GetOrganization',
    organizationId === null
      ? null
      : { argument: { connectionId, path: { orgId: organizationId }, query: {} } },
  );
  const name = organization.kind === 'loaded' ? organization.value.name : null;
  return databaseWords.subtitle(databaseId, name);
}

function startUpload(connectionId: string, databaseId: number): void {
  startForm({ connectionId, databaseId });
  navigate({ kind: 'new-upload', uploadId: null });
}

function DatabaseNotFound() {
  return (
    <NotFoundPage
      title={databaseWords.notFound}
      text={databaseWords.notFoundDescription}
      to={{ kind: 'databases', list: 'databases' }}
      toText={databaseWords.toList}
    />
  );
}
