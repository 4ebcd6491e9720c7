/**
 * Whether a file is gone or its whole source is away: an unmounted volume, an unplugged drive, a share that lost its
 * network or its ticket. Pure; probe-root.ts collects the facts.
 */
import { isInUse, isMissing } from '../../../preload/contract/failures/errno.ts';
import type { UnavailableReason } from '../../../preload/contract/views/unavailable-source.ts';
import type { RootIdentity } from '../store/items/folder-repository.ts';
import { hasSameNumbers } from '../types/source-path.ts';
import { isHourOff } from './file-version.ts';
import { noAnswerCode } from './reader-protocol.ts';

export interface RootFacts {
  /** The system's code where the root itself can't be examined; null where it answers. */
  readonly rootErrno: string | null;
  /** The root compared with that of the scan. It is null if the scan didn't record it. */
  readonly root: RootComparison | null;
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

export function judgeRoot({ rootErrno, root, isSameDevice, file, others }: RootFacts): RootVerdict {
  if (rootErrno !== null) return away(awayReason(rootErrno));
  // One of the other files proves more than numbers: those of shares, loop devices and FUSE change with every mount.
  const isRenumbered = root?.isRenumbered === true || !isSameDevice;
  const available: RootVerdict = { kind: 'available', isRemounted: isRenumbered };
  if (others.includes('as-scanned')) return available;
  if (file.errno === null) {
    // Two drives that are plugged in one after the other have the same numbers, and so do two mounts of a share, but not
    // the same birth. The first of `others` is the file itself.
    const isEmptied =
      root?.isSameBirth !== true && others.length > 1 && others.every((other) => other === 'missing');
    const isReplaced = root?.isSame === false || isRenumbered || isEmptied;
    // On the same root and device, it was deleted, moved or replaced.
    return isReplaced ? away({ kind: 'replaced' }) : available;
  }
  return others.includes('unreadable') ? away(awayReason(file.errno)) : available;
}

function away(reason: UnavailableReason): RootVerdict {
  return { kind: 'away', reason };
}

export interface RootComparison {
  /** Whether it is the root that it was; null if only its files can tell, because its volume may have been mounted again. */
  readonly isSame: boolean | null;
  /** Whether its device or its file ID is another one. */
  readonly isRenumbered: boolean;
  /** Whether it certainly was created at the same time. */
  readonly isSameBirth: boolean;
}

/** `ctimeNs`: the time of its last change, if it is known. */
type KnownRoot = RootIdentity & { readonly ctimeNs?: bigint };

/** The second day of 1980: the top folder of a FAT volume has no time, so that systems give the first one that they know. */
const unknownBirthNs = 315_619_200_000_000_000n;

/**
 * The one comparison of roots. A volume that was mounted again has another number, or that of one that was there before, and file
 * systems without stable IDs give all new ones.
 */
export function compareRoots(before: KnownRoot, now: KnownRoot): RootComparison {
  const birth = compareBirths(before, now);
  const isRenumbered = !hasSameNumbers(before, now);
  return { isSame: isSameRoot(before, now, birth), isRenumbered, isSameBirth: birth === 'same' };
}

/** Whether what is read of a root now may be of another one: it has other numbers, or it was certainly created later. */
export function mayBeAnotherRoot(before: KnownRoot, now: KnownRoot): boolean {
  const { isSame, isRenumbered } = compareRoots(before, now);
  return isRenumbered || isSame === false;
}

type Births = 'same' | 'other' | 'unknown';

function isSameRoot(before: KnownRoot, now: KnownRoot, birth: Births): boolean | null {
  const isSameId = before.fileId === now.fileId;
  switch (birth) {
    case 'same':
      return isSameId || null;
    case 'other':
      // The top folder of exFAT is as old as its mount. Its change time follows with the next change.
      return isSameId && now.bornNs === now.ctimeNs ? null : false;
    case 'unknown':
      return before.device === now.device ? isSameId : null;
  }
}

function compareBirths(before: KnownRoot, now: KnownRoot): Births {
  if (before.bornNs <= unknownBirthNs || now.bornNs <= unknownBirthNs) return 'unknown';
  if (before.bornNs === now.bornNs) return 'same';
  // Some systems give the change time for a time of birth that they don't know.
  const isChangeTime = before.bornNs === before.ctimeNs && now.bornNs === now.ctimeNs;
  return isChangeTime || isHourOff(before.bornNs, now.bornNs) ? 'unknown' : 'other';
}

/** Why a root is away whose path, or whose files, the system answers with a code. */
export function awayReason(errno: string): UnavailableReason {
  if (isMissing(errno)) return { kind: 'missing' };
  return errno === noAnswerCode ? { kind: 'not-answering' } : { kind: 'unreadable', errno };
}

/** The wait before a root that is away is examined again. */
export const firstPollMs = 1_000;
const lastPollMs = 15_000;

export function nextPollMs(waitedMs: number): number {
  return Math.min(lastPollMs, waitedMs * 1.5);
}

/** This process ran out of something for a moment. */
const exhausted: ReadonlySet<string> = new Set(['EINTR', 'EMFILE', 'ENFILE', 'ENOMEM']);
const busyDelaysMs: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** The device or the connection to it. */
const unsteady: ReadonlySet<string> = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EIO',
  'EKEYEXPIRED',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENODEV',
  'ENOKEY',
  'ENOMEDIUM',
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
  if (isInUse(errno) || exhausted.has(errno)) return busyDelaysMs[attempts - 1] ?? null;
  if (unsteady.has(errno)) return unsteadyDelaysMs[attempts - 1] ?? null;
  return null;
}
