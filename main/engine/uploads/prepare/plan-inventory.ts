import { extname } from 'node:path';
import type { AlreadySent } from '../../../../preload/contract/views/already-sent.ts';
import type { BandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import type { LinkCheck } from '../../../../preload/contract/views/link-check.ts';
import type { SandboxSpace } from '../../../../preload/contract/views/sandbox-space.ts';
import { matchMap } from '../../intake/custodians/match-map.ts';
import { similarNames } from '../../intake/custodians/similar-names.ts';
import { maxMemberBytes } from '../../packs/pack-member.ts';
import type { Limits } from '../../platform/profile.ts';
import { displayPath } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import { forecastPlan } from '../../transfer/rates/forecast.ts';
import { planParts } from '../../transfer/rates/part-plan.ts';
import type { UploadId } from '../../types/ids.ts';
import { requestsOf } from '../../types/request-count.ts';
import type { UploadPlan } from '../../types/uploads.ts';
import { planPacking } from '../context/plan-packing.ts';

const unchecked = { sizeBytes: null, warnings: [{ code: 'not-checked' }] } satisfies LinkCheck;

/** Made where there are names to compare: it loads the system's rules. */
let collator: Intl.Collator | null = null;
function byName(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

const maxDatasets = 5;

/** What the time depends on, beside the inventory. */
export interface PlanConditions {
  readonly limits: Limits;
  readonly bandwidth: BandwidthPlan;
  /** Measurements of the line to the upload's platform. */
  readonly measured: readonly LineMeasurement[];
  /** Where a sandbox keeps what is sent to it; null for another platform, or where that isn't known. */
  readonly sandboxDisk: Pick<SandboxSpace, 'path' | 'freeBytes'> | null;
}

/** What would be sent, read from the inventory row by row. `earlier`: uploads before, if they are in a store of their own. */
export function planInventory(
  repositories: Repositories,
  id: UploadId,
  { limits, bandwidth, measured, sandboxDisk }: PlanConditions,
  earlier: Pick<Repositories, 'uploads'> = repositories,
): UploadPlan {
  const { uploads, items, linkChecks, selections, containerFolders, findings } = repositories;
  // One part each: nearly all files, so they are only counted.
  const onePartBytes = Math.min(limits.recommendedPartBytes, limits.maxPartBytes, limits.maxFileBytes);
  let files = items.countQueuedUpTo(id, onePartBytes);
  let parts = files;
  for (const sizeBytes of items.queuedSizesAbove(id, onePartBytes)) {
    const plan = planParts(sizeBytes, limits);
    if (!plan.ok) continue; // reported as the file's own failure when it is sent
    parts += plan.value.partCount;
    files += 1;
  }
  const links = items
    .links(id)
    .filter(({ state }) => state === 'queued')
    .map((item) => ({ itemId: item.id, link: displayPath(item), ...(linkChecks.of(item.id) ?? unchecked) }));
  const tallies = items.custodianTallies(id);
  const fallback = uploads.defaultCustodian(id);
  const insideContainers = containerFolders.tallies(id);
  // A dataset that exists isn't created.
  const datasetRequests = uploads.get(id)?.datasetId == null ? 1 : 0;
  const aloneRequests = datasetRequests + requestsOf(files, parts) + links.length;
  const small = planPacking(repositories, id, limits);
  const packedRequests = aloneRequests - small.aloneRequests + small.packedRequests;
  // A small file alone is one part.
  const packedParts = parts - small.files + small.packedParts;
  const requests = small.isPacked ? packedRequests : aloneRequests;
  const totals = uploads.totals(id);
  const neededBytes = totals.queued.bytes;
  const match = matchMap(repositories, id);
  const request = uploads.get(id)?.request;
  const hashedBytes = request?.sha1 === false ? 0 : totals.queued.bytes;
  return {
    totals,
    links,
    parts: small.isPacked ? packedParts : parts,
    requests,
    time: forecastPlan(
      { bytes: totals.queued.bytes, requests, hashedBytes },
      measured,
      { requestsPerSecond: limits.requestsPerSecond, bandwidth, hours: null },
      Date.now(),
    ),
    packing: {
      choice: uploads.packChoice(id),
      isPacked: small.isPacked,
      files: small.files,
      packs: small.packs,
      maxFileBytes: maxMemberBytes,
      aloneRequests,
      packedRequests,
    },
    containers: findings.containers(id),
    sandboxSpace:
      sandboxDisk !== null && neededBytes > sandboxDisk.freeBytes ? { ...sandboxDisk, neededBytes } : null,
    custodians: tallies
      .filter(({ items: count }) => count > 0)
      .map(({ custodian, from, items: count, bytes }) => ({ custodian, from, items: count, bytes }))
      // Names cut off a long table are those that a person wrote into the CSV.
      .sort((a, b) => rankOf(a) - rankOf(b) || byName(a.custodian ?? '', b.custodian ?? '')),
    insideContainers,
    emptySources: repositories.folders.emptyRoots(id),
    unmatchedRows: { rows: match?.unmatched ?? [], total: match?.unmatchedRows ?? 0 },
    unnamedFolders: { paths: match?.unnamed ?? [], total: match?.unnamedFolders ?? 0 },
    similarCustodians: similarNames(
      [...new Set([fallback, ...[...tallies, ...insideContainers].map(({ custodian }) => custodian)])].filter(
        (name) => name !== null,
      ),
    ),
    alreadySent: readAlreadySent(repositories, id, earlier),
    sentAgain: findings.sentAgain(id).items,
    onlyNew: request?.selection?.onlyNew ?? false,
    skippedByChoice: selections.tallies(id),
    types: typesOf(items, id),
  };
}

const rankOf = ({ custodian, from }: UploadPlan['custodians'][number]): number =>
  custodian === null ? 0 : from === 'map' ? 2 : 1;

/** By content; by extension where the content isn't known. Largest first. */
function typesOf(items: Repositories['items'], id: UploadId): UploadPlan['types'] {
  const extensions = new Map<string, { type: null; extension: string; items: number; bytes: number }>();
  for (const { name, bytes } of items.untypedFiles(id)) {
    const extension = extname(name).toLowerCase();
    const sums = extensions.get(extension) ?? { type: null, extension, items: 0, bytes: 0 };
    sums.items += 1;
    sums.bytes += bytes;
    extensions.set(extension, sums);
  }
  const types = items.typeTallies(id).map((tally) => ({ ...tally, extension: '' }));
  return [...types, ...extensions.values()].sort((a, b) => b.bytes - a.bytes);
}

/** Whether it is skipped or not. `earlier`: the uploads that sent it. */
export function readAlreadySent(
  { findings }: Pick<Repositories, 'findings'>,
  id: UploadId,
  earlier: Pick<Repositories, 'uploads'>,
): AlreadySent {
  const rows = findings.alreadySent(id);
  if (rows.length === 0) return { items: 0, bytes: 0, datasets: [] };
  const uploads = new Map(earlier.uploads.all().map((upload) => [upload.uuid, upload]));
  const datasets = new Map<string, AlreadySent['datasets'][number]>();
  for (const { upload: uuid, items, at } of rows) {
    const upload = uploads.get(uuid);
    if (upload === undefined) continue;
    const { datasetId, datasetName: name } = upload;
    const key = String(datasetId ?? name);
    const before = datasets.get(key);
    datasets.set(key, {
      name,
      items: items + (before?.items ?? 0),
      at: [at, before?.at ?? ''].sort()[1] ?? at,
    });
  }
  return {
    items: rows.reduce((sum, { items }) => sum + items, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    datasets: [...datasets.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxDatasets),
  };
}
