import { type ReactNode, useState } from 'react';
import type { ProcessingSettingView, UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Card } from '../../ui/card.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import './processing.css';
import { SettingField } from './setting-field.tsx';
import { assumedInWords, inGroups } from './setting-groups.ts';
import { fieldRefused, type Settings } from './setting-values.ts';
import { Templates } from './templates.tsx';
import { WizardPage } from './wizard-page.tsx';

const say = words.newUploadSettings;

interface Decided {
  readonly settings: Settings;
  readonly sha1: boolean;
  readonly partCheck: UploadView['partCheck'];
}

/** How the platform processes the files: a form made of what the connection's profile has. */
export function SettingsStep({ upload }: { readonly upload: UploadView }) {
  const { connectionId } = upload;
  const form = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  return (
    <WizardPage step="settings" upload={upload} heading={say.heading} meaning={say.meaning}>
      {connectionId === null ? (
        <Notice tone="warn" title={words.newUploadReview.wait.connection} />
      ) : form.kind === 'failed' ? (
        <FailureNotice failure={form.failure} onRetry={form.refetch} />
      ) : form.kind === 'loading' ? (
        <p className="muted">{words.common.loading}</p>
      ) : (
        <Form upload={upload} form={form.value} />
      )}
    </WizardPage>
  );
}

function Form({
  upload,
  form,
}: {
  readonly upload: UploadView;
  readonly form: readonly ProcessingSettingView[];
}) {
  const { settings, sha1, partCheck } = upload;
  const [decided, setDecided] = useState<Decided>({ settings, sha1, partCheck });
  const set = useCommand('drafts.setSettings');
  const decide = (change: Partial<Decided>) => {
    const next = { ...decided, ...change };
    setDecided(next);
    void set.run({ uploadId: upload.id, ...next, settings: { ...next.settings } });
  };
  const refused = set.failure === null ? null : fieldRefused(set.failure.message, form);
  const isOld = upload.datasetId !== null;
  const assumed = assumedInWords(form);

  return (
    <>
      {isOld ? (
        <Notice tone="info" title={say.oldDataset}>
          {say.oldDatasetMeaning}
        </Notice>
      ) : null}
      {set.failure !== null && refused === null ? (
        <FailureNotice failure={set.failure} onDismiss={set.dismiss} />
      ) : null}
      <Templates
        form={form}
        settings={decided.settings}
        onApply={(applied) => decide({ settings: applied })}
      />
      <Card label={say.heading}>
        <div className="setting-groups">
          {inGroups(form).map((group) => (
            <Group key={group.title} title={group.title}>
              {group.settings.map((setting) => (
                <SettingField
                  key={setting.field}
                  setting={setting}
                  settings={decided.settings}
                  onChange={(changed) => decide({ settings: changed })}
                  error={refused === setting.field ? (set.failure?.message ?? null) : null}
                />
              ))}
            </Group>
          ))}
        </div>
        {assumed === null ? null : <p className="small faint settings-assumed">{assumed}</p>}
      </Card>
      <Card label={say.integrity}>
        <Group title={say.integrity}>
          <Switch selected={decided.sha1} onChange={(on) => decide({ sha1: on })} hint={say.sha1Meaning}>
            {say.sha1}
          </Switch>
          <Select
            label={say.partCheck}
            options={(['auto', 'always', 'never'] as const).map((value) => ({
              value,
              label: say.partChecks[value],
            }))}
            value={decided.partCheck}
            onChange={(chosen) => decide({ partCheck: chosen })}
            hint={say.partCheckMeanings[decided.partCheck]}
          />
        </Group>
      </Card>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="setting-group">
      <legend>{title}</legend>
      <div className="setting-fields">{children}</div>
    </fieldset>
  );
}
