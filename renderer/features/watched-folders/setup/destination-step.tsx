import { datasetScopes, type WatchedFolderView } from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { ConnectionField, DatabaseField } from '../../../shared/destination-fields.tsx';
import { useConnections } from '../../../state/selectors.ts';
import { useQuery } from '../../../state/use-query.ts';
import { updateWatchSetup, useWatchSetup, type WatchSetupForm } from '../../../state/watch-setup-form.ts';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { SetupPage } from './setup-page.tsx';
import { datasetExample } from './setup-rule.ts';
import './watch-setup.css';

const setupWords = words.watchSetup;

/** Connection, database, datasets, and their processing settings. */
export function DestinationStep({ folder }: { readonly folder: WatchedFolderView | null }) {
  const form = useWatchSetup((setup) => setup.form);
  const connection = useConnections().find(({ id }) => id === form.connectionId) ?? null;
  const path = form.folder?.path ?? folder?.rule.path ?? null;
  return (
    <SetupPage
      step="destination"
      folder={folder}
      heading={setupWords.destinationHeading}
      description={setupWords.destinationDescription}
    >
      {(problems) => (
        <div className="watch-setup-columns">
          <Card title={words.newUploadSource.destination}>
            <div className="stack">
              <ConnectionField
                value={form.connectionId}
                onChange={(connectionId) => updateWatchSetup({ connectionId, databaseId: null })}
                error={problems.connection ?? null}
              />
              {connection === null ? null : (
                <DatabaseField
                  // Each connection has its own databases.
                  key={connection.id}
                  connection={connection}
                  value={form.databaseId}
                  onChange={(databaseId) => updateWatchSetup({ databaseId })}
                  acceptedId={form.acceptedDatabaseId}
                  onAccept={(acceptedDatabaseId) => updateWatchSetup({ acceptedDatabaseId })}
                  error={problems.database ?? null}
                />
              )}
              <ProcessingTemplate settings={form.settings} />
            </div>
          </Card>
          <Card title={words.newUploadSource.dataset}>
            <div className="stack">
              <Field
                label={setupWords.dataset}
                value={form.dataset}
                onChange={(dataset) => updateWatchSetup({ dataset })}
                hint={setupWords.datasetHint}
                error={problems.dataset ?? null}
                maxLength={255}
              />
              <p className="watch-setup-example" role="status">
                {setupWords.datasetExample(datasetExample(form, path, new Date()))}
              </p>
              <RadioGroup
                label={setupWords.datasetPer}
                options={datasetScopes.toReversed().map((value) => ({
                  value,
                  label: setupWords.datasetPers[value],
                  description: setupWords.datasetPerHints[value],
                }))}
                value={form.datasetPer}
                onChange={(datasetPer) => updateWatchSetup({ datasetPer })}
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
function ProcessingTemplate({ settings }: Pick<WatchSetupForm, 'settings'>) {
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
        updateWatchSetup({ settings: settingValues(template?.settings ?? {}) });
      }}
    />
  );
}

/** What a rule can hold of a template's settings: all that a profile defines. */
function settingValues(settings: Readonly<Record<string, unknown>>): WatchSetupForm['settings'] {
  const values: WatchSetupForm['settings'] = {};
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
