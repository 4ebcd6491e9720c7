import { type FailureOf, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { ConnectionForm } from '../../../preload/contract/views/interface-form.ts';
import { isLanguage, suggestLanguages } from './languages.ts';
import type { DatasetSetting, Profile } from './profile.ts';

type Expected = FailureOf<'processing-setting-invalid'>['expected'];

/** Processing settings by JSON field. Names and kinds are checked; the values of choices are opaque. */
export type ProcessingSettings = Readonly<Record<string, unknown>>;

/** Which form a connection has. Asked for only where a setting depends on it. */
export type FindForm = () => Promise<ConnectionForm>;

/** The platform would silently ignore a misspelled setting, and a dataset's settings can't be changed later. */
export async function checkSettings(
  settings: ProcessingSettings,
  profile: Profile,
  /** It is null without a connection. */
  form: FindForm | null,
): Promise<Result<ProcessingSettings>> {
  for (const [field, value] of Object.entries(settings)) {
    const setting = profile.datasetSettings.find((candidate) => candidate.field === field);
    if (setting === undefined) {
      const known = profile.datasetSettings.map((candidate) => candidate.field);
      return failure('processing-setting-unknown', { field, known });
    }
    const has = setting.form === 'extended' && form !== null ? await form() : null;
    if (has?.form === 'base') return failure('processing-setting-extended', { field, basis: has.basis });
    const expected = await mismatch(setting, value);
    if (expected === 'language' && typeof value === 'string') {
      const suggestions = (await suggestLanguages(value)).map((language) => ({ ...language }));
      return failure('processing-setting-invalid', { field, expected, suggestions });
    }
    if (expected !== null) return failure('processing-setting-invalid', { field, expected });
  }
  return success(settings);
}

/** What the setting expects, or null where the value is of that kind. */
async function mismatch({ kind }: DatasetSetting, value: unknown): Promise<Expected | null> {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'boolean';
    case 'projects':
      return Array.isArray(value) && value.every(Number.isSafeInteger) ? null : 'project-ids';
    case 'timezone':
      return typeof value === 'string' && isTimeZone(value) ? null : 'time-zone';
    case 'language':
      return typeof value === 'string' && (value === 'auto' || (await isLanguage(value))) ? null : 'language';
    case 'choice':
    case 'text':
    case 'custodian':
      return typeof value === 'string' && value !== '' ? null : 'text';
  }
}

/** platform-interface 4.3: a name of the IANA time zone database. The runtime also accepts "+02:00", which is not one. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
