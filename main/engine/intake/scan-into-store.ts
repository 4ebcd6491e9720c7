import { type Failed, failure, type Result } from '../../../preload/contract/failure.ts';
import type { Repositories } from '../store/repositories.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import type { CustodianRule } from '../types/custodian-rule.ts';
import type { UploadId } from '../types/ids.ts';
import { createInventoryWriter } from './inventory-writer.ts';
import { scan } from './scan.ts';
import { type ResolvedRoot, resolveRoots } from './scan-roots.ts';
import type { ScanTotals } from './scan-types.ts';

export interface ScanRequest {
  readonly uploadId: UploadId;
  readonly sources: readonly string[];
  readonly followSymlinks: boolean;
  readonly custodianRule: CustodianRule;
  readonly signal: AbortSignal;
  readonly onBatch: () => void;
}

/** Scans the sources into the store: every file as queued, everything else with the reason why it isn't sent. */
export async function scanIntoStore(
  writes: WriteBatcher,
  repositories: Repositories,
  request: ScanRequest,
): Promise<Result<ScanTotals>> {
  const { uploadId, custodianRule, signal, followSymlinks } = request;
  const found = await resolveRoots(request.sources);
  if (!found.ok) return found;
  const roots = writes.transaction(() =>
    found.value.map((root) => repositories.folders.addRoot(uploadId, root.path, root.identity)),
  );
  const inventory = createInventoryWriter(
    repositories,
    { uploadId, custodianRule, roots, isKnown: null },
    (store) => {
      writes.transaction(store);
      request.onBatch();
    },
  );
  const scanned = await scan(request.sources, { signal, followSymlinks }, inventory.add);
  if (!scanned.ok) return scanned;
  inventory.end();
  const changed = await changedRoot(found.value);
  return changed ?? scanned;
}

/** What a scan found of a root that went away meanwhile is not its inventory. */
async function changedRoot(roots: readonly ResolvedRoot[]): Promise<Failed | null> {
  const now = await resolveRoots(roots.map(({ given }) => given));
  if (!now.ok) return now;
  const changed = roots.find(({ identity: { device, fileId } }, index) => {
    const identity = now.value[index]?.identity;
    return identity?.device !== device || identity.fileId !== fileId;
  });
  return changed === undefined
    ? null
    : failure('source-unavailable', { root: changed.path, reason: { kind: 'replaced' } });
}
