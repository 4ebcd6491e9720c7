import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { countPacks, packsAtOnce } from '../../packs/pack-limits.ts';
import { displayPath, type Item } from '../../store/items/item-repository.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { Pack } from '../../store/uploads/pack-repository.ts';
import { hasOpenItems } from '../../types/item-states.ts';
import { sendFile } from '../files/send-file.ts';
import { sendLink } from '../files/send-link.ts';
import { dividePack, pieceBytes } from '../packs/cut-pack.ts';
import { sendPack } from '../packs/send-pack.ts';
import type { ConcurrencyBounds } from '../rates/adaptive-concurrency.ts';
import { adaptConcurrency } from '../rates/concurrency-controller.ts';
import { waitForHours } from '../source-files/sending-hours.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { ItemQueue } from './item-queue.ts';
import { PackQueue } from './pack-queue.ts';
import { recordOutcome } from './record-outcome.ts';
import { recordPackOutcome } from './record-pack-outcome.ts';
import { stopWhenFinished } from './stop-when-finished.ts';

/** Enough for small files to use the whole rate limit, over a slow line too. */
const parallelFiles = 12;

/**
 * Sends everything that is still to be sent, several files at a time. Files of a root that is away wait until it is
 * back. `end` aborts the transfer's signal.
 *
 * Fails with `stopped`, `key-refused`, `disk-full` and what refuses the whole upload.
 */
export async function sendUpload(
  transfer: TransferContext,
  bounds: ConcurrencyBounds,
  end: AbortController,
): Promise<Result<void>> {
  const { signal, finish, roots } = transfer;
  let stoppedBy: Failure | null = null;
  const stop = (reason: Failure): void => {
    stoppedBy ??= reason;
    end.abort();
  };
  const queue = new ItemQueue(transfer.items, transfer.upload.id);
  const packs = new PackQueue(transfer.packs.open(transfer.upload.id));
  transfer.live.packsLeft = () => countPacks(packs.left, pieceBytes(transfer));
  const changes = new Changes();
  const unsubscribe = roots.onChange(() => {
    queue.rewind();
    changes.announce();
  });
  for (const stopping of [signal, finish])
    stopping.addEventListener('abort', () => changes.announce(), { once: true });
  // One more than parts may be in flight, which is read or completed meanwhile.
  const packsInFlight = (): number =>
    Math.min(packsAtOnce, transfer.partSlots.large.limit + (transfer.live.line.largestBytes > 0 ? 1 : 0));
  const isOpen = (): boolean => hasOpenItems(transfer.uploads.totals(transfer.upload.id));
  /** A person may decide about files meanwhile: what is queued behind the place of the queue is sent last. */
  const decidedItem = (nowMs: number): Item | null => {
    if (!queue.isIdle || !packs.isIdle || roots.waiting.length > 0 || !isOpen()) return null;
    queue.rewind();
    return queue.next([], nowMs);
  };
  const worker = async (): Promise<void> => {
    while (!signal.aborted && !finish.aborted) {
      await waitForHours(transfer);
      const changed = changes.next;
      const nowMs = performance.now();
      const pack = packs.inFlight < packsInFlight() ? packs.next(roots.waiting, nowMs) : null;
      const found = pack === null ? queue.search(roots.waiting, nowMs) : null;
      if (found === 'searching') {
        await nextTurn();
        continue;
      }
      const item = pack === null ? (found ?? decidedItem(nowMs)) : null;
      if (pack !== null || item !== null) {
        const stopsWith =
          pack !== null
            ? await sendQueuedPack(transfer, packs, queue, pack, changes)
            : item === null
              ? null
              : await sendItem(transfer, queue, item);
        if (stopsWith !== null) stop(stopsWith);
        changes.announce();
      } else if (queue.isIdle && packs.isIdle && roots.waiting.length === 0) return;
      else await waitUntil(changed, earlier(queue.nextDueMs, packs.nextDueMs));
    }
  };
  const { partSlots, live, lineSpeed, platform, bandwidth } = transfer;
  const stopAdapting = adaptConcurrency(partSlots.large, live.line, bounds, (sample) => {
    lineSpeed.observe(sample, platform.profile.limits, bandwidth.bytesPerSecond);
    changes.announce();
  });
  const stopFinishing = stopWhenFinished(transfer, end);
  const workers = await Promise.allSettled(
    Array.from({ length: parallelFiles }, () =>
      worker().catch((error: unknown) => {
        if (error instanceof StoreError) return stop(error.failure);
        end.abort();
        throw error;
      }),
    ),
  );
  stopAdapting();
  stopFinishing();
  unsubscribe();
  for (const result of workers) if (result.status === 'rejected') throw result.reason;
  if (stoppedBy !== null) return { ok: false, failure: stoppedBy };
  if (signal.aborted) return failure('stopped');
  if (finish.aborted && isOpen()) return failure('stopped');
  // No file is left that could be sent: someone edited the store, or this code has a bug.
  if (isOpen()) return failure('upload-altered', { uploadId: transfer.upload.id, altered: 'states' });
  return success(undefined);
}

/** Returns what stops the whole upload, or null. */
async function sendItem(transfer: TransferContext, queue: ItemQueue, item: Item): Promise<Failure | null> {
  const { roots, live } = transfer;
  const outcome = await (item.link === null ? sendFile(transfer, item) : sendLink(transfer, item));
  switch (outcome.kind) {
    case 'upload-stops':
      return outcome.failure;
    case 'stopped':
      return null;
    case 'failed': {
      const step = await roots.afterFailure(item, outcome.failure);
      if (step.kind === 'retry') {
        const { afterMs, reason } = step;
        // Not the wall clock, which may be set meanwhile.
        queue.defer(item, performance.now() + afterMs);
        if (afterMs > 0) live.waiting({ reason, path: displayPath(item), retryAtMs: Date.now() + afterMs });
        return null;
      }
      if (step.kind === 'wait') queue.putBack(item);
      else {
        await recordOutcome(transfer, item, { kind: 'failed', failure: step.failure });
        queue.done(item);
      }
      return null;
    }
    default:
      roots.succeeded(item);
      await recordOutcome(transfer, item, outcome);
      queue.done(item);
      return null;
  }
}

/** Returns what stops the whole upload, or null. */
async function sendQueuedPack(
  transfer: TransferContext,
  packs: PackQueue,
  queue: ItemQueue,
  queued: Pack,
  changes: Changes,
): Promise<Failure | null> {
  let pack = queued;
  const divided = await dividePack(transfer, queued);
  if (divided !== null) {
    const { piece, left, alone } = divided;
    if (alone > 0) queue.rewind();
    if (left === null) packs.done(queued);
    else packs.putBack(left);
    if (piece === null) return null;
    packs.take(piece);
    changes.announce();
    pack = piece;
  }
  const outcome = await sendPack(transfer, pack);
  // It may have fewer members now.
  const now = transfer.packs.get(pack.id) ?? pack;
  switch (outcome.kind) {
    case 'upload-stops':
      return outcome.failure;
    case 'stopped':
      return null;
    case 'waits':
    case 'divides':
      packs.putBack(now);
      return null;
    case 'retries': {
      const { afterMs, reason, path } = outcome;
      packs.putBack(now, performance.now() + afterMs);
      if (afterMs > 0) transfer.live.waiting({ reason, path, retryAtMs: Date.now() + afterMs });
      return null;
    }
    case 'dissolved':
      packs.done(pack);
      queue.rewind();
      return null;
    case 'handed-over':
      throw new Error(`Pack ${pack.id} was handed over as a link`);
    default:
      await recordPackOutcome(transfer, now, outcome);
      packs.done(pack);
      return null;
  }
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** What idle workers wait for. */
class Changes {
  #next = Promise.withResolvers<void>();

  get next(): Promise<void> {
    return this.#next.promise;
  }

  announce(): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers();
    resolve();
  }
}

async function waitUntil(changed: Promise<void>, dueMs: number | null): Promise<void> {
  const due = Promise.withResolvers<void>();
  const timer = dueMs === null ? undefined : setTimeout(due.resolve, Math.max(0, dueMs - performance.now()));
  await Promise.race([changed, due.promise]);
  clearTimeout(timer);
}
