import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { StalledRoot } from '../sources/reader-pool.ts';
import { mayBeAnotherRoot } from '../sources/root-availability.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import { ownIdentities } from '../store/files/data-folder.ts';
import type { Repositories } from '../store/repositories.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import type { UploadId } from '../types/ids.ts';
import { nameFiles } from './custodians/apply-rules.ts';
import type { CompiledRules } from './custodians/custodian-of.ts';
import { createInventoryWriter } from './inventory-writer.ts';
import { scanRoots } from './scan.ts';
import { type ResolvedRoot, resolveRoots, type ScannedRoots } from './scan-roots.ts';

export interface ScanRequest {
  readonly uploadId: UploadId;
  readonly sources: readonly string[];
  readonly followSymlinks: boolean;
  /** The data folder, whose files are never a source. It is null without one. */
  readonly stateDir: string | null;
  readonly rules: CompiledRules;
  readonly signal: AbortSignal;
  readonly onBatch: () => void;
  readonly onStalled: (roots: readonly StalledRoot[]) => void;
  readonly stallMs?: number | undefined;
}

/** Scans the sources into the store: every file as queued, everything else with the reason why it isn't sent. */
export async function scanIntoStore(
  writes: WriteBatcher,
  repositories: Repositories,
  sources: SourceReader,
  request: ScanRequest,
): Promise<Result<ScannedRoots>> {
  const { uploadId, rules, signal, followSymlinks, stateDir } = request;
  const found = await resolveRoots(request.sources, sources, signal);
  if (!found.ok) return found;
  const roots = writes.transaction(() => repositories.folders.addRoots(uploadId, found.value));
  const inventory = createInventoryWriter(
    repositories,
    { uploadId, rules, roots, isKnown: null },
    (store) => {
      // Interrupted, the scan begins again.
      writes.recomputable(store);
      request.onBatch();
    },
  );
  const { onStalled, stallMs } = request;
  const own = stateDir === null ? [] : ownIdentities(stateDir);
  const options = { signal, followSymlinks, own, onStalled, ...(stallMs === undefined ? {} : { stallMs }) };
  const scanned = await scanRoots(found.value, options, inventory.add);
  if (!scanned.ok) return scanned;
  const { items: files, bytes: sizeBytes } = inventory.end();
  await nameFiles(writes, repositories.custodians, uploadId, rules, signal);
  const changed = await changedRoot(found.value, sources, signal);
  return changed ?? success({ ...scanned.value, files, sizeBytes, roots: found.value });
}

/** What a scan found of a root that went away meanwhile is not its inventory. */
async function changedRoot(
  roots: readonly ResolvedRoot[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Failed | null> {
  const given = roots.map((root) => root.given);
  const now = await resolveRoots(given, sources, signal);
  if (!now.ok) return now;
  const changed = roots.find(({ identity }, index) => {
    const found = now.value[index]?.identity;
    return found === undefined || mayBeAnotherRoot(identity, found);
  });
  return changed === undefined
    ? null
    : failure('source-unavailable', { root: changed.path, reason: { kind: 'replaced' } });
}
