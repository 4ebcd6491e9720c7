import { useState } from 'react';
import type { ProcessingSettingView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  projectsText,
  type Settings,
  selectedOption,
  settingOptions,
  textOf,
  withOption,
  withProjects,
  withText,
} from './setting-values.ts';

const settingWords = words.newUploadSettings;

interface SettingFieldProps {
  readonly setting: ProcessingSettingView;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly error: string | null;
}

/** The control for one setting of the profile, by its kind. */
export function SettingField({ setting, settings, onChange, error }: SettingFieldProps) {
  const { field, label, kind } = setting;
  const hint = settingWords.hints[field];
  const common = { label, error, ...(hint === undefined ? {} : { hint }) };
  switch (kind) {
    case 'choice':
    case 'boolean':
      return (
        <Select
          {...common}
          options={settingOptions(setting, settings)}
          value={selectedOption(settings, field)}
          onChange={(option) => onChange(withOption(settings, setting, option))}
        />
      );
    case 'timezone':
    case 'language':
      return (
        <ComboBox
          {...common}
          options={settingOptions(setting, settings)}
          value={selectedOption(settings, field)}
          onChange={(option) => onChange(withOption(settings, setting, option))}
          placeholder={kind === 'timezone' ? settingWords.searchZone : settingWords.searchLanguage}
        />
      );
    case 'text':
    case 'custodian':
      return (
        <TextSetting
          key={textOf(settings, field)}
          {...common}
          savedText={textOf(settings, field)}
          onText={(text) => onChange(withText(settings, field, text))}
        />
      );
    case 'projects':
      return (
        <ProjectsSetting
          key={projectsText(settings, field)}
          {...common}
          savedText={projectsText(settings, field)}
          onText={(text) => {
            const changed = withProjects(settings, field, text);
            if (changed !== null) onChange(changed);
            return changed !== null;
          }}
        />
      );
  }
}

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | null;
  readonly savedText: string;
}

/** Saved when the field loses focus, not with every keystroke. */
function TextSetting({
  savedText,
  onText,
  ...common
}: TextSettingProps & { readonly onText: (text: string) => void }) {
  const [text, setText] = useState(savedText);
  return (
    <Field
      {...common}
      value={text}
      onChange={setText}
      placeholder={settingWords.platformDefault}
      maxLength={255}
      onBlur={() => {
        if (text.trim() !== savedText) onText(text);
      }}
    />
  );
}

function ProjectsSetting({
  savedText,
  onText,
  hint = '',
  error,
  label,
}: TextSettingProps & { readonly onText: (text: string) => boolean }) {
  const [text, setText] = useState(savedText);
  const [isInvalid, setInvalid] = useState(false);
  return (
    <Field
      label={label}
      hint={`${hint} ${settingWords.projectsHint}`.trim()}
      error={isInvalid ? settingWords.projectsInvalid : error}
      value={text}
      onChange={setText}
      placeholder={settingWords.platformDefault}
      onBlur={() => {
        if (text.trim() !== savedText) setInvalid(!onText(text));
      }}
    />
  );
}
