import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import type { ProcessingSettingView, TemplateView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { settingValueText, yesOrNo, zoneText } from '../../../shared/setting-value-text.ts';
import type { Option } from '../../../ui/option.tsx';

const settingWords = words.newUploadSettings;

/** The settings of a draft. A missing field means the platform default. */
export type Settings = Readonly<Record<string, unknown>>;

/** Option keys have a prefix, so that no value of the platform can be mistaken for the default. */
export const platformDefault = 'default';
const valuePrefix = 'value:';
const valueOption = (value: string | boolean) => `${valuePrefix}${value}`;

/** The option for the value in a draft. */
export function selectedOption(settings: Settings, field: string): string {
  const value = settings[field];
  return typeof value === 'string' || typeof value === 'boolean' ? valueOption(value) : platformDefault;
}

/** The settings with the chosen option applied. */
export function withOption(settings: Settings, setting: ProcessingSettingView, option: string): Settings {
  if (!option.startsWith(valuePrefix)) return without(settings, setting.field);
  const value = option.slice(valuePrefix.length);
  return { ...settings, [setting.field]: setting.kind === 'boolean' ? value === 'true' : value };
}

export function withText(settings: Settings, field: string, text: string): Settings {
  const value = text.trim();
  return value === '' ? without(settings, field) : { ...settings, [field]: value };
}

export function textValue(settings: Settings, field: string): string {
  const value = settings[field];
  return typeof value === 'string' ? value : '';
}

export function projectIds(settings: Settings, field: string): readonly number[] {
  const value = settings[field];
  return Array.isArray(value) ? value.map(Number) : [];
}

export function projectsText(settings: Settings, field: string): string {
  return projectIds(settings, field).join(', ');
}

/** Returns null if the text isn't a list of IDs. */
export function withProjects(settings: Settings, field: string, text: string): Settings | null {
  const ids = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (ids.length === 0) return without(settings, field);
  if (!ids.every((word) => /^\d{1,15}$/.test(word) && Number(word) > 0)) return null;
  return withProjectIds(settings, field, ids.map(Number));
}

export function withProjectIds(settings: Settings, field: string, ids: readonly number[]): Settings {
  return ids.length === 0 ? without(settings, field) : { ...settings, [field]: [...new Set(ids)] };
}

function without(settings: Settings, field: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== field));
}

/** The options of a setting; the first is the platform default. */
export function settingOptions(
  setting: ProcessingSettingView,
  settings: Settings,
): readonly Option<string>[] {
  const options = [{ value: platformDefault, label: defaultLabel(setting) }, ...choices(setting)];
  // A value from another profile or a later list is shown as it is.
  const selected = selectedOption(settings, setting.field);
  if (options.some(({ value }) => value === selected)) return options;
  return [...options, { value: selected, label: String(settings[setting.field]) }];
}

function defaultLabel(setting: ProcessingSettingView): string {
  const { default: fallback } = setting;
  if (fallback === null) return settingWords.platformDefault;
  return settingWords.platformDefaultIs(settingValueText(setting, fallback));
}

function choices(setting: ProcessingSettingView): readonly Option<string>[] {
  switch (setting.kind) {
    case 'choice':
      return setting.options.map(({ value, label, basis }) => ({
        value: valueOption(value),
        label,
        ...(basis === 'documented' ? {} : { description: settingWords.optionValue[basis](value) }),
      }));
    case 'boolean':
      return [true, false].map((value) => ({ value: valueOption(value), label: yesOrNo(value) }));
    case 'timezone':
      return zones().map((zone) => ({ value: valueOption(zone), label: zoneText(zone) }));
    case 'language':
      return [
        { value: valueOption('auto'), label: settingWords.automatic },
        ...setting.options.map(({ value, label }) => ({ value: valueOption(value), label })),
      ];
    case 'text':
    case 'custodian':
    case 'projects':
      return [];
  }
}

/** platform-interface 4.3: IANA names. The runtime's list lacks UTC. */
function zones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

/** The settings with what was typed over a choice: the option with that name or value, or the text itself. */
export function withTyped(settings: Settings, setting: ProcessingSettingView, typed: string): Settings {
  const text = typed.trim();
  if (text === '' || text === defaultLabel(setting)) return without(settings, setting.field);
  const named = setting.options.find(
    ({ value, label }) => value === text || label.toLowerCase() === text.toLowerCase(),
  );
  return { ...settings, [setting.field]: named?.value ?? text };
}

export function isAssumedValue({ field, options }: ProcessingSettingView, settings: Settings): boolean {
  return options.some(({ value, basis }) => basis === 'assumed' && value === settings[field]);
}

/** Says of a chosen value that isn't documented what is sent for it; null where there is nothing to say. */
export function chosenValueHint(setting: ProcessingSettingView, settings: Settings): string | null {
  const value = settings[setting.field];
  if (setting.kind !== 'choice' || typeof value !== 'string') return null;
  const basis = setting.options.find((option) => option.value === value)?.basis ?? 'typed';
  return basis === 'documented' ? null : settingWords.chosenValue[basis](value);
}

/** A value as text, for the review. */
export function settingText(
  setting: ProcessingSettingView,
  value: unknown,
  projectNames: ReadonlyMap<number, string> = new Map(),
): string {
  return Array.isArray(value)
    ? value.map((id) => projectNames.get(Number(id)) ?? id).join(', ')
    : settingValueText(setting, value);
}

/** The settings of a template that this profile defines, and the names of those it doesn't. */
export function applyTemplate(
  template: TemplateView,
  form: readonly ProcessingSettingView[],
): { readonly settings: Settings; readonly skipped: readonly string[] } {
  const known = new Set(form.map(({ field }) => field));
  const entries = Object.entries(template.settings);
  return {
    settings: Object.fromEntries(entries.filter(([field]) => known.has(field))),
    skipped: entries.flatMap(([field]) => (known.has(field) ? [] : [field])),
  };
}

/** The field of the form that a failure is about; null if it is about none. */
export function rejectedField(failure: Failure, form: readonly ProcessingSettingView[]): string | null {
  if (
    failure.code !== 'processing-setting-unknown' &&
    failure.code !== 'processing-setting-extended' &&
    failure.code !== 'processing-setting-invalid'
  ) {
    return null;
  }
  return form.some(({ field }) => field === failure.field) ? failure.field : null;
}
