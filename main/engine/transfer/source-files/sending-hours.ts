import { setTimeout as delay } from 'node:timers/promises';
import { nextOpenTime } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import type { TransferContext } from './transfer-context.ts';

/** A person may change the hours, and somebody the clock. */
const checkEveryMs = 1_000;

/** Waits while the schedule sends nothing. Parts under way are sent to their end. A stop ends the waiting. */
export async function waitForHours({
  bandwidth,
  live,
  signal,
  finish,
}: Pick<TransferContext, 'bandwidth' | 'live' | 'signal' | 'finish'>): Promise<void> {
  if (bandwidth.bytesPerSecond > 0) return;
  const stop = AbortSignal.any([signal, finish]);
  while (bandwidth.bytesPerSecond === 0 && !stop.aborted) {
    const retryAtMs = nextOpenTime(bandwidth.plan, new Date()).getTime();
    live.waiting({ reason: { kind: 'hours' }, path: null, retryAtMs });
    await delay(checkEveryMs, undefined, { signal: stop }).catch(() => undefined);
  }
  live.waiting(null);
}

/** Resolves to true with a slot within the hours, or to false when the signal came first. While it waits, it holds none. */
export async function acquirePartSlot(
  context: Pick<TransferContext, 'bandwidth' | 'live' | 'finish' | 'partSlots'>,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { bandwidth, partSlots } = context;
  for (;;) {
    await waitForHours({ ...context, signal });
    if (!(await partSlots.acquire(sizeBytes, signal))) return false;
    // The hours may have ended while other parts had the slots.
    if (bandwidth.bytesPerSecond > 0) return true;
    partSlots.release(sizeBytes);
  }
}
