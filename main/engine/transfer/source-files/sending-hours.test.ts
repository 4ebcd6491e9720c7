import { describe, expect, test, vi } from 'vitest';
import { partBytes, transferOfTest } from '../../../../test/fixtures/transfer.ts';
import { sendFile } from '../files/send-file.ts';
import { BandwidthLimiter } from '../rates/bandwidth-limiter.ts';
import { PartSlots } from '../rates/part-slots.ts';
import { LiveProgress } from '../rates/progress.ts';
import { acquirePartSlot, waitForHours } from './sending-hours.ts';

const always = { bytesPerSecond: null, schedule: null };
const closed = {
  bytesPerSecond: null,
  schedule: {
    ...{ days: [(new Date().getDay() + 3) % 7], from: '10:00', to: '11:00' },
    sends: 'only',
    bytesPerSecond: null,
  },
} as const;

const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

test('outside its hours an upload waits and says so, until the hours change or it is to end', async () => {
  const [stop, finish] = [new AbortController(), new AbortController()];
  const bandwidth = new BandwidthLimiter(closed);
  const live = new LiveProgress();
  const said = vi.spyOn(live, 'waiting');
  const waiting = waitForHours({ bandwidth, live, signal: stop.signal, finish: finish.signal });
  expect(await isPending(waiting)).toBe(true);
  expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ reason: { kind: 'hours' } }));
  finish.abort();
  await waiting;
  expect(said).toHaveBeenLastCalledWith(null);
});

describe('once the hours have ended, no part starts', () => {
  test('that waited for another part, and it holds no slot', async () => {
    const { signal } = new AbortController();
    const context = {
      bandwidth: new BandwidthLimiter(always),
      live: new LiveProgress(),
      partSlots: new PartSlots(1, 1),
      signal,
      finish: signal,
    };
    expect(await acquirePartSlot(context, partBytes, signal)).toBe(true);
    const second = acquirePartSlot(context, partBytes, signal);
    expect(await isPending(second)).toBe(true);
    context.bandwidth.plan = closed;
    context.partSlots.release(partBytes);
    expect(await isPending(second)).toBe(true);
    expect(context.partSlots.used).toBe(0);
    context.bandwidth.plan = always;
    expect(await second).toBe(true);
    expect(context.partSlots.used).toBe(1);
  });

  test('that waited for its URL, which is asked for again', async () => {
    const { addFile, answers, usual, puts, run } = await transferOfTest();
    const item = addFile('a.pst', Buffer.alloc(10, 1));
    const bandwidth = new BandwidthLimiter(always);
    const transfer = { ...run(), bandwidth };
    const { promise: waits, resolve } = Promise.withResolvers<unknown>();
    vi.spyOn(transfer.live, 'waiting').mockImplementationOnce(resolve);
    let urls = 0;
    answers.partUrl = async (...asked) => {
      urls += 1;
      if (urls === 1) bandwidth.plan = closed;
      return usual.partUrl(...asked);
    };
    const sent = sendFile(transfer, item);
    expect(await waits).toMatchObject({ reason: { kind: 'hours' } });
    expect([urls, puts]).toEqual([1, []]);
    bandwidth.plan = always;
    expect(await sent).toMatchObject({ kind: 'accepted' });
    expect([urls, puts]).toEqual([2, ['/1/1']]);
  });
});
