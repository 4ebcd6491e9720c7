import type { ProcessingSettingView } from '../../preload/contract/views/views.ts';
import { words } from '../i18n/words.ts';

const settingWords = words.newUploadSettings;

export const yesOrNo = (value: boolean): string => (value ? settingWords.yes : settingWords.no);

export const zoneText = (zone: string): string => zone.replaceAll('_', ' ');

/** A value that was chosen for a setting, in words where there are some. `setting`: undefined where the profile lacks it. */
export function settingValueText(setting: ProcessingSettingView | undefined, value: unknown): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  if (Array.isArray(value)) return value.map((each) => settingValueText(setting, each)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const option = setting?.options.find((each) => each.value === text);
  if (option !== undefined) return optionText(option);
  if (setting?.kind === 'language' && text === 'auto') return settingWords.automatic;
  return setting?.kind === 'timezone' ? zoneText(text) : text;
}

/** An option with what is sent for it, where the specification doesn't name it: `Across the database (GLOBAL, assumed)`. */
export function optionText({ value, label, basis }: ProcessingSettingView['options'][number]): string {
  if (basis === 'documented' || value === label) return label;
  return words.newUploadSettings.namedValue(label, value, basis === 'assumed');
}
