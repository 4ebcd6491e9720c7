import { useEffect, useRef } from 'react';
import type { Argument } from '../../preload/contract/index.ts';
import type { ConnectionView } from '../../preload/contract/views.ts';
import { words } from '../i18n/words.ts';
import { useConnections, useSandbox } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { useQuery } from '../state/use-query.ts';
import { Button } from './button.tsx';
import { ComboBox } from './combo-box.tsx';
import './destination-fields.css';
import { FailureNotice, Notice } from './notice.tsx';
import { preselectedDatabase } from './preselected-database.ts';
import { SandboxStoppedNotice } from './sandbox-stopped-notice.tsx';
import { Select } from './select.tsx';

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
  /** Called only with another one. */
  readonly onChange: (databaseId: number) => void;
  readonly error: string | null;
}

/** The databases of a connection; or why there are none, and what to do. */
export function DatabaseField(props: DatabaseFieldProps) {
  const { connection, value } = props;
  if (connection.state.kind !== 'ready') return <ConnectionProblem connection={connection} />;
  return (
    <>
      <DatabaseList {...props} />
      {value === null ? null : (
        <UploadPermission key={value} connectionId={connection.id} databaseId={value} />
      )}
    </>
  );
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

function DatabaseList({ connection, value, onChange, error }: DatabaseFieldProps) {
  const databases = useQuery('databases.list', { argument: { connectionId: connection.id } });
  const preselectedId =
    databases.kind === 'loaded' ? preselectedDatabase(databases.value, connection.isSandbox) : null;
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => {
    if (preselectedId !== null && latest.current.value === null) latest.current.onChange(preselectedId);
  }, [preselectedId]);
  if (databases.kind === 'failed') {
    return <FailureNotice failure={databases.failure} onRetry={databases.refetch} />;
  }
  const list = databases.kind === 'loaded' ? databases.value : [];
  const isEmpty = databases.kind === 'loaded' && list.length === 0;
  const selected = list.find((each) => each.id === value);
  return (
    <div className="database-field">
      <ComboBox
        // The key resets the typed text when the list arrives.
        key={databases.kind}
        label={sourceWords.database}
        options={list.map(({ id, name }) => ({
          value: String(id),
          label: name,
          description: sourceWords.databaseId(id),
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
      <Button icon="refresh" label={sourceWords.reloadDatabases} onPress={databases.refetch} />
    </div>
  );
}

/** Whether the account may upload to the database: asked when it is chosen, not after the last step. */
function UploadPermission({ connectionId, databaseId }: Argument<'databases.uploadPermission'>) {
  const permission = useQuery('databases.uploadPermission', { argument: { connectionId, databaseId } });
  // Without an answer nothing is known. The list of databases says so if the platform can't be reached.
  if (permission.kind !== 'loaded') return null;
  switch (permission.value) {
    case 'granted':
      return <p className="small muted">{sourceWords.uploadPermission.granted}</p>;
    case 'unknown':
      return <p className="small muted">{sourceWords.uploadPermission.unknown}</p>;
    case 'missing':
      return (
        <Notice tone="warn" title={sourceWords.uploadPermission.missing.title}>
          {sourceWords.uploadPermission.missing.text}
        </Notice>
      );
  }
}
