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

  test('a changed limit applies at once, and without a limit nothing waits', () => {
    const limiter = new BandwidthLimiter(bandwidthPlan({}));
    expect(limiter.reserve(1e12)).toBeUndefined();
    limiter.plan = bandwidthPlan({ bytesPerSecond: 1000 });
    limiter.reserve(1000);
    expect(limiter.reserve(1000)).toBeInstanceOf(Promise);
  });
});
