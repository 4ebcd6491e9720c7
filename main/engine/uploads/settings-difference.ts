/** Processing settings of a new dataset against those of the database's earlier datasets, as this computer knows them. */

import { isSameName } from '../../../preload/contract/texts/database-check-text.ts';
import { hasSent } from '../../../preload/contract/views/has-sent.ts';
import type { SettingDifference } from '../../../preload/contract/views/settings-difference.ts';
import { loadProfile } from '../platform/profile-file.ts';
import { parseServerUrl } from '../platform/server-url.ts';
import type { Upload } from '../store/upload-repository.ts';
import type { UploadRequest } from '../types/uploads.ts';
import { openReader } from './read-uploads.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Of the interface profile. */
export interface KnownSetting {
  readonly field: string;
  readonly label: string;
  readonly default?: string | boolean | undefined;
}

/** An older dataset says little about what is wanted now. */
const comparedDatasets = 5;

type Earlier = Pick<
  Upload,
  | 'id'
  | 'serverUrl'
  | 'databaseId'
  | 'databaseName'
  | 'startedAt'
  | 'state'
  | 'request'
  | 'totals'
  | 'acknowledgedBytes'
>;

/**
 * Newest first. Drafts, canceled uploads, those that sent nothing, and those to an existing dataset don't count. A database is known by its ID, or
 * by its name as a person gave it.
 */
export function earlierSettings(
  uploads: readonly Earlier[],
  serverUrl: string,
  database: number | string,
  except: number | null = null,
): readonly Settings[] {
  return uploads
    .filter(
      (upload) =>
        upload.id !== except &&
        upload.serverUrl === serverUrl &&
        (typeof database === 'number'
          ? upload.databaseId === database
          : isSameName(upload.databaseName, database)) &&
        upload.startedAt !== null &&
        upload.state !== 'cancelled' &&
        // A dataset without a file, or none at all.
        hasSent(upload) &&
        'name' in upload.request.dataset,
    )
    .toSorted((a, b) => b.id - a.id)
    .slice(0, comparedDatasets)
    .map(({ request }) => request.settings);
}

/** Of an upload that isn't created yet, against those in a data folder. Nothing where that can't be read. */
export async function plannedSettingDifferences(
  stateDir: string,
  serverUrl: string,
  database: number | string,
  request: Pick<UploadRequest, 'dataset' | 'settings'>,
  profilePath: string | null,
): Promise<readonly SettingDifference[]> {
  const url = parseServerUrl(serverUrl);
  const profile = await loadProfile(profilePath ?? undefined);
  const reader = openReader(stateDir);
  if (!reader.ok) return [];
  try {
    if (!url.ok || !profile.ok || 'id' in request.dataset) return [];
    const earlier = earlierSettings(reader.value.uploads(), url.value.href, database);
    return settingDifferences(request.settings, earlier, profile.value.datasetSettings);
  } finally {
    reader.value.close();
  }
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
