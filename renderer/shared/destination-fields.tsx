import { useMemo } from 'react';
import { valueText } from '../../preload/contract/platform/value-text.ts';
import type { DatabaseStatus } from '../../preload/contract/views/database-status.ts';
import type { ConnectionView, DatabaseView } from '../../preload/contract/views/views.ts';
import { formatGb } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { forgetDatabaseStatuses, useDatabaseStatuses } from '../state/database-status.ts';
import { useConnections, useSandbox } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { useQuery } from '../state/use-query.ts';
import { Button } from '../ui/button.tsx';
import { ComboBox } from '../ui/combo-box.tsx';
import { DatabaseStatusNotice, InactiveQuestion } from './database-status-notice.tsx';
import './destination-fields.css';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { FreeSandboxSpace } from './sandbox-space.tsx';
import { SandboxStoppedNotice } from './sandbox-stopped-notice.tsx';
import { SimilarDatabases } from './similar-databases.tsx';

const sourceWords = words.newUploadSource;

/** Which connection evidence goes through. `onChange` is called only with another one. */
export function ConnectionField({
  value,
  onChange,
  error,
}: {
  readonly value: string | null;
  readonly onChange: (connectionId: string) => void;
  readonly error: string | null;
}) {
  return (
    <Select
      label={sourceWords.connection}
      options={useConnections().map(({ id, name, serverUrl }) => ({
        value: id,
        label: name,
        description: serverUrl,
      }))}
      value={value}
      onChange={(connectionId) => {
        if (connectionId !== value) onChange(connectionId);
      }}
      placeholder={sourceWords.chooseConnection}
      error={error}
    />
  );
}

interface DatabaseFieldProps {
  readonly connection: ConnectionView;
  readonly value: number | null;
  /** Called only with another one; with null if the person wants none of a suspended or frozen one. */
  readonly onChange: (databaseId: number | null) => void;
  /** The database that the person chose although it is suspended, frozen, or the like. */
  readonly acceptedId: number | null;
  readonly onAccept: (databaseId: number) => void;
  readonly error: string | null;
}

/** The databases of a connection; or why there are none, and what to do. */
export function DatabaseField(props: DatabaseFieldProps) {
  const { connection } = props;
  if (connection.state.kind !== 'ready') return <ConnectionProblem connection={connection} />;
  return <DatabaseList {...props} />;
}

function ConnectionProblem({ connection }: { readonly connection: ConnectionView }) {
  const sandbox = useSandbox();
  const check = useCommand('connections.check');
  const { state } = connection;
  if (connection.isSandbox && sandbox.kind !== 'running') return <SandboxStoppedNotice />;
  const checkButton = (
    <Button small busy={check.busy} onPress={() => void check.run({ connectionId: connection.id })}>
      {sourceWords.checkConnection}
    </Button>
  );
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} action={checkButton} />;
  return <Notice tone="warn" title={sourceWords.connectionNotReady} action={checkButton} />;
}

/** Each costs requests that uploads need too: the others are asked about once they are chosen. */
const maxAsked = 30;

function DatabaseList({ connection, value, onChange, acceptedId, onAccept, error }: DatabaseFieldProps) {
  const databases = useQuery('databases.list', { argument: { connectionId: connection.id } });
  const list = databases.kind === 'loaded' ? databases.value : noDatabases;
  const asked = useMemo(() => list.slice(0, maxAsked).map(({ id }) => id), [list]);
  const statusOf = useDatabaseStatuses(connection.id, asked);
  // Asked again: an upload may have been refused, or the database frozen, since the list was filled.
  const chosen = useQuery(
    'databases.status',
    value === null ? null : { argument: { connectionId: connection.id, databaseId: value } },
  );
  const selected = list.find((each) => each.id === value);
  if (databases.kind === 'failed') {
    return <FailureNotice failure={databases.failure} onRetry={databases.refetch} />;
  }
  const isEmpty = databases.kind === 'loaded' && list.length === 0;
  const fresh = chosen.kind === 'loaded' && chosen.isCurrent ? chosen.value : null;
  const status = fresh ?? (value === null ? null : statusOf(value));
  return (
    <>
      <div className="database-field">
        <ComboBox
          // The key resets the typed text when the list arrives, and when a person wants none after all.
          key={`${databases.kind} ${selected === undefined}`}
          label={sourceWords.database}
          options={list.map(({ id, name }) => ({
            value: String(id),
            label: name,
            description: databaseText(id, statusOf(id)),
          }))}
          value={selected === undefined ? null : String(selected.id)}
          onChange={(id) => {
            if (id !== String(value)) onChange(Number(id));
          }}
          placeholder={databases.kind === 'loading' ? sourceWords.databasesLoading : ''}
          hint={isEmpty ? sourceWords.databasesNone : sourceWords.databaseHint}
          error={error}
          disabled={databases.kind === 'loading'}
        />
        <Button
          icon="refresh"
          label={sourceWords.reloadDatabases}
          onPress={() => {
            forgetDatabaseStatuses();
            databases.refetch();
            chosen.refetch();
          }}
        />
      </div>
      {connection.isSandbox ? <FreeSandboxSpace /> : null}
      {selected === undefined ? null : <SimilarDatabases chosen={selected} databases={list} />}
      {selected === undefined || status === null ? null : (
        <>
          <DatabaseStatusNotice status={status} />
          <InactiveQuestion
            databaseName={selected.name}
            state={acceptedId === selected.id ? null : status.state}
            onSafe={() => onChange(null)}
            onAccept={() => onAccept(selected.id)}
          />
        </>
      )}
    </>
  );
}

const noDatabases: readonly DatabaseView[] = [];

/** What tells databases apart, and whether one is the wrong choice. */
function databaseText(id: number, status: DatabaseStatus | null): string {
  const { state = null, billableGb = null, upload = 'unknown' } = status ?? {};
  return [
    sourceWords.databaseId(id),
    ...(state === null ? [] : [valueText(state)]),
    ...(billableGb === null ? [] : [formatGb(billableGb)]),
    ...(upload === 'missing' ? [sourceWords.uploadPermission.missing.title] : []),
    ...(upload === 'closed' ? [sourceWords.uploadPermission.closed.title] : []),
  ].join(' · ');
}
