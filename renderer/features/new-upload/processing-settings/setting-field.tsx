import { useState } from 'react';
import type { ProcessingSettingView, UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { ProjectsSetting } from './projects-setting.tsx';
import {
  chosenValueHint,
  type Settings,
  selectedOption,
  settingOptions,
  textValue,
  withOption,
  withText,
  withTyped,
} from './setting-values.ts';

const settingWords = words.newUploadSettings;

interface SettingFieldProps {
  readonly upload: UploadView;
  readonly setting: ProcessingSettingView;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  readonly error: string | null;
}

/** The control for one setting of the profile, by its kind. */
export function SettingField({ upload, setting, settings, onChange, error }: SettingFieldProps) {
  const { field, label, kind } = setting;
  const hint = [settingWords.hints[field], chosenValueHint(setting, settings)]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
  const common = { label, error, ...(hint === '' ? {} : { hint }) };
  switch (kind) {
    case 'choice':
      return (
        <ComboBox
          {...common}
          options={settingOptions(setting, settings)}
          value={selectedOption(settings, field)}
          onChange={(option) => onChange(withOption(settings, setting, option))}
          onText={(text) => onChange(withTyped(settings, setting, text))}
          placeholder={settingWords.platformDefault}
        />
      );
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
          key={textValue(settings, field)}
          {...common}
          savedText={textValue(settings, field)}
          onText={(text) => onChange(withText(settings, field, text))}
        />
      );
    case 'projects':
      return (
        <ProjectsSetting
          upload={upload}
          setting={setting}
          settings={settings}
          onChange={onChange}
          hint={hint}
          error={error}
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
