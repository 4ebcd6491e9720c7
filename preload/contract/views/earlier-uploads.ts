/** Where the sources of a new upload went before. */
import { countsAsEarlier, hasSent, sentAt } from './has-sent.ts';
import { overlaps } from './source-overlap.ts';
import type { UploadView } from './views.ts';

/** What earlier uploads sent of the same sources to one dataset. */
export interface EarlierUpload {
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly datasetName: string;
  /** Files and links that the platform accepted. */
  readonly items: number;
  /** The time of the latest upload; ISO 8601, UTC. */
  readonly at: string;
}

type Upload = Pick<
  UploadView,
  | 'serverUrl'
  | 'isSandbox'
  | 'databaseId'
  | 'databaseName'
  | 'datasetId'
  | 'datasetName'
  | 'sources'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'state'
  | 'totals'
  | 'withheld'
  | 'acknowledgedBytes'
>;

/** Where the new upload goes, as far as it is chosen. */
interface Target {
  readonly serverUrl: string | null;
  readonly isSandbox: boolean;
}

/** Sandboxes say nothing about other servers, and other servers nothing about them. */
export function isComparable(upload: Pick<Upload, 'serverUrl' | 'isSandbox'>, target: Target): boolean {
  return upload.serverUrl === target.serverUrl || (!upload.isSandbox && !target.isSandbox);
}

/** The latest first, canceled ones among them. Uploads that sent nothing don't count. `platform`: of this computer. */
export function earlierUploads(
  sources: readonly string[],
  target: Target,
  uploads: readonly Upload[],
  platform: string,
): readonly EarlierUpload[] {
  const found = new Map<string, EarlierUpload>();
  const shares = (upload: Upload): boolean =>
    upload.sources.some((source) => sources.some((path) => overlaps(path, source, platform)));
  for (const upload of uploads) {
    if (!isComparable(upload, target) || !hasSent(upload) || !shares(upload)) continue;
    const { serverUrl, databaseId, databaseName, datasetId, datasetName, totals } = upload;
    const key = JSON.stringify([serverUrl, databaseId, datasetId ?? datasetName]);
    const before = found.get(key);
    const at = before !== undefined && before.at > sentAt(upload) ? before.at : sentAt(upload);
    const items = (before?.items ?? 0) + totals.accepted.items + totals.handedOver.items;
    found.set(key, { serverUrl, databaseId, databaseName, datasetName, items, at });
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** The only database that these sources went to through this server. Returns null where they went to several, or nowhere. */
export function databaseUsedBefore(
  sources: readonly string[],
  target: Target & { readonly serverUrl: string },
  uploads: readonly Upload[],
  platform: string,
): EarlierUpload | null {
  const { serverUrl } = target;
  const counted = uploads.filter(countsAsEarlier);
  const [latest, ...others] = earlierUploads(sources, target, counted, platform);
  const isOnly = others.every((one) => one.databaseId === latest?.databaseId && one.serverUrl === serverUrl);
  return latest !== undefined && latest.serverUrl === serverUrl && isOnly ? latest : null;
}
