/**
 * Whether a file is gone or its whole source is away: an unmounted volume, an unplugged drive, a share that lost its
 * network or its ticket. Pure; probe-root.ts collects the facts.
 */
import type { UnavailableReason } from '../../../preload/contract/views/unavailable-source.ts';
import { noAnswerCode } from './reader-protocol.ts';

export interface RootFacts {
  /** The system's code where the root itself can't be examined; null where it answers. */
  readonly rootErrno: string | null;
  /** Whether the root still has the device and file ID of the scan. It is null if the scan didn't record them. */
  readonly isSameRoot: boolean | null;
  /** Whether it was created when the scanned one was. False where that isn't known. */
  readonly isSameBirth: boolean;
  /** Whether the nearest folder above the file is on the device that the file was on. */
  readonly isSameDevice: boolean;
  readonly file: FileFact;
  /** The file itself, looked at again unless it can't be readable by now, and a few other files of the same root. */
  readonly others: readonly OtherFile[];
}

/** `errno` is null for a file that isn't there, or not the one that was scanned. */
export type FileFact = { readonly errno: string | null };
export type OtherFile = 'as-scanned' | 'missing' | 'unreadable';

export type RootVerdict =
  /** `isRemounted`: the files may have other IDs than at the scan. */
  | { readonly kind: 'available'; readonly isRemounted: boolean }
  | { readonly kind: 'away'; readonly reason: UnavailableReason };

export function judgeRoot({
  rootErrno,
  isSameRoot,
  isSameBirth,
  isSameDevice,
  file,
  others,
}: RootFacts): RootVerdict {
  if (rootErrno !== null) return away(isMissing(rootErrno) ? { kind: 'missing' } : unreadable(rootErrno));
  // One of the other files proves more than numbers: those of shares, loop devices and FUSE change with every mount.
  const isSame = isSameRoot !== false && isSameDevice;
  const available: RootVerdict = { kind: 'available', isRemounted: !isSame };
  if (others.includes('as-scanned')) return available;
  if (file.errno === null) {
    // Two drives that are plugged in one after the other have the same numbers, and so do two mounts of a share, but not
    // the same birth. The first of `others` is the file itself.
    const isEmptied = !isSameBirth && others.length > 1 && others.every((other) => other === 'missing');
    // On the same root and device, it was deleted, moved or replaced.
    return isSame && !isEmptied ? available : away({ kind: 'replaced' });
  }
  return others.includes('unreadable') ? away(unreadable(file.errno)) : available;
}

export function isMissing(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}

function away(reason: UnavailableReason): RootVerdict {
  return { kind: 'away', reason };
}

function unreadable(errno: string): UnavailableReason {
  return errno === noAnswerCode ? { kind: 'not-answering' } : { kind: 'unreadable', errno };
}

/** The wait before a root that is away is examined again. */
export const firstPollMs = 1_000;
const lastPollMs = 15_000;

export function nextPollMs(waitedMs: number): number {
  return Math.min(lastPollMs, waitedMs * 1.5);
}

/** A program has the file open and locked, or this process ran out of something for a moment. */
const busy: ReadonlySet<string> = new Set([
  'EAGAIN',
  'EBUSY',
  'EDEADLK',
  'EINTR',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ETXTBSY',
]);
const busyDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** The device or the connection to it. */
const unsteady: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EIO',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENODEV',
  'ENOTCONN',
  'ENXIO',
  'EPIPE',
  'EREMOTEIO',
  'ESHUTDOWN',
  'ESTALE',
  'ETIMEDOUT',
  noAnswerCode,
  'UNKNOWN', // what Node calls the codes of Windows that it doesn't know
]);
const unsteadyDelaysMs: readonly number[] = [1_000, 2_000, 4_000];
/** Each attempt may cost a thread. */
const longestDelayMs = 10 * 60_000;

/** Whether reading elsewhere on the same medium may tell a bad spot from a medium that is gone. */
export function isUnsteady(errno: string): boolean {
  return unsteady.has(errno);
}

/**
 * How long to wait before a file of an available root is tried again; null if it fails. `attempts` counts the attempts
 * so far, from 1.
 *
 * A missing file is tried once more at once: the root may have come back between the attempt and the examination.
 */
export function rootRetryDelayMs({ errno }: FileFact, attempts: number): number | null {
  if (errno === null) return attempts === 1 ? 0 : null;
  // Bringing it back from tape takes minutes. The system ends a call that can't succeed, with a code of its own.
  if (errno === noAnswerCode) return Math.min(longestDelayMs, 1_000 * 2 ** attempts);
  if (busy.has(errno)) return busyDelaysMs[attempts - 1] ?? null;
  if (unsteady.has(errno)) return unsteadyDelaysMs[attempts - 1] ?? null;
  return null;
}
