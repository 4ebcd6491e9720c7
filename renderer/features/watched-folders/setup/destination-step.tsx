import { maxDatasetNameChars } from '../../../../preload/contract/views/new-dataset.ts';
import { datasetScopes, type WatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { ConnectionField, DatabaseField } from '../../../shared/destination-fields.tsx';
import { useConnections } from '../../../state/selectors.ts';
import { useQuery } from '../../../state/use-query.ts';
import {
  chooseDatasetPer,
  updateRule,
  updateWatchSetup,
  useWatchSetup,
} from '../../../state/watch-setup-form.ts';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { SetupPage, type SetupStepProps } from './setup-page.tsx';
import { datasetExample, namesRepeat } from './setup-rule.ts';
import './watch-setup.css';

const setupWords = words.watchSetup;

export const destinationFields = {
  connection: 'destination',
  database: 'destination',
  dataset: 'destination',
  datasetPer: 'destination',
  settings: 'destination',
} as const;

/** Connection, database, datasets, and their processing settings. */
export function DestinationStep(props: SetupStepProps) {
  const { rule, connectionId, acceptedDatabaseId } = useWatchSetup((setup) => setup.form);
  const connection = useConnections().find(({ id }) => id === connectionId) ?? null;
  return (
    <SetupPage
      step="destination"
      {...props}
      heading={setupWords.destinationHeading}
      description={setupWords.destinationDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <Card title={words.newUploadSource.destination}>
            <div className="stack">
              <ConnectionField
                value={connectionId}
                onChange={(id) => {
                  updateWatchSetup({ connectionId: id });
                  updateRule({ database: undefined });
                }}
                error={problems.connection ?? null}
              />
              {connection === null ? null : (
                <DatabaseField
                  // Each connection has its own databases.
                  key={connection.id}
                  connection={connection}
                  value={rule.database ?? null}
                  onChange={(id) => updateRule({ database: id ?? undefined })}
                  acceptedId={acceptedDatabaseId}
                  onAccept={(id) => updateWatchSetup({ acceptedDatabaseId: id })}
                  error={problems.database ?? null}
                />
              )}
              <ProcessingTemplate settings={rule.settings} />
            </div>
          </Card>
          <Card title={words.newUploadSource.dataset}>
            <div className="stack">
              <Field
                label={setupWords.dataset}
                value={rule.dataset ?? ''}
                onChange={(dataset) => updateRule({ dataset })}
                hint={
                  namesRepeat(rule)
                    ? `${setupWords.datasetHint} ${setupWords.datasetRepeats}`
                    : setupWords.datasetHint
                }
                error={problems.dataset ?? null}
                maxLength={maxDatasetNameChars}
              />
              <p className="watch-setup-example" role="status">
                {setupWords.datasetExample(datasetExample(rule, new Date()))}
              </p>
              <RadioGroup
                label={setupWords.datasetPer}
                options={datasetScopes.toReversed().map((value) => ({
                  value,
                  label: setupWords.datasetPers[value],
                  description: setupWords.datasetPerHints[value],
                }))}
                value={rule.datasetPer}
                onChange={chooseDatasetPer}
              />
            </div>
          </Card>
        </div>
      )}
    </SetupPage>
  );
}

const defaults = 'defaults';
const kept = 'kept';

/** The settings of a saved template. They are copied, so a later change of the template changes no rule. */
function ProcessingTemplate({ settings }: Pick<WatchRule, 'settings'>) {
  const templates = useQuery('templates.list', { argument: undefined });
  if (templates.kind === 'failed')
    return <FailureNotice failure={templates.failure} onRetry={templates.refetch} />;
  const list = templates.kind === 'loaded' ? templates.value : [];
  const amount = Object.keys(settings).length;
  const same = list.find((each) => isSameSettings(each.settings, settings));
  const value = amount === 0 ? defaults : same === undefined ? kept : String(same.id);
  return (
    <Select
      label={setupWords.template}
      hint={setupWords.templateHint}
      options={[
        { value: defaults, label: setupWords.templateDefaults },
        ...(value === kept ? [{ value: kept, label: setupWords.templateKept(amount) }] : []),
        ...list.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value}
      onChange={(chosen) => {
        if (chosen === kept) return;
        const template = list.find(({ id }) => String(id) === chosen);
        updateRule({ settings: settingValues(template?.settings ?? {}) });
      }}
    />
  );
}

/** What a rule can hold of a template's settings: all that a profile defines. */
function settingValues(settings: Readonly<Record<string, unknown>>): WatchRule['settings'] {
  const values: WatchRule['settings'] = {};
  for (const [field, value] of Object.entries(settings)) {
    if (typeof value === 'string' || typeof value === 'boolean') values[field] = value;
    else if (Array.isArray(value) && value.every(Number.isSafeInteger)) values[field] = value.map(Number);
  }
  return values;
}

function isSameSettings(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const sorted = (settings: Readonly<Record<string, unknown>>) =>
    JSON.stringify(Object.entries(settings).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return sorted(a) === sorted(b);
}
