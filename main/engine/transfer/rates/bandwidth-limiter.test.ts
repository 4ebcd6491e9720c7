import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bandwidthPlan } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import { BandwidthLimiter } from './bandwidth-limiter.ts';

describe('the bandwidth limiter', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    { bytesPerSecond: 200_000, blockBytes: 64 * 1024, senders: 1 },
    { bytesPerSecond: 5_000_000, blockBytes: 1024 * 1024, senders: 4 },
    { bytesPerSecond: 80_000_000, blockBytes: 1024 * 1024, senders: 16 },
  ])(
    'keeps $bytesPerSecond bytes a second within 5% with $senders senders',
    async ({ bytesPerSecond, blockBytes, senders }) => {
      const limiter = new BandwidthLimiter(bandwidthPlan({ bytesPerSecond }));
      const seconds = 60;
      let sentBytes = 0;
      const end = performance.now() + seconds * 1000;
      const send = async (): Promise<void> => {
        while (performance.now() < end) {
          await limiter.reserve(blockBytes);
          if (performance.now() <= end) sentBytes += blockBytes;
        }
      };
      const sending = Array.from({ length: senders }, send);
      await vi.advanceTimersByTimeAsync((seconds + 60) * 1000);
      await Promise.all(sending);
      expect(sentBytes / seconds).toBeGreaterThan(bytesPerSecond * 0.95);
      expect(sentBytes / seconds).toBeLessThan(bytesPerSecond * 1.05);
    },
  );

  test('an upload has its own limit beside the others’, and hours of its own leave the shared one', () => {
    const limiter = new BandwidthLimiter(bandwidthPlan({ bytesPerSecond: 1000 }));
    const [own, off, other] = [{ bytesPerSecond: 10 }, { bytesPerSecond: null }, {}].map((limits) =>
      limiter.ofUpload(limits),
    );
    own?.reserve(1000);
    expect(off?.reserve(1e12)).toBeUndefined();
    expect(other?.reserve(0)).toBeUndefined();
    expect(own?.reserve(1)).toBeInstanceOf(Promise);
    const never = limiter.ofUpload({ hours: { days: [], from: '00:00', to: '00:00' } });
    expect(never.reserve(1000)).toBeInstanceOf(Promise);
    expect(other?.reserve(1)).toBeInstanceOf(Promise);
    limiter.plan = bandwidthPlan({ bytesPerSecond: 7 });
    expect([own?.plan, never.plan].map((plan) => plan?.bytesPerSecond)).toEqual([10, 7]);
  });

  test('a changed limit applies at once, and without a limit nothing waits', () => {
    const limiter = new BandwidthLimiter(bandwidthPlan({}));
    expect(limiter.reserve(1e12)).toBeUndefined();
    limiter.plan = bandwidthPlan({ bytesPerSecond: 1000 });
    limiter.reserve(1000);
    expect(limiter.reserve(1000)).toBeInstanceOf(Promise);
  });

  test.each([{}, { bytesPerSecond: 10_000_000 }])(
    'what waits already goes by a changed limit: %o',
    async (changed) => {
      const limiter = new BandwidthLimiter(bandwidthPlan({ bytesPerSecond: 12_000 }));
      const waiting = Array.from({ length: 4 }, () => limiter.reserve(1024 * 1024));
      await vi.advanceTimersByTimeAsync(5000);
      limiter.plan = bandwidthPlan(changed);
      const all = Promise.all(waiting).then(() => performance.now());
      const changedAt = performance.now();
      await vi.advanceTimersByTimeAsync(600_000);
      expect((await all) - changedAt).toBeLessThan(2000);
      limiter.plan = bandwidthPlan({ bytesPerSecond: 1000 });
      expect(limiter.reserve(1000)).toBeInstanceOf(Promise);
    },
  );
});
