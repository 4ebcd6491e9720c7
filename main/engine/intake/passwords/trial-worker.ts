/** A thread that tries passwords on one file after the other. Synchronous: it has nothing else to do. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { type ContentType, contentTypes } from '../../../../preload/contract/views/content-type.ts';
import { OverBudget } from '../../formats/content-budget.ts';
import { passwordCheckOf } from '../../formats/password-check-of.ts';
import type { RandomAccess } from '../../formats/random-access.ts';
import { pathOf } from '../../sources/file-stats.ts';
import { openFile } from '../../sources/open-file.ts';
import type { TrialJob, TrialMessage, TrialResult, TrialThreadData } from './trial-protocol.ts';

const { passwords, limits }: TrialThreadData = workerData;
const reportEveryMs = 100;
/** Documents that are encrypted but open for everybody: with no password, or with Excel's for protected sheets. */
const openForAll = ['', 'VelvetSweatshop'];

const isContentType = (type: string): type is ContentType => Object.hasOwn(contentTypes, type);

function report(message: TrialMessage): void {
  parentPort?.postMessage(message);
}

function tryOn({ path, followLink, type, first }: TrialJob): TrialResult {
  let fd: number | null = null;
  try {
    const opened = openFile(pathOf(path), followLink);
    if (opened.kind !== 'file') return { status: 'unreadable', reason: 'EINVAL' };
    fd = opened.fd;
    return isContentType(type)
      ? findPassword(contentOf(fd), type, first)
      : { status: 'cannot-try', reason: 'unsupported' };
  } catch (error) {
    if (error instanceof OverBudget) return { status: 'cannot-try', reason: 'too-slow' };
    if (error instanceof Error && 'syscall' in error) return { status: 'unreadable', reason: errnoOf(error) };
    // A file that a check stumbles over must not keep passwords from the others.
    return { status: 'cannot-try', reason: 'damaged' };
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function findPassword(file: RandomAccess, type: ContentType, first: readonly number[]): TrialResult {
  const check = passwordCheckOf(type, file, limits);
  if (check.kind === 'cannot-try') return { status: 'cannot-try', reason: check.reason };
  const found = firstFit(check.fits, first);
  if (found === undefined) return { status: 'no-fit', reason: null };
  let reason: 'checksum' | 'several' | null = check.proof ?? null;
  for (const fits of check.others ?? []) {
    if (found !== null && fits(passwords[found] ?? '')) continue;
    if (firstFit(fits, first) === undefined) return { status: 'no-fit', reason: 'some-files' };
    reason = 'several';
  }
  return { status: 'opened', password: found, reason };
}

/** Null if none of the passwords is needed, undefined if none fits. */
function firstFit(fits: (password: string) => boolean, first: readonly number[]): number | null | undefined {
  if (openForAll.some((password) => fits(password))) return null;
  let reportedAt = performance.now();
  let tried = 0;
  for (const index of inOrder(first)) {
    if (fits(passwords[index] ?? '')) return index;
    tried += 1;
    if (performance.now() - reportedAt < reportEveryMs) continue;
    report(tried);
    tried = 0;
    reportedAt = performance.now();
  }
  return undefined;
}

function* inOrder(first: readonly number[]): Generator<number> {
  yield* first;
  const done = new Set(first);
  for (let index = 0; index < passwords.length; index += 1) if (!done.has(index)) yield index;
}

function contentOf(fd: number): RandomAccess {
  const sizeBytes = fstatSync(fd).size;
  return {
    sizeBytes,
    read(position, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, sizeBytes - position)));
      let filled = 0;
      while (filled < bytes.length) {
        const read = readSync(fd, bytes, filled, bytes.length - filled, position + filled);
        if (read === 0) break;
        filled += read;
      }
      return bytes.subarray(0, filled);
    },
  };
}

parentPort?.on('message', (job: TrialJob) => report(tryOn(job)));
