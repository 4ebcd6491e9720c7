import { expect, test, vi } from 'vitest';
import { BandwidthLimiter } from '../rates/bandwidth-limiter.ts';
import { LiveProgress } from '../rates/progress.ts';
import { waitForHours } from './sending-hours.ts';

const isPending = (promise: Promise<void>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

test('outside its hours an upload waits and says so, until the hours change or it is to end', async () => {
  const [stop, finish] = [new AbortController(), new AbortController()];
  const closed = { days: [(new Date().getDay() + 3) % 7], from: '10:00', to: '11:00' };
  const bandwidth = new BandwidthLimiter({
    bytesPerSecond: null,
    schedule: { ...closed, sends: 'only', bytesPerSecond: null },
  });
  const live = new LiveProgress();
  const said = vi.spyOn(live, 'waiting');
  const waiting = waitForHours({ bandwidth, live, signal: stop.signal, finish: finish.signal });
  expect(await isPending(waiting)).toBe(true);
  expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ reason: { kind: 'hours' } }));
  finish.abort();
  await waiting;
  expect(said).toHaveBeenLastCalledWith(null);
});
