import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { nameSegments } from '../../intake/custodians/apply-rules.ts';
import { nameInnerFolders } from '../../intake/custodians/name-inner-folders.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import { type InspectionRequest, inspectInventory } from '../../intake/preflight/inspect-inventory.ts';
import { surveyInventory } from '../../intake/selection/survey-inventory.ts';
import type { Limits } from '../../platform/profile.ts';
import { stoppedCode } from '../../sources/reader-protocol.ts';
import { awayReason, mayBeAnotherRoot } from '../../sources/root-availability.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { Found } from '../../store/items/inspection-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { inventoryStart } from '../../types/inventory-mark.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import { uploadProfile } from '../context/connect.ts';
import type { EngineContext } from '../context/engine-context.ts';

type Target = Pick<InspectionRequest, 'uploadId' | 'since' | 'signal'> & {
  readonly request: Pick<UploadRequest, 'checkFiles' | 'sources' | 'followSymlinks'>;
  readonly limits: Limits;
  readonly version: string;
  readonly stallMs?: number | undefined;
};
type Watched = Pick<InspectionRequest, 'onProgress' | 'onStalled'> & { readonly skip: AbortSignal };

/** Checks the files of an upload that was scanned, and shows the progress. A person may skip the rest. */
export async function inspectUpload(context: EngineContext, target: Target): Promise<Result<void>> {
  const { store, repositories, sources, progress, runs } = context;
  const { uploadId } = target;
  let stalled: Parameters<InspectionRequest['onStalled']>[0] = [];
  let inspection = { checked: 0, files: 0 };
  const emit = () => progress.emit(uploadId, 'scanning', 0, stalled, inspection);
  const inspected = await runs.inspect(uploadId, (skip) =>
    inspectFiles(store.writes, repositories, sources, target, {
      skip,
      onProgress: (checked, files) => {
        inspection = { checked, files };
        emit();
      },
      onStalled: (roots) => {
        stalled = roots;
        emit();
      },
    }),
  );
  if (inspected.ok) store.writes.transaction(() => recordInspection(repositories, uploadId));
  return inspected;
}

/** In the log, and so in the receipt: how many files were checked, and how many findings of each kind there were. */
export function recordInspection({ events, findings, inspections }: Repositories, uploadId: UploadId): void {
  const inspection = inspections.get(uploadId);
  if (inspection === null) return;
  const { files, checked } = inspection;
  const counts = Object.fromEntries(findings.groups(uploadId).map((group) => [group.code, group.findings]));
  events.append(uploadId, new Date().toISOString(), 'files-checked', { files, checked, findings: counts });
}

/**
 * What is known of all files before they are sent is found for those that a rescan added, too, also if an earlier process was
 * killed before or meanwhile. Does nothing where no rescan added any. Fails with stopped.
 */
export async function examineFound(
  context: EngineContext,
  upload: Upload,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { store, repositories } = context;
  const { inspections, findings, containerFolders } = repositories;
  const { writes } = store;
  const { id: uploadId, request } = upload;
  const since = inspections.found(uploadId);
  if (since === null) return success(undefined);
  // What an examination that was killed found is found again.
  writes.transaction(() => {
    findings.removeSince(uploadId, since);
    inspections.restartFound(uploadId, since);
  });
  const inspected = await inspectFound(context, upload, since, signal);
  if (!inspected.ok) return inspected;
  const rules = rulesOf(repositories, uploadId, request);
  const isExamined =
    (await nameInnerFolders(writes, containerFolders, uploadId, rules, signal)) &&
    (await surveyInventory({ writes, repositories, uploadId, signal, since })) &&
    (await nameSegments(writes, repositories, uploadId, rules, signal));
  if (!isExamined) return failure('stopped');
  writes.transaction(() => inspections.endFound(uploadId));
  return success(undefined);
}

/**
 * Checks the files that a rescan added, as the others were before. Those that can't be checked because their source went away
 * are counted as not checked: they are queued already. Does nothing where those weren't checked.
 */
async function inspectFound(
  context: EngineContext,
  upload: Pick<Upload, 'id' | 'serverUrl' | 'keyId' | 'profilePath' | 'request'>,
  { before, ...since }: Found,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { store, repositories, sources, version, stallMs } = context;
  const { inspections, findings } = repositories;
  const { id: uploadId, request } = upload;
  if (before === null) return success(undefined);
  const profile = await uploadProfile(context, upload);
  if (!profile.ok) return profile;
  const { limits } = profile.value;
  const inspected = await inspectFiles(
    store.writes,
    repositories,
    sources,
    { uploadId, since, request, limits, version, signal, stallMs },
    { skip: new AbortController().signal, onProgress: () => {}, onStalled: () => {} },
  );
  if (!inspected.ok && inspected.failure.code !== 'source-unavailable') return inspected;
  store.writes.transaction(() => {
    if (!inspected.ok) {
      const files = inspections.countNew(uploadId, since);
      findings.add(uploadId, [
        { code: 'not-checked', itemId: null, path: '', details: { files, why: 'check-failed' } },
      ]);
      inspections.set(uploadId, { ...before, files: before.files + files, isSkipped: true });
    }
    recordInspection(repositories, uploadId);
  });
  return success(undefined);
}

/** Fails with stopped, and with source-unavailable where a source went away meanwhile. */
export async function inspectFiles(
  writes: WriteBatcher,
  repositories: Repositories,
  sources: SourceReader,
  { uploadId, since = inventoryStart, request, limits, version, signal, stallMs }: Target,
  { skip, onProgress, onStalled }: Watched,
): Promise<Result<void>> {
  const inspected = await inspectInventory(writes, repositories, {
    uploadId,
    since,
    maxFileBytes: largestFileBytes(limits),
    version,
    links: { sources: request.sources, followSymlinks: request.followSymlinks },
    signal,
    skip: request.checkFiles === false ? AbortSignal.abort() : skip,
    checkRoot: (path) => checkRoot(repositories, sources, uploadId, path, signal),
    onProgress,
    onStalled,
    stallMs,
  });
  return inspected.ok ? success(undefined) : inspected;
}

/** A part is at least one byte larger than the file's size divided by the number of parts (platform-interface 8). */
export function largestFileBytes({ maxFileBytes, maxParts, maxPartBytes }: Limits): number {
  return Math.min(maxFileBytes, maxParts * maxPartBytes - 1);
}

/** Returns null if the root is there, and the one that was scanned. */
async function checkRoot(
  { folders }: Repositories,
  sources: SourceReader,
  uploadId: UploadId,
  root: string,
  signal: AbortSignal,
): Promise<Failed | null> {
  const scanned = folders.rootIdentity(uploadId, root);
  try {
    const found = await sources.stat({ root, path: root }, signal);
    if (scanned === null || !mayBeAnotherRoot(scanned, found)) return null;
    return failure('source-unavailable', { root, reason: { kind: 'replaced' } });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === stoppedCode) return failure('stopped');
    return failure('source-unavailable', { root, reason: awayReason(errno) });
  }
}
