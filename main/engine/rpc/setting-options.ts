/** The values that are offered for a processing setting, and how far each is more than a guess. */
import type { ProcessingSettingView } from '../../../preload/contract/views/views.ts';
import { listLanguages } from '../platform/languages.ts';
import type { DatasetSetting } from '../platform/profile.ts';
import type { Upload } from '../store/uploads/upload-repository.ts';

type SettingOption = ProcessingSettingView['options'][number];
type Earlier = Pick<Upload, 'serverUrl' | 'datasetId'> & {
  readonly request: Pick<Upload['request'], 'dataset' | 'settings'>;
};

/** The values that a platform accepted for a setting, in datasets that this computer created. The latest first. */
export function acceptedValues(
  uploads: readonly Earlier[],
  serverUrl: string,
  field: string,
): readonly string[] {
  const created = uploads.filter(
    (upload) =>
      upload.serverUrl === serverUrl && upload.datasetId !== null && 'name' in upload.request.dataset,
  );
  const values = created.map(({ request }) => request.settings[field]).toReversed();
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** A choice has those of the profile, then others that the platform accepted. A language has those of ISO 639-3. */
export async function settingOptions(
  { kind, options = [] }: DatasetSetting,
  accepted: readonly string[],
): Promise<SettingOption[]> {
  if (kind === 'language')
    return (await listLanguages()).map(({ code, name }) => ({
      value: code,
      label: `${name} (${code})`,
      basis: 'documented',
    }));
  if (kind !== 'choice') return [];
  const known = new Set(options.map(({ value }) => value));
  return [
    ...options.map(({ value, label, known: isDocumented }): SettingOption => {
      if (isDocumented) return { value, label, basis: 'documented' };
      return { value, label, basis: accepted.includes(value) ? 'accepted' : 'assumed' };
    }),
    ...accepted
      .filter((value) => !known.has(value))
      .map((value): SettingOption => ({ value, label: value, basis: 'accepted' })),
  ];
}
