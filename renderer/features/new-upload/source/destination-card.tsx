import { useState } from 'react';
import type { EarlierUpload } from '../../../../preload/contract/views/earlier-uploads.ts';
import { knownDatasets } from '../../../../preload/contract/views/known-datasets.ts';
import { maxDatasetDescriptionChars } from '../../../../preload/contract/views/new-dataset.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { ConnectionField, DatabaseField } from '../../../shared/destination-fields.tsx';
import { type SourceForm, updateForm } from '../../../state/new-upload-draft.ts';
import { useConnections, useUploads } from '../../../state/selectors.ts';
import { Card } from '../../../ui/card.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import type { SourceProblems } from './source-form.ts';

const sourceWords = words.newUploadSource;

interface DestinationProps {
  readonly form: SourceForm;
  readonly problems: SourceProblems;
  /** The new dataset's, as typed or suggested. */
  readonly name: string;
}

/** A dataset belongs to one database. */
const noDatabase = { databaseId: null, datasetId: '' } as const;

/** Connection, database and dataset. */
export function DestinationCard({
  form,
  problems,
  name,
  usedBefore,
}: DestinationProps & {
  /** Where the sources went before, if that is why the database is chosen. */
  readonly usedBefore: EarlierUpload | null;
}) {
  const connections = useConnections();
  const connection = connections.find((each) => each.id === form.connectionId) ?? null;
  return (
    <Card title={sourceWords.destination}>
      <div className="stack">
        <ConnectionField
          value={form.connectionId}
          onChange={(connectionId) => updateForm({ connectionId, ...noDatabase, isOtherDatabase: false })}
          error={problems.connection ?? null}
        />
        {connection === null ? null : (
          <>
            <DatabaseField
              // Each connection has its own databases.
              key={connection.id}
              connection={connection}
              value={form.databaseId}
              onChange={(databaseId) => updateForm({ ...noDatabase, databaseId, isOtherDatabase: true })}
              acceptedId={form.acceptedDatabaseId}
              onAccept={(acceptedDatabaseId) => updateForm({ acceptedDatabaseId })}
              error={problems.database ?? null}
            />
            {usedBefore === null ? null : (
              <p className="small">
                {sourceWords.usedForSources(usedBefore.datasetName, time(usedBefore.at))}
              </p>
            )}
          </>
        )}
        <DatasetFields form={form} problems={problems} name={name} />
      </div>
    </Card>
  );
}

function DatasetFields({ form, problems, name }: DestinationProps) {
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
            value={name}
            onChange={(datasetName) => updateForm({ datasetName })}
            hint={sourceWords.datasetNameHint}
            error={problems.name ?? null}
          />
          <Field
            label={sourceWords.datasetDescription}
            value={form.description}
            onChange={(description) => updateForm({ description })}
            maxLength={maxDatasetDescriptionChars}
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
function ExistingDataset({ form, problems }: Omit<DestinationProps, 'name'>) {
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
