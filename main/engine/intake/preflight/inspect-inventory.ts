import { setImmediate } from 'node:timers/promises';
import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import type { StalledRoot } from '../../sources/reader-pool.ts';
import type { SourceOptions } from '../../sources/source-handle.ts';
import type { Inspection } from '../../store/items/inspection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { type InventoryMark, inventoryStart } from '../../types/inventory-mark.ts';
import {
  type InspectedJob,
  type InspectThreadsOptions,
  inspectOnThreads,
  type ThreadLimits,
  threadLimits,
} from './inspect-threads.ts';
import { uncertainCodes } from './inspection-codes.ts';
import { InspectionJobs } from './inspection-jobs.ts';
import { forgetInspections, restoreInspections } from './keep-inspections.ts';
import { nameFindings } from './name-findings.ts';

/** Rows per transaction: few flushes to disk, without blocking the event loop for long. */
const rowsPerTransaction = 2_000;
/** What was found later is lost if Lading is killed. */
const storeAfterMs = 500;
const defaultThreads = 4;
/** Skipped by the scan. What a person skips is no finding. */
const notFiles: ReadonlySet<string> = new Set([
  'symbolic-link',
  'symbolic-link-loop',
  'symbolic-link-broken',
  'special-file',
  'lading-file',
]);

export interface InspectionRequest {
  readonly uploadId: UploadId;
  /** Checks only what a rescan added, and keeps what was found before. */
  readonly since?: InventoryMark;
  /** The largest file that the platform takes; null if that isn't known. */
  readonly maxFileBytes: number | null;
  /** Lading's own: another one may find something else. */
  readonly version: string;
  readonly links: SourceOptions;
  readonly signal: AbortSignal;
  /** A person skips the checks that are left. */
  readonly skip: AbortSignal;
  /** Whether a root is still the one that was scanned: null if so. */
  readonly checkRoot: (path: string) => Promise<Failed | null>;
  readonly onProgress: (checked: number, files: number) => void;
  readonly onStalled: (roots: readonly StalledRoot[]) => void;
  readonly stallMs?: number | undefined;
  readonly threads?: number;
  readonly limits?: ThreadLimits;
}

/**
 * Checks every queued file of a scanned inventory: opens it once, recognizes its content, and records what a person
 * should know before it is sent. Memory doesn't grow with the inventory. Changes nothing about what is sent. What was kept
 * of an interrupted scan isn't read again.
 *
 * Fails with `stopped`, and as `checkRoot` does.
 */
export async function inspectInventory(
  writes: WriteBatcher,
  repositories: Repositories,
  request: InspectionRequest,
): Promise<Result<Inspection>> {
  const {
    uploadId,
    since = inventoryStart,
    maxFileBytes,
    version,
    links,
    signal,
    skip,
    onStalled,
    stallMs = 10_000,
  } = request;
  const { findings, inspections, uploads } = repositories;
  const before = since.item === 0 ? null : inspections.get(uploadId);
  const files =
    since.item === 0
      ? uploads.totals(uploadId).queued.items - repositories.items.links(uploadId).length
      : inspections.countNew(uploadId, since);
  let checked = 0;
  if (since.item === 0) {
    const settings = JSON.stringify({ version, maxFileBytes });
    if (inspections.settings(uploadId) !== settings) await forgetInspections(writes, repositories, uploadId);
    writes.transaction(() => {
      findings.clear(uploadId);
      inspections.begin(uploadId, settings);
    });
    checked = await restoreInspections(writes, repositories, uploadId, AbortSignal.any([signal, skip]));
    if (checked > 0) request.onProgress(checked, files);
  }
  let found: NewFinding[] = [];
  const storeFound = (): void => {
    const batch = found;
    found = [];
    writes.transaction(() => findings.add(uploadId, batch));
  };
  for (const finding of scanFindings(repositories, uploadId, since)) {
    if (found.push(finding) < rowsPerTransaction) continue;
    storeFound();
    await setImmediate();
  }
  storeFound();
  let rows = 0;
  let storedAt = performance.now();
  let pending: InspectedJob[] = [];
  let folderFindings: NewFinding[] = [];
  const store = (): void => {
    const jobs = pending;
    const ofFolders = folderFindings;
    pending = [];
    folderFindings = [];
    rows = 0;
    storedAt = performance.now();
    writes.transaction(() => {
      findings.add(uploadId, ofFolders);
      for (const job of jobs) storeInspected(repositories, uploadId, job);
    });
    request.onProgress(checked, files);
  };
  const jobs = new InspectionJobs(inspections, uploadId, {
    maxFileBytes,
    links,
    since,
    onFolder: ({ path, pathBytes }) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (path !== '')
        for (const found of nameFindings(name, pathBytes === null))
          folderFindings.push({ ...found, itemId: null, path: `${path}/` });
    },
  });
  const work: InspectThreadsOptions = {
    threads: request.threads ?? defaultThreads,
    stallMs,
    nextJob: (exceptRoots) => jobs.next(exceptRoots),
    onStalled,
    limits: request.limits ?? threadLimits,
  };
  for await (const done of inspectOnThreads(work, AbortSignal.any([signal, skip]))) {
    if (done.result.mayBeAway) {
      const away = await request.checkRoot(done.job.rootPath);
      if (away !== null) return away;
    }
    checked += done.job.files.length;
    rows += rowsOf(done);
    pending.push(done);
    if (rows < rowsPerTransaction && performance.now() - storedAt < storeAfterMs) continue;
    store();
    // Several jobs may be done in a row: let timers and signals run in between.
    await setImmediate();
  }
  if (signal.aborted) return failure('stopped');
  store();
  const inspection: Inspection = {
    checked: checked + (before?.checked ?? 0),
    files: files + (before?.files ?? 0),
    isSkipped: checked < files || before?.isSkipped === true,
  };
  writes.transaction(() => {
    if (checked < files)
      findings.add(uploadId, [
        {
          code: 'not-checked',
          itemId: null,
          path: '',
          details: { files: files - checked, why: 'skipped' },
        },
      ]);
    inspections.set(uploadId, inspection);
  });
  await forgetInspections(writes, repositories, uploadId);
  return success(inspection);
}

function rowsOf({ job, result }: InspectedJob): number {
  const folders = result.listings.reduce((sum, { listing }) => sum + listing.folders.length, 0);
  return job.files.length + result.findings.length + folders;
}

export function storeInspected(
  { findings, inspections, containerFolders }: Repositories,
  uploadId: UploadId,
  { job, result }: InspectedJob,
): void {
  const uncertain = new Set(
    result.findings.filter(({ code }) => uncertainCodes.has(code)).map(({ itemId }) => itemId),
  );
  for (const [index, { itemId }] of job.files.entries())
    inspections.setInspected(itemId, result.types[index] ?? null, !uncertain.has(itemId));
  for (const { itemId, listing } of result.listings) containerFolders.add(itemId, listing.folders);
  findings.add(uploadId, result.findings);
}

/** What the scan and the check of links found. */
function* scanFindings(
  { items, linkChecks }: Repositories,
  uploadId: UploadId,
  since: InventoryMark,
): Generator<NewFinding> {
  const links = items.links(uploadId).filter(({ id }) => id > since.item);
  for (const item of links)
    for (const warning of linkChecks.of(item.id)?.warnings ?? [])
      yield { code: 'link', itemId: item.id, path: null, details: { warning } };
  for (const { id: itemId, state, reason } of items.problemItems(uploadId)) {
    if (reason === null || itemId <= since.item) continue;
    const details = { reason };
    if (state === 'failed') yield { code: 'not-read', itemId, path: null, details };
    else if (notFiles.has(reason.code)) yield { code: 'not-a-file', itemId, path: null, details };
  }
}
