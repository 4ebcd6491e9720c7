import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { partChecks } from '../../../../preload/contract/views/states.ts';
import type { ProcessingSettingView, UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { clearInvalidSettings } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import './processing-settings.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { SettingDifferences } from './setting-differences.tsx';
import { SettingField } from './setting-field.tsx';
import { rejectedField, type Settings } from './setting-values.ts';
import { Templates } from './templates.tsx';

const settingWords = words.newUploadSettings;

interface SettingChoices {
  readonly settings: Settings;
  readonly sha1: boolean;
  readonly partCheck: UploadView['partCheck'];
}

/** The processing settings that the connection's profile defines. */
export function ProcessingSettingsStep({ upload }: { readonly upload: UploadView }) {
  const { connectionId } = upload;
  const form = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  return (
    <WizardPage
      step="settings"
      pendingSave={pendingSave}
      upload={upload}
      heading={settingWords.heading}
      description={settingWords.description}
    >
      {connectionId === null ? (
        <Notice tone="warn" title={words.newUploadReview.blockers.connection} />
      ) : form.kind === 'failed' ? (
        <FailureNotice failure={form.failure} onRetry={form.refetch} />
      ) : form.kind === 'loading' ? (
        <p className="muted">{words.common.loading}</p>
      ) : (
        <SettingsForm
          upload={upload}
          // What the platform lacks is shown only to be taken away again.
          form={form.value.filter(
            ({ field, isOffered }) => isOffered || upload.settings[field] !== undefined,
          )}
          pendingSave={pendingSave}
        />
      )}
    </WizardPage>
  );
}

function SettingsForm({
  upload,
  form,
  pendingSave,
}: {
  readonly upload: UploadView;
  readonly form: readonly ProcessingSettingView[];
  readonly pendingSave: RefObject<Promise<unknown>>;
}) {
  const { settings, sha1, partCheck } = upload;
  const [choices, setChoices] = useState<SettingChoices>({ settings, sha1, partCheck });
  const save = useCommand('drafts.setSettings');
  const change = (changed: Partial<SettingChoices>) => {
    const next = { ...choices, ...changed };
    setChoices(next);
    pendingSave.current = save.run({ uploadId: upload.id, ...next, settings: { ...next.settings } });
  };
  const rejected = save.failure === null ? null : rejectedField(save.failure, form);
  const isExisting = upload.datasetId !== null;
  const assumedNote = assumedFieldsNote(form);

  return (
    <>
      {isExisting ? (
        <Notice tone="info" title={settingWords.existingDataset}>
          {settingWords.existingDatasetDescription}
        </Notice>
      ) : null}
      {save.failure !== null && rejected === null ? (
        <div data-problem="" tabIndex={-1}>
          <FailureNotice failure={save.failure} onDismiss={save.dismiss} />
        </div>
      ) : null}
      <SettingDifferences upload={upload} />
      <Templates
        form={form}
        settings={choices.settings}
        onApply={(applied) => {
          clearInvalidSettings(upload.id);
          change({ settings: applied });
        }}
      />
      <Card label={settingWords.heading}>
        <div className="setting-groups">
          {groupSettings(form).map((group) => (
            <Group key={group.title} title={group.title}>
              {group.settings.map((setting) => (
                <SettingField
                  key={setting.field}
                  upload={upload}
                  setting={setting}
                  settings={choices.settings}
                  onChange={(changed) => change({ settings: changed })}
                  error={
                    save.failure !== null && rejected === setting.field ? failureText(save.failure) : null
                  }
                />
              ))}
            </Group>
          ))}
        </div>
        {form.some(({ options }) => options.some(({ basis }) => basis === 'assumed')) ? (
          <p className="small faint setting-groups-note">
            {settingWords.assumedValues} {settingWords.typeOtherValue}
          </p>
        ) : null}
        {assumedNote === null ? null : <p className="small faint setting-groups-note">{assumedNote}</p>}
      </Card>
      <Card label={settingWords.integrity}>
        <Group title={settingWords.integrity}>
          <Switch
            selected={choices.sha1}
            onChange={(on) => change({ sha1: on })}
            hint={settingWords.sha1Description}
          >
            {settingWords.sha1}
          </Switch>
          <Select
            label={settingWords.partCheck}
            options={partChecks.map((value) => ({
              value,
              label: settingWords.partChecks[value],
            }))}
            value={choices.partCheck}
            onChange={(chosen) => change({ partCheck: chosen })}
            hint={settingWords.partCheckDescriptions[choices.partCheck]}
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

interface SettingGroup {
  readonly title: string;
  readonly settings: readonly ProcessingSettingView[];
}

/** The settings of a profile by topic, with those that only the profile knows last. */
export function groupSettings(form: readonly ProcessingSettingView[]): readonly SettingGroup[] {
  const known = new Set(settingWords.groups.flatMap(({ fields }) => fields));
  const groups = settingWords.groups.map(({ title, fields }) => ({
    title,
    settings: fields.flatMap((field) => form.filter((setting) => setting.field === field)),
  }));
  const others = {
    title: settingWords.otherSettings,
    settings: form.filter(({ field }) => !known.has(field)),
  };
  return [...groups, others].filter(({ settings }) => settings.length > 0);
}

/** Says which field names the profile assumes, by the shorter of two lists; null if it assumes none. */
export function assumedFieldsNote(form: readonly ProcessingSettingView[]): string | null {
  const labels = (known: boolean) =>
    form.filter((setting) => setting.known === known).map(({ label }) => label);
  const [shown, assumed] = [labels(true), labels(false)];
  if (assumed.length === 0) return null;
  if (shown.length === 0) return settingWords.allAssumed;
  return shown.length < assumed.length
    ? settingWords.allButAssumed(shown)
    : settingWords.someAssumed(assumed);
}
