import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import { StoreError } from '../store/sqlite-failure.ts';
import { afterEvent, type ItemEvent } from '../types/item-states.ts';
import { type ConcurrencyBounds, initialConcurrency, nextConcurrency } from './adaptive-concurrency.ts';
import type { TransferContext } from './context.ts';
import { type SendOutcome, sendFile } from './send-file.ts';
import { sendLink } from './send-link.ts';

/** Enough files under way that small ones use the paced requests to the full, over a slow line too. */
const filesUnderWay = 12;
const lookEveryMs = 2_000;

/**
 * Sends everything that is still to be sent, several files at a time, until all is done or something stops the upload.
 *
 * Fails with `stopped`, `key-refused`, `disk-full` and what refuses the whole upload.
 */
export async function sendUpload(
  transfer: TransferContext,
  bounds: ConcurrencyBounds,
  end: AbortController,
): Promise<Result<void>> {
  let stoppedBy: Failure | null = null;
  const stop = (failure: Failure): void => {
    stoppedBy ??= failure;
    end.abort();
  };
  const next = openItems(transfer);
  const adapting = adapt(transfer, bounds);
  const worker = async (): Promise<void> => {
    for (let item = next(); item !== null && !transfer.signal.aborted; item = next()) {
      const outcome = await (item.link === null ? sendFile(transfer, item) : sendLink(transfer, item));
      if (outcome.kind === 'upload-stops') stop(standingAlone(outcome.failure));
      else await settle(transfer, item, outcome);
    }
  };
  const settled = await Promise.allSettled(
    Array.from({ length: filesUnderWay }, () =>
      worker().catch((error: unknown) => {
        if (!(error instanceof StoreError)) end.abort();
        else return stop(error.failure);
        throw error;
      }),
    ),
  );
  adapting.stop();
  for (const result of settled) if (result.status === 'rejected') throw result.reason;
  if (stoppedBy !== null) return { ok: false, failure: stoppedBy };
  if (transfer.signal.aborted)
    return { ok: false, failure: { code: 'stopped', message: 'Stopped; everything acknowledged is kept.' } };
  const { queued, uploading } = transfer.uploads.totals(transfer.upload.id);
  if (queued.items + uploading.items > 0) throw new Error('The sending ended with items still to be sent');
  return success(undefined);
}

/** An item's reason stands beside its path; a failure of the whole upload names the file itself. */
function standingAlone(failure: Failure): Failure {
  return failure.path === undefined
    ? failure
    : { ...failure, message: `${failure.path}: ${failure.message}` };
}

/** First what an earlier run left in the middle, then the queue in inventory order; read page by page. */
function openItems(transfer: TransferContext): () => Item | null {
  const { items, upload } = transfer;
  const page = 200;
  let waiting = [...allSending(transfer)];
  let after = 0;
  return () => {
    if (waiting.length === 0) {
      waiting = [...items.openItems(upload.id, 'queued', after, page)];
      after = waiting.at(-1)?.id ?? after;
    }
    return waiting.shift() ?? null;
  };
}

/** At most as many as were under way, so they fit in memory. */
function allSending({ items, upload }: TransferContext): readonly Item[] {
  return items.openItems(upload.id, 'uploading', 0, 10_000);
}

const eventOf = {
  accepted: 'completed',
  failed: 'failed',
  held: 'unknown',
} as const satisfies Partial<Record<SendOutcome['kind'], ItemEvent>>;

async function settle(
  transfer: TransferContext,
  item: Item,
  outcome: Exclude<SendOutcome, { kind: 'upload-stops' }>,
): Promise<void> {
  if (outcome.kind === 'stopped') return;
  const { writes, items, sourceFiles, events, upload } = transfer;
  const at = transfer.now().toISOString();
  await writes.enqueue(() => {
    // Read again: this run took it as queued and may have started it since.
    const from = items.stateOf(item.id);
    const to = afterEvent(from, eventOf[outcome.kind]);
    if (to === null) throw new Error(`Item ${item.id} is ${from} and cannot be ${outcome.kind}`);
    const path = displayPath(item);
    if (outcome.kind === 'accepted') {
      sourceFiles.recordCompletion(outcome.sourceFile.id, at, outcome.answerState);
      events.append(upload.id, at, 'source-file-completed', {
        item: item.id,
        path,
        sourceFileId: outcome.sourceFile.platformId,
        sizeBytes: item.sizeBytes,
        parts: outcome.sourceFile.partCount,
        sha1: outcome.sha1,
        state: outcome.answerState,
      });
      items.transition(item, from, to, null);
    } else {
      events.append(upload.id, at, `item-${to}`, {
        item: item.id,
        path,
        code: outcome.failure.code,
        reason: failureText(outcome.failure),
      });
      items.transition(item, from, to, outcome.failure);
    }
  });
}

/** Every two seconds: are more or fewer parts in flight better? */
function adapt(transfer: TransferContext, bounds: ConcurrencyBounds): { stop(): void } {
  const { partSlots, live } = transfer;
  const ended = new AbortController();
  const run = async (): Promise<void> => {
    let state = initialConcurrency(bounds);
    partSlots.limit = state.parts;
    let sentBytes = live.sentBytes;
    let since = performance.now();
    while (!ended.signal.aborted) {
      await delay(lookEveryMs, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      const now = performance.now();
      const bytesPerSecond = ((live.sentBytes - sentBytes) / (now - since)) * 1000;
      state = nextConcurrency(
        state,
        { bytesPerSecond, ...live.drainCounters(), full: partSlots.used >= partSlots.limit },
        bounds,
      );
      partSlots.limit = state.parts;
      sentBytes = live.sentBytes;
      since = now;
    }
  };
  void run();
  return { stop: () => ended.abort() };
}
