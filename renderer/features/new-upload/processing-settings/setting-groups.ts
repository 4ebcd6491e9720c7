import type { ProcessingSettingView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';

const settingWords = words.newUploadSettings;

export interface SettingGroup {
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
