import type { Failure, FailureCode, FailureOf } from '../../../../preload/contract/failure.ts';
import type { ProcessingSettingView, TemplateView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import type { Option } from '../../../ui/option.tsx';

const settingWords = words.newUploadSettings;

/** Settings as a draft has them: a field that is not there is left to the platform. */
export type Settings = Readonly<Record<string, unknown>>;

/** Options of a list are told apart by this, so that no value of the platform's can be taken for "leave it". */
export const platformDefault = 'left';
const given = (value: string | boolean) => `given:${value}`;

/** The option that a draft's value stands for. */
export function selectedOption(settings: Settings, field: string): string {
  const value = settings[field];
  return typeof value === 'string' || typeof value === 'boolean' ? given(value) : platformDefault;
}

/** Settings with a list's choice taken over. */
export function withOption(settings: Settings, setting: ProcessingSettingView, option: string): Settings {
  if (!option.startsWith('given:')) return without(settings, setting.field);
  const value = option.slice('given:'.length);
  return { ...settings, [setting.field]: setting.kind === 'boolean' ? value === 'true' : value };
}

export function withText(settings: Settings, field: string, text: string): Settings {
  const value = text.trim();
  return value === '' ? without(settings, field) : { ...settings, [field]: value };
}

export function textOf(settings: Settings, field: string): string {
  const value = settings[field];
  return typeof value === 'string' ? value : '';
}

export function projectsText(settings: Settings, field: string): string {
  const value = settings[field];
  return Array.isArray(value) ? value.join(', ') : '';
}

/** Null: not a list of ids. */
export function withProjects(settings: Settings, field: string, text: string): Settings | null {
  const ids = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (ids.length === 0) return without(settings, field);
  if (!ids.every((word) => /^\d{1,15}$/.test(word) && Number(word) > 0)) return null;
  return { ...settings, [field]: [...new Set(ids.map(Number))] };
}

function without(settings: Settings, field: string): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== field));
}

/** What a list of a setting offers; the first leaves it to the platform. */
export function settingOptions(
  setting: ProcessingSettingView,
  settings: Settings,
): readonly Option<string>[] {
  const offered = [{ value: platformDefault, label: leftLabel(setting) }, ...choices(setting)];
  // A value of another profile's or of a later list is still shown as what it is.
  const now = selectedOption(settings, setting.field);
  if (offered.some(({ value }) => value === now)) return offered;
  return [...offered, { value: now, label: String(settings[setting.field]) }];
}

function leftLabel({ default: fallback }: ProcessingSettingView): string {
  if (fallback === null) return settingWords.platformDefault;
  return settingWords.platformDefaultIs(typeof fallback === 'boolean' ? yesOrNo(fallback) : fallback);
}

function yesOrNo(value: boolean): string {
  return value ? settingWords.yes : settingWords.no;
}

function choices(setting: ProcessingSettingView): readonly Option<string>[] {
  switch (setting.kind) {
    case 'choice':
      return setting.options.map(({ value, label }) => ({ value: given(value), label }));
    case 'boolean':
      return [true, false].map((value) => ({ value: given(value), label: yesOrNo(value) }));
    case 'timezone':
      return zones().map((zone) => ({ value: given(zone), label: zone.replaceAll('_', ' ') }));
    case 'language':
      return languages().map(({ code, name }) => ({ value: given(code), label: name, description: code }));
    case 'text':
    case 'custodian':
    case 'projects':
      return [];
  }
}

/** platform-interface 4.3: an IANA name. UTC is one, and is not in the runtime's list. */
function zones(): readonly string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();
}

/** platform-interface 4.3: three-letter codes of one language, as OCR takes them. */
const languageCodes =
  'afr ara aze bel ben bul cat ces cym dan deu ell eng epo est eus fas fin fra gle glg guj heb hin hrv hun hye ind isl ita jpn kan kat kaz khm kor lao lat lav lit mal mar mkd mlt msa mya nep nld nor ori pan pol por pus ron rus san sin slk slv som spa sqi srp swa swe tam tel tha tur ukr urd uzb vie xho yid zho zul'.split(
    ' ',
  );

function languages(): readonly { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return languageCodes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** A value in words, for the review. */
export function settingText(setting: ProcessingSettingView, value: unknown): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  return (
    settingOptions(setting, { [setting.field]: value }).find((each) => each.value === given(text))?.label ??
    text
  );
}

/** What a template brings to a form: what this connection's profile has; the rest is named. */
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
  if (!isSettingFailure(failure)) return null;
  return form.some(({ field }) => field === failure.field) ? failure.field : null;
}

function isSettingFailure(failure: {
  readonly code: FailureCode;
}): failure is FailureOf<'processing-setting-unknown'> | FailureOf<'processing-setting-invalid'> {
  return failure.code === 'processing-setting-unknown' || failure.code === 'processing-setting-invalid';
}
