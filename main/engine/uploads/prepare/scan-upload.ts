import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Failed, failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { asCause, isSkipReason } from '../../../../preload/contract/failures/failure-table.ts';
import type { HoldableIssue } from '../../../../preload/contract/views/exception.ts';
import { directoryRules } from '../../directories/sync-directory.ts';
import { checkLinkHosts } from '../../intake/check-links.ts';
import { nameInnerFolders } from '../../intake/custodians/name-inner-folders.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import { addLinks } from '../../intake/links.ts';
import { linkStoreOf } from '../../intake/mask-link.ts';
import { keepInspections } from '../../intake/preflight/keep-inspections.ts';
import { scanIntoStore } from '../../intake/scan-into-store.ts';
import { type ResolvedRoot, resolveRoots } from '../../intake/scan-roots.ts';
import { takeBatchIntoStore } from '../../intake/watch-batch-scan.ts';
import { mayBeAnotherRoot } from '../../sources/root-availability.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';
import { afterEvent, hasOpenItems } from '../../types/item-states.ts';
import type { ProblemItem, UploadRequest } from '../../types/uploads.ts';
import { uploadProfile } from '../context/connect.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { inspectUpload } from './inspect-upload.ts';
import { tryPasswordFile } from './locked-files.ts';
import { matchScannedCustodians } from './match-custodians.ts';
import { recordSelection, selectScannedFiles } from './select-files.ts';

/** A transaction of so many rows takes some milliseconds. */
const withheldPerTurn = 500;

/**
 * Scans an upload's sources. One that was interrupted reads every folder again, but only the files that are new or
 * changed (docs/resuming.md).
 */
export async function scanUpload(
  context: EngineContext,
  id: UploadId,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { store, repositories, linkHosts, progress, runs, sessions, secretLinks, sources } = context;
  const { uploads, items, folders, events } = repositories;
  const { writes } = store;
  const upload = uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const { request } = upload;
  // Before the inventory of an interrupted scan is cleared.
  const found = await resolveRoots(request.sources, sources, signal);
  if (!found.ok) return found;
  await keepInspections(writes, repositories, id, signal);
  if (signal.aborted) return failure('stopped');
  writes.transaction(() => {
    uploads.clearInventory(id);
    addLinks(items, id, request.links);
  });
  const scan = {
    uploadId: id,
    rules: rulesOf(repositories, id, request),
    signal,
    onBatch: () => progress.emit(id, 'scanning', 0),
  };
  const [source = ''] = request.sources;
  const scanned =
    request.watch === undefined
      ? await scanIntoStore(writes, repositories, sources, {
          ...scan,
          sources: request.sources,
          followSymlinks: request.followSymlinks,
          stateDir: context.dataFolder,
          onStalled: (roots) => progress.emit(id, 'scanning', 0, roots),
          stallMs: context.stallMs,
        })
      : await takeBatchIntoStore(writes, repositories, sources, {
          ...scan,
          batchId: request.watch.batchId,
          source,
        });
  if (!scanned.ok) return scanned;
  const { roots } = scanned.value;
  const replaced = roots.find((root) => isEmptyReplacement(repositories, id, root));
  if (replaced !== undefined)
    return failure('source-unavailable', { root: replaced.path, reason: { kind: 'replaced' } });
  writes.transaction(() => {
    for (const { path, identity } of roots) folders.setRootIdentity(id, path, identity);
  });
  if (!hasOpenItems(uploads.totals(id))) return nothingToSendFailure(repositories, id, request);
  const profile = await uploadProfile(context, upload);
  if (!profile.ok) return profile;
  const { route = {} } = sessions.find(upload) ?? {};
  await checkLinkHosts(
    writes,
    repositories,
    id,
    { given: secretLinks.of(id), stored: linkStoreOf(upload), hosts: linkHosts },
    route,
    signal,
  );
  if (signal.aborted) return failure('stopped');
  const inspected = await inspectUpload(context, {
    uploadId: id,
    request,
    limits: profile.value.limits,
    version: context.version,
    signal,
    stallMs: context.stallMs,
  });
  if (!inspected.ok) return inspected;
  const rules = rulesOf(repositories, id, request);
  if (!(await nameInnerFolders(writes, repositories.containerFolders, id, rules, signal)))
    return failure('stopped');
  const matched = await matchScannedCustodians(store, repositories, id, request, {
    rules: directoryRules(profile.value),
    signal,
  });
  if (!matched.ok) return matched;
  // Once the types of the files are known.
  const selected = await selectScannedFiles({ ...context, writes }, id, signal);
  if (!selected.ok) return selected;
  if (request.watch !== undefined) {
    const tried = await tryPasswordFile(context, id, request, signal);
    if (!tried.ok) return tried;
    if (!(await withholdFound(context, id, request.hold ?? [], signal))) return failure('stopped');
  }
  writes.transaction(() => {
    const { files, folders, sizeBytes, problems } = scanned.value;
    uploads.setState(id, 'ready');
    const at = new Date().toISOString();
    events.append(id, at, 'scan-finished', { files, folders, sizeBytes, problems });
    if (upload.startedAt !== null) recordSelection(repositories, id, at);
  });
  runs.setScanned(id);
  return success(undefined);
}

/**
 * Keeps files of a watched folder for a person, because of what was found in them. The log gets them as they are then.
 * False after `signal`.
 */
async function withholdFound(
  { repositories: { items, foundFiles }, store }: Pick<EngineContext, 'repositories' | 'store'>,
  id: UploadId,
  hold: readonly HoldableIssue[],
  signal: AbortSignal,
): Promise<boolean> {
  const to = afterEvent('queued', 'withheld');
  if (to === null) throw new Error('Queued files can be withheld');
  for (const issue of hold) {
    for (let after = 0; ; ) {
      const found = items.queuedWithIssue(id, issue, after, withheldPerTurn);
      const last = found.at(-1);
      if (last === undefined) break;
      after = last.id;
      store.writes.recomputable(() => {
        for (const item of found) {
          const finding = foundFiles.whatIs(item.id, issue);
          const details = { issue, ...(finding === null ? {} : { finding }) };
          items.transition(item, 'queued', to, failure('held-by-rule', details).failure);
        }
      });
      await nextTurn();
      if (signal.aborted) return false;
    }
  }
  return true;
}

/** Empty, and not what an interrupted scan of this upload found: a mount point without its volume. */
function isEmptyReplacement(
  { folders }: Repositories,
  id: UploadId,
  { path, identity }: Pick<ResolvedRoot, 'path' | 'identity'>,
): boolean {
  const earlier = folders.rootIdentity(id, path);
  if (earlier === null || !mayBeAnotherRoot(earlier, identity)) return false;
  return folders.roots(id).every((root) => root.rootPath !== path || folders.totals(root).items === 0);
}

/** Names the first file that can't be sent, where there are files. */
export function nothingToSendFailure(
  { items }: Pick<Repositories, 'items'>,
  id: UploadId,
  { sources }: Pick<UploadRequest, 'sources'>,
): Failed {
  const problem: ProblemItem | undefined = items.problems(id).next().value;
  const reason = problem?.reason ?? null;
  return problem === undefined || reason === null
    ? failure('nothing-to-send', { sources: [...sources] })
    : failure('nothing-to-send', {
        sources: [...sources],
        firstProblem: { path: problem.path, reason: isSkipReason(reason) ? reason : asCause(reason) },
      });
}
