/** Resumes uploads that a full disk stopped as soon as the disk of the data folder has space again. */

import { statfs } from 'node:fs/promises';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';

const checkEveryMs = 10_000;
const enoughBytes = 64_000_000;

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface DiskSpaceOptions {
  readonly uploads: () => readonly UploadView[];
  readonly resume: (uploadId: UploadId) => Promise<void>;
  readonly readSpace: () => Promise<DiskSpace>;
  /** Tests shorten it. */
  readonly everyMs?: number;
}

export interface DiskSpaceWatcher {
  /** Call when an upload stopped because the disk is full. */
  watch(): void;
  stop(): void;
}

/**
 * Enough for an upload to make progress: what just fits one record would stop it again at once. A small disk is judged by
 * its own size.
 */
export function hasSpace({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes >= Math.min(enoughBytes, totalBytes / 10);
}

export function stoppedByFullDisk({ state, stoppedBy }: UploadView): boolean {
  return state === 'paused' && stoppedBy?.code === 'disk-full';
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export function createDiskSpaceWatcher(options: DiskSpaceOptions): DiskSpaceWatcher {
  const { uploads, resume, readSpace, everyMs = checkEveryMs } = options;
  let timer: NodeJS.Timeout | null = null;

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function watch(): void {
    timer ??= setTimeout(() => void check(), everyMs);
  }

  async function check(): Promise<void> {
    const space = await readSpace().catch(() => null);
    // Stopped meanwhile.
    if (timer === null) return;
    timer = null;
    const waiting = uploads().filter(stoppedByFullDisk);
    if (waiting.length === 0) return;
    if (space === null || !hasSpace(space)) return watch();
    for (const { id } of waiting) await resume(id);
  }

  return { watch, stop };
}
