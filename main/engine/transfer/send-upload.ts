import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Item } from '../store/item-repository.ts';
import { StoreError } from '../store/sqlite-failure.ts';
import type { ConcurrencyBounds } from './adaptive-concurrency.ts';
import { adaptConcurrency } from './concurrency-controller.ts';
import { recordOutcome } from './record-outcome.ts';
import { sendFile } from './send-file.ts';
import { sendLink } from './send-link.ts';
import type { TransferContext } from './transfer-context.ts';

/** Enough for small files to use the whole rate limit, over a slow line too. */
const parallelFiles = 12;
const pageSize = 200;
/** Items that an earlier run left in flight: never more than were in flight, so they fit in memory. */
const maxInterruptedItems = 10_000;

/**
 * Sends everything that is still to be sent, several files at a time. `end` aborts the transfer's signal.
 *
 * Fails with `stopped`, `key-refused`, `disk-full` and what refuses the whole upload.
 */
export async function sendUpload(
  transfer: TransferContext,
  bounds: ConcurrencyBounds,
  end: AbortController,
): Promise<Result<void>> {
  const { signal } = transfer;
  let stoppedBy: Failure | null = null;
  const stop = (reason: Failure): void => {
    stoppedBy ??= reason;
    end.abort();
  };
  const next = itemQueue(transfer);
  const worker = async (): Promise<void> => {
    for (let item = next(); item !== null && !signal.aborted; item = next()) {
      const outcome = await (item.link === null ? sendFile(transfer, item) : sendLink(transfer, item));
      if (outcome.kind === 'upload-stops') stop(outcome.failure);
      else if (outcome.kind !== 'stopped') await recordOutcome(transfer, item, outcome);
    }
  };
  const { partSlots, live, lineSpeed, platform, bandwidth } = transfer;
  const stopAdapting = adaptConcurrency(partSlots, live.line, bounds, (sample) =>
    lineSpeed.observe(sample, platform.profile.limits, bandwidth.bytesPerSecond),
  );
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
  for (const result of workers) if (result.status === 'rejected') throw result.reason;
  if (stoppedBy !== null) return { ok: false, failure: stoppedBy };
  if (signal.aborted) return failure('stopped');
  const { queued, uploading } = transfer.uploads.totals(transfer.upload.id);
  if (queued.items + uploading.items > 0) throw new Error('The sending ended with items still to be sent');
  return success(undefined);
}

/** First what an earlier run left in flight, then the queue in inventory order. Read page by page. */
function itemQueue({ items, upload }: TransferContext): () => Item | null {
  let page = [...items.openItems(upload.id, 'uploading', 0, maxInterruptedItems)];
  let after = 0;
  return () => {
    if (page.length === 0) {
      page = [...items.openItems(upload.id, 'queued', after, pageSize)];
      after = page.at(-1)?.id ?? after;
    }
    return page.shift() ?? null;
  };
}
