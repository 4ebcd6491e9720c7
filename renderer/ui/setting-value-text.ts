import type { ProcessingSettingView } from '../../preload/contract/views.ts';
import { words } from '../i18n/words.ts';

/** An option with what is sent for it, where the specification doesn't name it: `Across the database (GLOBAL, assumed)`. */
export function optionText({ value, label, basis }: ProcessingSettingView['options'][number]): string {
  if (basis === 'documented' || value === label) return label;
  return words.newUploadSettings.namedValue(label, value, basis === 'assumed');
}
