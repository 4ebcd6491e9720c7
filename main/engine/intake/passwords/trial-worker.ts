/** A thread that tries passwords on one file after the other. Synchronous: it has nothing else to do. */
import { closeSync, fstatSync } from 'node:fs';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type ContentType, contentTypes } from '../../../../preload/contract/views/content-type.ts';
import { findPassword, openedFile } from '../../formats/index.ts';
import { pathOf } from '../../sources/file-stats.ts';
import { openFile } from '../../sources/open-file.ts';
import { thisThread } from '../../threads/this-thread.ts';
import { progressThrottle } from '../../threads/throttle.ts';
import type { TrialJob, TrialResult, TrialThreadTypes } from './trial-protocol.ts';

const { data, post, listen } = thisThread<TrialThreadTypes>();
const { passwords, limits, cells } = data;

const isContentType = (type: string): type is ContentType => Object.hasOwn(contentTypes, type);

function tryOn({ path, followLink, type, first }: TrialJob): TrialResult {
  let fd: number | null = null;
  try {
    const opened = openFile(pathOf(path), followLink);
    if (opened.kind !== 'file') return { status: 'unreadable', reason: 'EINVAL' };
    fd = opened.fd;
    const onTried = progress();
    return isContentType(type)
      ? findPassword(type, openedFile(fd, fstatSync(fd).size), { passwords, limits, first, onTried })
      : { status: 'cannot-try', reason: 'unsupported' };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return { status: 'unreadable', reason: errnoOf(error) };
    // A file that a check stumbles over must not keep passwords from the others.
    return { status: 'cannot-try', reason: 'damaged' };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function progress(): () => void {
  const isDue = progressThrottle(performance.now());
  let tried = 0;
  return () => {
    tried += 1;
    Atomics.add(cells, 0, 1);
    if (!isDue()) return;
    post(tried);
    tried = 0;
  };
}

listen((job) => {
  Atomics.add(cells, 0, 1);
  post(tryOn(job));
});
