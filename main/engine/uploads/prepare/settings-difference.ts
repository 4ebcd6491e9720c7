/** Processing settings of a new dataset against those of the database's earlier datasets, as this computer knows them. */

import { countsAsEarlier } from '../../../../preload/contract/views/has-sent.ts';
import type { SettingDifference } from '../../../../preload/contract/views/settings-difference.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import { uploadProfile } from '../context/connect.ts';
import type { EngineContext } from '../context/engine-context.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A setting that the interface profile knows. */
export interface KnownSetting {
  readonly field: string;
  readonly label: string;
  readonly default?: string | boolean | undefined;
}

/** An older dataset says little about what is wanted now. */
const comparedDatasets = 5;

/**
 * Settings of an upload's new dataset that differ from those of the database's earlier datasets. None where its profile
 * can't be read: the scan says so.
 */
export async function uploadSettingDifferences(
  context: EngineContext,
  id: UploadId,
): Promise<readonly SettingDifference[]> {
  const upload = context.repositories.uploads.get(id);
  if (upload === null || 'id' in upload.request.dataset) return [];
  const profile = await uploadProfile(context, upload);
  if (!profile.ok) return [];
  const earlier = earlierSettings(context.earlier.uploads.all(), upload);
  return settingDifferences(upload.request.settings, earlier, profile.value.datasetSettings);
}

/** Newest first. Those to an existing dataset don't count. */
function earlierSettings(
  uploads: readonly Upload[],
  { uuid, serverUrl, databaseId }: Upload,
): readonly Settings[] {
  return uploads
    .filter(
      (upload) =>
        upload.uuid !== uuid &&
        upload.serverUrl === serverUrl &&
        upload.databaseId === databaseId &&
        countsAsEarlier(upload) &&
        'name' in upload.request.dataset,
    )
    .toSorted((a, b) => b.id - a.id)
    .slice(0, comparedDatasets)
    .map(({ request }) => request.settings);
}

/** In the order of the profile. A setting that isn't given has the platform's default. */
export function settingDifferences(
  settings: Settings,
  earlier: readonly Settings[],
  known: readonly KnownSetting[],
): readonly SettingDifference[] {
  return known.flatMap((setting) => {
    const { field, label } = setting;
    const [before, ...older] = earlier.map((one) => settingValue(one, setting));
    const now = settingValue(settings, setting);
    if (before === undefined || isSame(now, before)) return [];
    const change = older.findIndex((value) => !isSame(value, before));
    return [{ field, label, now, before, datasets: 1 + (change === -1 ? older.length : change) }];
  });
}

function settingValue(settings: Settings, { field, default: fallback }: KnownSetting): unknown {
  return settings[field] ?? fallback ?? null;
}

/** Values come from JSON. The order of projects says nothing. */
function isSame(a: unknown, b: unknown): boolean {
  const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return comparable(a) === comparable(b);
}
