import { failure, type Reason, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { everything, isEverything } from '../../../../preload/contract/views/selection.ts';
import { nameInnerFolders } from '../../intake/custodians/name-inner-folders.ts';
import { rulesOf } from '../../intake/custodians/upload-rules.ts';
import { applySelection } from '../../intake/selection/apply-selection.ts';
import { findSentAgain } from '../../intake/selection/survey-inventory.ts';
import { identityChange } from '../../sources/file-version.ts';
import { type SourceAccess, statItem } from '../../sources/source-handle.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import { scannedIdentity } from '../../store/items/listed-item.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { JsonObject } from '../../types/canonical-json.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { afterEvent, type ItemEvent } from '../../types/item-states.ts';
import { loggedOutcome, outcomeChange } from '../../types/outcome-changes.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { FileIdentity } from '../../types/source-path.ts';
import { type Decided, nothingDecided, type RequeueResult } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { examineFound, recordInspection } from '../prepare/inspect-upload.ts';
import { recordFindings, recordInventory } from '../prepare/record-inventory.ts';
import { compareAgain, inspectAgain, isToInspect, type RetriedFile, storeAgain } from './inspect-again.ts';
import { hasWorkLeft, recordEnd, reopen } from './record-end.ts';
import { rescanFolder } from './rescan-folder.ts';
import { retakeFrom } from './retake-from.ts';
import { canRetryInPlace } from './retry-in-place.ts';

export interface RequeueOptions {
  readonly by: 'person' | 'watched-folder';
  /** Only what failed for one of these; null for everything. */
  readonly reasons: ReadonlySet<Reason['code']> | null;
}

type GoneItems = ReturnType<Repositories['watchLedger']['goneItems']>;

const nothingRequeued: RequeueResult = { requeued: 0, chosenAgain: 0, discovered: 0, left: 0, failed: 0 };

const everyFailure: RequeueOptions = { by: 'person', reasons: null };

/** Items per flush to the disk: a hundred thousand failed files are queued again in seconds. */
const batchSize = 500;

/**
 * Queues failed items again. Each file is examined again. An unchanged one keeps its source file and parts if its
 * failure allows it (retry-in-place.ts); every other one gets a new source file, so that old and new content are never
 * mixed. A folder that could not be read is rescanned. What still can't be found or read stays failed. So does a file of
 * a watched folder that changed, or that its ledger sends with another batch or by another rule. An upload whose scan isn't
 * complete, or that nobody started, has no failed files yet: its scan or start reads them again, and the log must not have
 * its inventory before. Fails with upload-cancelled, also where that happens meanwhile.
 */
export async function requeueFailedItems(
  context: EngineContext,
  id: UploadId,
  options: RequeueOptions = everyFailure,
): Promise<Result<RequeueResult>> {
  const { runs, repositories, tasks } = context;
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const isCancelled = (): boolean => repositories.uploads.getAny(id)?.state === 'cancelled';
  const cancelled = failure('upload-cancelled', { uploadId: id });
  if (isCancelled()) return cancelled;
  if (upload.state === 'scanning' || upload.startedAt === null) return success(nothingRequeued);
  const requeued = await runs.requeue(id, (stop) =>
    tasks.run((closing) => requeueEach(context, upload, options, AbortSignal.any([closing, stop]))),
  );
  return isCancelled() ? cancelled : requeued;
}

async function requeueEach(
  context: EngineContext,
  upload: Upload,
  { by, reasons }: RequeueOptions,
  signal: AbortSignal,
): Promise<Result<RequeueResult>> {
  const { store, repositories, sources, stateDir } = context;
  const { id, request } = upload;
  const mark = repositories.inspections.mark();
  const { uploads, items, packs, sourceFiles, fileHashes, selections } = repositories;
  const selection = request.selection ?? everything;
  const wasFinished = upload.state === 'finished';
  const retried: ItemId[] = [];
  let chosenAgain = 0;
  let discovered = 0;
  let left = 0;
  const gone = goneItems(repositories, by === 'person' ? upload : null);
  const mayTake = retakeFrom(repositories, upload.request);
  const examined: RetriedFile[] = [];
  /** Files whose content may have changed, and files that had the same content as one of these. */
  const toCompare = new Set(repositories.inspections.toCompare(id).items);
  const requeueExamined = async (): Promise<Result<void>> => {
    const batch = examined.splice(0);
    if (batch.length === 0) return success(undefined);
    const again = batch.filter((file) => isToInspect(repositories, file));
    const inspected = await inspectAgain(context, upload, again, signal);
    if (!inspected.ok) return inspected;
    if (signal.aborted) return failure('stopped');
    await store.writes.enqueue(() => {
      const retriedBefore = retried.length;
      storeAgain(repositories, upload, again, inspected.value);
      for (const { item, seen, hasChanged } of batch) {
        if (!mayTake(item)) continue;
        retried.push(item.id);
        const keepsParts = canRetryInPlace(item, seen, sourceFiles.current(item.id));
        // Its content may be another one, so it stands for no other file.
        if (hasChanged) for (const id of [item.id, ...fileHashes.forget(item.id)]) toCompare.add(id);
        const changed = identityData(repositories, item, seen);
        items.updateIdentity(item, seen);
        if (!keepsParts) sourceFiles.abandon(item.id);
        const event = keepsParts ? 'resumed' : 'retried';
        recordDecision(repositories, { ...item, ...seen }, event, by, new Date().toISOString(), changed);
      }
      const changedItems = batch.flatMap(({ item, hasChanged }) => (hasChanged ? [item.id] : []));
      findSentAgain(repositories, id, new Set(changedItems));
      repositories.inspections.setToCompare(id, toCompare);
      if (retried.length === retriedBefore) return;
      // Many small files may be sent in a pack again.
      packs.setPackedTo(id, 0);
      // What was skipped as the same as a file that changed since is chosen again, also after a kill.
      if (toCompare.size > 0 && !isEverything(selection)) selections.setPending(id, true);
      // In the same transaction: a finished upload with queued files would never be resumed.
      reopen(repositories, id);
    });
    return success(undefined);
  };
  // Items that a rescan adds may fail too. They are not tried a second time.
  const last = items.lastProblemId(id);
  // The list is read in pages after an advancing id, so moving items doesn't disturb it.
  for (const item of items.problemItems(id)) {
    if (item.id > last) break;
    if (item.state !== 'failed') continue;
    if (reasons !== null && !reasons.has(item.reason?.code ?? 'bug')) continue;
    if (signal.aborted) return failure('stopped');
    if (gone.has(item.id)) {
      left += 1;
      await store.writes.enqueue(() => recordLeft(repositories, item, by, new Date().toISOString()));
      continue;
    }
    const sourceFile = sourceFiles.current(item.id);
    if (sourceFile !== null && sourceFiles.mayBeAccepted(sourceFile)) {
      if (await store.writes.enqueue(() => askAgain(repositories, item, by, mayTake))) retried.push(item.id);
      continue;
    }
    const seen = await examine(item, { sources, options: request, signal });
    if (seen === null) continue;
    // What is in it now is taken by the watched folder.
    if (seen === 'folder' && request.watch !== undefined) continue;
    if (seen === 'folder') {
      const done = await requeueExamined();
      if (!done.ok) return done;
      const read = await rescanFolder(store.writes, repositories, sources, item, stateDir, signal);
      if (!read.ok) return read;
      discovered += read.value;
      continue;
    }
    // The watched folder takes its new content as another version.
    if (request.watch !== undefined && identityChange(item, seen, false) !== null) continue;
    examined.push({ item, seen, hasChanged: hasChanged(item, seen) });
    const done = examined.length === batchSize ? await requeueExamined() : success(undefined);
    if (!done.ok) return done;
  }
  const done = await requeueExamined();
  if (!done.ok) return done;
  const examinedToo = await examineFound(context, upload, signal);
  if (!examinedToo.ok) return examinedToo;
  const compared = await compareAgain(context, upload, signal);
  if (!compared.ok) return compared;
  // What a folder that can be read now holds is chosen as everything else was. A file that can't be sent is no reason to skip
  // its duplicates.
  if (discovered > 0 || selection.skipDuplicates || selections.isPending(id)) {
    const openBefore = selections.countOpen(id, mark.item);
    store.writes.transaction(() => {
      selections.setPending(id, true);
      reopen(repositories, id);
    });
    if (!(await applySelection(store.writes, repositories, id, selection, signal))) return failure('stopped');
    const skippedAgain = retried.length - selections.countOpenOf(retried);
    chosenAgain = Math.max(0, selections.countOpen(id, mark.item) - openBefore + skippedAgain);
  }
  const isRecorded =
    (await recordInspectedAgain(context, upload, signal)) &&
    (await recordInventory(store.writes, repositories, id, signal));
  if (!isRecorded) return failure('stopped');
  const totals = uploads.totals(id);
  // The rules may skip all that was queued again.
  if (wasFinished && !hasWorkLeft(repositories, id) && uploads.get(id)?.state === 'paused')
    recordEnd(context, id, 'finished', null);
  return success({
    requeued: selections.countOpenOf(retried),
    chosenAgain,
    discovered,
    left,
    failed: totals.failed.items,
  });
}

/** What was found of retried files, for the log. A run records it where this is interrupted. False after `signal`. */
async function recordInspectedAgain(
  { store: { writes }, repositories }: EngineContext,
  upload: Upload,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, request } = upload;
  const { inspections, containerFolders } = repositories;
  if (!inspections.isChanging(id)) return true;
  const rules = rulesOf(repositories, id, request);
  if (!(await nameInnerFolders(writes, containerFolders, id, rules, signal))) return false;
  writes.transaction(() => recordInspection(repositories, id));
  return recordFindings(writes, repositories, id, signal);
}

function hasChanged(item: Item, seen: FileIdentity): boolean {
  return item.reason?.code === 'file-changed' || identityChange(item, seen, false) !== null;
}

/** Carries out what a person decided about items that need review. */
export function resolveHeldItems(
  repositories: Repositories,
  id: UploadId,
  { held: decision, heldItems }: Pick<RunOptions, 'held' | 'heldItems'>,
  at: string,
): Decided {
  if (decision === 'ask') return nothingDecided;
  const chosen = heldItems === undefined ? null : new Set(heldItems);
  const { packs, sourceFiles } = repositories;
  const upload = repositories.uploads.get(id);
  const isRetry = decision === 'retry';
  const gone = goneItems(repositories, isRetry ? upload : null);
  // One decision for all members: those to be sent again may be in another pack.
  for (const pack of packs.inState(id, 'held')) {
    if (chosen !== null) {
      const members = [...packs.membersById(pack)].map(({ item }) => item.id);
      if (!members.some((member) => chosen.has(member))) continue;
      for (const member of members) chosen.add(member);
    }
    if (decision === 'skip') packs.setState(pack, 'closed');
    else {
      sourceFiles.abandonPack(pack);
      packs.close(pack);
      packs.setPackedTo(id, 0);
    }
  }
  let files = 0;
  let left = 0;
  let kept = 0;
  for (const item of repositories.items.problemItems(id)) {
    if (item.state !== 'held' || chosen?.has(item.id) === false) continue;
    // Nothing is there to be sent, and only the dataset tells whether it was.
    if (gone.get(item.id)?.isElsewhere === false && item.reason?.code !== 'held-by-rule') {
      kept += 1;
      continue;
    }
    files += 1;
    if (isRetry) repositories.sourceFiles.abandon(item.id);
    if (gone.has(item.id)) {
      left += 1;
      recordLeft(repositories, item, 'person', at);
    } else recordDecision(repositories, item, isRetry ? 'retried' : 'skipped', 'person', at);
  }
  // To skip moves no end by which a watched folder would see it.
  repositories.watchBatches.setUnrecorded(id);
  if (upload?.request.watch !== undefined) repositories.watchLedger.takeQueued(upload.request.watch.batchId);
  return { files, left, kept };
}

/** Its file is gone from its watched folder, or replaced: there is nothing to send. */
function recordLeft(repositories: Repositories, item: Item, by: RequeueOptions['by'], at: string): void {
  recordDecision(repositories, item, 'skipped', by, at, {}, 'left-watched-folder');
}

/** Returns none for null, and for an upload of no watched folder. */
function goneItems({ watchLedger }: Repositories, upload: Upload | null): GoneItems {
  const watch = upload?.request.watch;
  return watch === undefined ? new Map() : watchLedger.goneItems(watch.batchId);
}

/** Its completion is asked for again, as it was sent, whatever became of the file since. Returns whether it may be. */
function askAgain(
  repositories: Repositories,
  item: Item,
  by: RequeueOptions['by'],
  mayTake: (item: Item) => boolean,
): boolean {
  if (!mayTake(item)) return false;
  recordDecision(repositories, item, 'resumed', by, new Date().toISOString());
  reopen(repositories, item.uploadId);
  return true;
}

function recordDecision(
  { items, events, listings, sourceFiles }: Repositories,
  item: Item,
  event: Extract<ItemEvent, 'retried' | 'resumed' | 'skipped'>,
  by: RequeueOptions['by'],
  at: string,
  data: JsonObject = {},
  skipCode: 'skipped-by-person' | 'left-watched-folder' = 'skipped-by-person',
): void {
  const to = afterEvent(item.state, event);
  if (to === null) throw new Error(`Item ${item.id} is ${item.state} and cannot be ${event}`);
  const isSkipped = event === 'skipped';
  const kept = event === 'resumed' ? sourceFiles.current(item.id) : null;
  const reason: Reason | null = isSkipped ? { code: skipCode } : null;
  items.transition(item, item.state, to, reason);
  events.append(item.uploadId, at, isSkipped ? 'item-skipped' : 'item-queued', {
    item: item.id,
    path: displayPath(item),
    by,
    ...data,
    ...(item.id <= listings.loggedTo(item.uploadId)
      ? outcomeChange(item.id, loggedOutcome(to, reason), loggedOutcome(item.state, item.reason))
      : {}),
    ...(kept === null ? {} : { partsKept: sourceFiles.parts(kept.id).length }),
  });
}

/** For the log, whose inventory has the item as it was scanned. Call before the item gets its new identity. */
function identityData({ listings }: Repositories, item: Item, seen: FileIdentity): JsonObject {
  const [was, now] = [scannedIdentity(item), scannedIdentity({ ...item, ...seen })];
  if (item.id > listings.loggedTo(item.uploadId)) return {};
  if (was.sizeBytes === now.sizeBytes && was.modified === now.modified) return {};
  listings.keepScanned(item.id, was);
  return { identity: { was, now } };
}

async function examine(item: Item, access: SourceAccess): Promise<FileIdentity | 'folder' | null> {
  if (item.link !== null) return item;
  try {
    const stats = await statItem(item, access);
    if (stats.kind === 'folder') return 'folder';
    return stats.kind === 'file' ? stats : null;
  } catch {
    // Its root may still be away, and the upload waits for it again. Else its reason is unchanged.
    return item.reason?.code === 'source-unavailable' ? item : null;
  }
}
