import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { upload } from '../../test/fixtures/views.ts';
import { createDiskSpaceWatcher, hasSpace, readDiskSpace } from './disk-space.ts';

const MB = 1_000_000;
const full = failure('disk-full', { path: '/data/lading.db' }).failure;

describe('whether a disk has space again', () => {
  it.each([
    ['a large disk with a few megabytes', 4 * MB, 2_000_000 * MB, false],
    ['a large disk with 64 MB', 64 * MB, 2_000_000 * MB, true],
    ['a small disk that is full', 0, 100 * MB, false],
    ['a small disk with a tenth of its size', 10 * MB, 100 * MB, true],
  ])('%s', (_, freeBytes, totalBytes, expected) => {
    expect(hasSpace({ freeBytes, totalBytes })).toBe(expected);
  });

  it('is read from the file system', async () => {
    const { freeBytes, totalBytes } = await readDiskSpace(import.meta.dirname);
    expect(totalBytes).toBeGreaterThan(0);
    expect(freeBytes).toBeLessThanOrEqual(totalBytes);
  });
});

describe('uploads that a full disk stopped', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function createFrom(uploads: UploadView[]) {
    const resumed: number[] = [];
    const disk = { freeBytes: 0, totalBytes: 1000 * MB, reads: 0 };
    const watcher = createDiskSpaceWatcher({
      uploads: () => uploads,
      resume: async (id) => void resumed.push(id),
      readSpace: async () => {
        disk.reads += 1;
        return disk;
      },
      everyMs: 1000,
    });
    return { watcher, resumed, disk };
  }

  it('resume once there is space, and no others do', async () => {
    const { watcher, resumed, disk } = createFrom([
      upload({ id: 1, state: 'paused', stoppedBy: full }),
      upload({ id: 2, state: 'paused' }),
      upload({ id: 3, state: 'cancelled' }),
    ]);
    watcher.watch();
    watcher.watch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(resumed).toEqual([]);
    expect(disk.reads).toBe(5);
    disk.freeBytes = 500 * MB;
    await vi.advanceTimersByTimeAsync(5000);
    expect(resumed).toEqual([1]);
    expect(disk.reads).toBe(6);
  });

  it('are no longer watched when none is left, or Lading quits', async () => {
    const none = createFrom([upload({ state: 'cancelled' })]);
    none.watcher.watch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(none.disk.reads).toBe(1);
    const quit = createFrom([upload({ state: 'paused', stoppedBy: full })]);
    quit.watcher.watch();
    quit.watcher.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(quit.disk.reads).toBe(0);
  });
});
