import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { DatasetSetting, Profile } from './profile.ts';

/** Dataset settings by their JSON field: names and kinds are checked, the values of choices stay opaque. */
export type DatasetSettings = Readonly<Record<string, unknown>>;

/** A misspelt setting would be ignored by the service in silence, and a dataset's settings cannot be taken back. */
export function checkSettings(settings: DatasetSettings, profile: Profile): Result<DatasetSettings> {
  for (const [field, value] of Object.entries(settings)) {
    const setting = profile.datasetSettings.find((candidate) => candidate.field === field);
    if (setting === undefined) {
      const names = profile.datasetSettings.map((known) => known.field).join(', ');
      return failure('bad-input', `There is no dataset setting "${field}". The profile has: ${names}.`);
    }
    const wanted = wantedFor(setting, value);
    if (wanted !== null) return failure('bad-input', `The dataset setting "${field}" must be ${wanted}.`);
  }
  return success(settings);
}

function wantedFor({ kind }: DatasetSetting, value: unknown): string | null {
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'projects':
      return Array.isArray(value) && value.every(Number.isSafeInteger) ? null : 'a list of project ids';
    case 'timezone':
      return typeof value === 'string' && isTimeZone(value)
        ? null
        : 'a time zone of the IANA database, such as Europe/Berlin';
    case 'choice':
    case 'text':
    case 'language':
    case 'custodian':
      return typeof value === 'string' && value !== '' ? null : 'a text';
  }
}

/** platform-interface 4.3: IANA time zone database name. The runtime also takes "+02:00", which is none. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
