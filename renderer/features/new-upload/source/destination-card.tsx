import { useEffect, useState } from 'react';
import type { Argument } from '../../../../preload/contract/index.ts';
import type { ConnectionView } from '../../../../preload/contract/views.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { type SourceForm, updateForm, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useConnections, useSandbox, useUploads } from '../../../state/selectors.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SandboxStoppedNotice } from '../../../ui/sandbox-stopped-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { datasetName, knownDatasets, preselectedDatabase, type SourceProblems } from './source-form.ts';

const sourceWords = words.newUploadSource;

interface DestinationProps {
  readonly form: SourceForm;
  readonly problems: SourceProblems;
}

/** Connection, database and dataset. */
export function DestinationCard({ form, problems }: DestinationProps) {
  const connections = useConnections();
  const connection = connections.find((each) => each.id === form.connectionId) ?? null;
  return (
    <Card title={sourceWords.destination}>
      <div className="stack">
        <Select
          label={sourceWords.connection}
          options={connections.map(({ id, name, serverUrl }) => ({
            value: id,
            label: name,
            description: serverUrl,
          }))}
          value={form.connectionId}
          onChange={(connectionId) => {
            if (connectionId !== form.connectionId)
              updateForm({ connectionId, databaseId: null, datasetId: '' });
          }}
          placeholder={sourceWords.chooseConnection}
          error={problems.connection ?? null}
        />
        {connection === null ? null : <ConnectionProblem connection={connection} />}
        {connection?.state.kind === 'ready' ? (
          // The key resets the field, because each connection has its own databases.
          <DatabaseField key={connection.id} connection={connection} form={form} problems={problems} />
        ) : null}
        {connection?.state.kind === 'ready' && form.databaseId !== null ? (
          <UploadPermission key={form.databaseId} connectionId={connection.id} databaseId={form.databaseId} />
        ) : null}
        <DatasetFields form={form} problems={problems} />
      </div>
    </Card>
  );
}

function ConnectionProblem({ connection }: { readonly connection: ConnectionView }) {
  const sandbox = useSandbox();
  const check = useCommand('connections.check');
  const { state } = connection;
  if (state.kind === 'ready') return null;
  if (connection.isSandbox && sandbox.kind !== 'running') return <SandboxStoppedNotice />;
  const checkButton = (
    <Button small busy={check.busy} onPress={() => void check.run({ connectionId: connection.id })}>
      {sourceWords.checkConnection}
    </Button>
  );
  if (state.kind === 'failed') return <FailureNotice failure={state.failure} action={checkButton} />;
  return <Notice tone="warn" title={sourceWords.connectionNotReady} action={checkButton} />;
}

function DatabaseField({
  connection,
  form,
  problems,
}: DestinationProps & { readonly connection: ConnectionView }) {
  const databases = useQuery('databases.list', { argument: { connectionId: connection.id } });
  const preselectedId =
    databases.kind === 'loaded' ? preselectedDatabase(databases.value, connection.isSandbox) : null;
  useEffect(() => {
    if (preselectedId !== null && useNewUploadDraft.getState().form.databaseId === null)
      updateForm({ databaseId: preselectedId });
  }, [preselectedId]);
  if (databases.kind === 'failed') {
    return <FailureNotice failure={databases.failure} onRetry={databases.refetch} />;
  }
  const list = databases.kind === 'loaded' ? databases.value : [];
  const isEmpty = databases.kind === 'loaded' && list.length === 0;
  const selected = list.find((each) => each.id === form.databaseId);
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
          // A dataset belongs to one database.
          if (id !== String(form.databaseId)) updateForm({ databaseId: Number(id), datasetId: '' });
        }}
        placeholder={databases.kind === 'loading' ? sourceWords.databasesLoading : ''}
        hint={isEmpty ? sourceWords.databasesNone : sourceWords.databaseHint}
        error={problems.database ?? null}
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

function DatasetFields({ form, problems }: DestinationProps) {
  return (
    <>
      <RadioGroup
        label={sourceWords.dataset}
        options={[
          { value: 'new', label: sourceWords.datasetNew, description: sourceWords.datasetNewDescription },
          {
            value: 'existing',
            label: sourceWords.datasetExisting,
            description: sourceWords.datasetExistingDescription,
          },
        ]}
        value={form.dataset}
        onChange={(dataset) => updateForm({ dataset })}
      />
      {form.dataset === 'new' ? (
        <>
          <Field
            label={sourceWords.datasetName}
            value={datasetName(form, new Date())}
            onChange={(datasetName) => updateForm({ datasetName })}
            hint={sourceWords.datasetNameHint}
            error={problems.name ?? null}
          />
          <Field
            label={sourceWords.datasetDescription}
            value={form.description}
            onChange={(description) => updateForm({ description })}
            maxLength={2000}
          />
        </>
      ) : (
        <ExistingDataset
          // Each database has its own datasets.
          key={`${form.connectionId} ${form.databaseId}`}
          form={form}
          problems={problems}
        />
      )}
    </>
  );
}

const otherDataset = 'other';

/** By name where this computer knows it, else by ID. */
function ExistingDataset({ form, problems }: DestinationProps) {
  const uploads = useUploads();
  const connection = useConnections().find(({ id }) => id === form.connectionId);
  const known = knownDatasets(uploads, {
    serverUrl: connection?.serverUrl ?? '',
    databaseId: form.databaseId,
  });
  const isKnown = known.some(({ id }) => String(id) === form.datasetId);
  const [isOther, setOther] = useState(form.datasetId !== '' && !isKnown);
  const error = problems.datasetId ?? null;
  return (
    <>
      {known.length === 0 ? null : (
        <ComboBox
          label={sourceWords.datasetChosen}
          options={[
            ...known.map(({ id, name, uploads: amount, lastUsedAt }) => ({
              value: String(id),
              label: name,
              description: sourceWords.datasetUse(id, amount, time(lastUsedAt)),
            })),
            {
              value: otherDataset,
              label: sourceWords.datasetOther,
              description: sourceWords.datasetOtherDescription,
            },
          ]}
          value={isOther ? otherDataset : isKnown ? form.datasetId : null}
          onChange={(chosen) => {
            setOther(chosen === otherDataset);
            updateForm({ datasetId: chosen === otherDataset ? '' : chosen });
          }}
          hint={sourceWords.datasetChosenHint}
          error={isOther ? null : error}
        />
      )}
      {isOther || known.length === 0 ? (
        <Field
          label={sourceWords.datasetId}
          value={form.datasetId}
          onChange={(datasetId) => updateForm({ datasetId })}
          hint={sourceWords.datasetIdHint}
          error={error}
        />
      ) : null}
    </>
  );
}
