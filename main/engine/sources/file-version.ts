import type { FailureOf } from '../../../preload/contract/failures/failure.ts';
import type { FileIdentity } from '../types/source-path.ts';

/**
 * Which version of a file something was read from: the one comparison for scanning, watching, opening, sending, completing,
 * and moving. Callers decide what a change means for them.
 */
export interface FileVersion extends FileIdentity {
  /** When the file was created. 0 where the file system can't tell. */
  readonly bornNs: bigint;
  /** The time of the last change to the content, the name or the permissions. Nobody can set it. */
  readonly ctimeNs: bigint;
}

/** What is known of a version: a scan keeps no change times, for example. */
export type KnownVersion = Pick<FileVersion, 'sizeBytes' | 'mtimeNs' | 'fileId'> &
  Partial<Pick<FileVersion, 'device' | 'bornNs' | 'ctimeNs'>>;

/** What a scan knows of a version. */
type ScannedVersion = FileIdentity & Partial<Pick<FileVersion, 'bornNs'>>;

export type VersionChange =
  | { readonly kind: 'grew' | 'shrank'; readonly fromBytes: number; readonly toBytes: number }
  | { readonly kind: 'modified' }
  /** Another file of the same size and time. */
  | { readonly kind: 'replaced' }
  /**
   * The same file, whose change time moved: it was renamed, linked, or its permissions were changed, or it was written to
   * and its time set again. Or all its times moved by an hour: see `clockShift`. The content decides.
   */
  | { readonly kind: 'touched' }
  /**
   * Only its device number or its file ID differs. A medium that is mounted again may have others, and file systems without
   * stable IDs (FAT, exFAT, many shares) number their files differently. Where a file system keeps neither birth nor change
   * times, it may be another file.
   */
  | { readonly kind: 'renumbered' };

/** What differs most, or null. */
export function versionChange(before: KnownVersion, now: KnownVersion): VersionChange | null {
  const sizes = { fromBytes: before.sizeBytes, toBytes: now.sizeBytes };
  if (now.sizeBytes > before.sizeBytes) return { kind: 'grew', ...sizes };
  if (now.sizeBytes < before.sizeBytes) return { kind: 'shrank', ...sizes };
  const shiftNs = clockShift(before, now);
  if (shiftNs === null) return { kind: 'modified' };
  const isTouched = differ(before.ctimeNs, now.ctimeNs, shiftNs);
  // Some systems give the change time for a time of birth that they don't know: then it says no more.
  const isBornLater =
    differ(before.bornNs, now.bornNs, shiftNs) &&
    !(before.bornNs === before.ctimeNs && now.bornNs === now.ctimeNs);
  const isRenumbered =
    now.fileId !== before.fileId ||
    (before.device !== undefined && now.device !== undefined && now.device !== before.device);
  if (isBornLater || (isRenumbered && isTouched)) return { kind: 'replaced' };
  if (isRenumbered) return { kind: 'renumbered' };
  return isTouched || shiftNs !== 0n ? { kind: 'touched' } : null;
}

function differ(one: bigint | undefined, other: bigint | undefined, shiftNs = 0n): boolean {
  return isKnown(one) && isKnown(other) && other !== one && other !== one + shiftNs;
}

const isKnown = (time: bigint | undefined): time is bigint => time !== undefined && time !== 0n;

const hourNs = 3_600_000_000_000n;
/** FAT keeps times to 2 s, exFAT to 10 ms. */
const stepNs = 10_000_000n;

/**
 * Exactly an hour, as on FAT and exFAT (`isHourOff`). What was not sent yet is sent as it is now; parts that were sent are
 * compared. A time of birth is shifted as well: a file whose birth stayed was written to. 0 for the same time, null for
 * another one.
 */
function clockShift(before: KnownVersion, now: KnownVersion): bigint | null {
  const shift = now.mtimeNs - before.mtimeNs;
  if (shift === 0n) return shift;
  const isShift = isHourOff(before.mtimeNs, now.mtimeNs) && before.mtimeNs % stepNs === 0n;
  return isShift && !(isKnown(before.bornNs) && now.bornNs === before.bornNs) ? shift : null;
}

/** As on FAT and exFAT, which keep local times, after a change to or from daylight saving. */
export function isHourOff(one: bigint, other: bigint): boolean {
  return one - other === hourNs || other - one === hourNs;
}

/**
 * Whether a file is still the one that an earlier scan or upload found at its path, as far as can be told without reading
 * it. Another file ID on the same device means that it was replaced, and another time of birth that it is another file on any
 * device. Another file ID on another device means nothing: a medium that is mounted again may give its files new IDs. Their
 * times of birth stay as they were.
 */
export function isUnchanged(before: ScannedVersion, now: ScannedVersion): boolean {
  const change = versionChange(before, now);
  switch (change?.kind) {
    case undefined:
    case 'touched':
      return true;
    case 'renumbered':
      return before.device !== now.device && (before.bornNs === 0n) === (now.bornNs === 0n);
    default:
      return false;
  }
}

/** Whether it is the very file that was there, and not another one with the ID of a deleted one. Times and sizes may differ. */
export function isSameFile(
  before: Pick<FileVersion, 'fileId' | 'bornNs'>,
  now: Pick<FileVersion, 'fileId' | 'bornNs'>,
): boolean {
  return before.fileId === now.fileId && !differ(before.bornNs, now.bornNs);
}

export type FileChange = FailureOf<'file-changed'>['change'];

/**
 * The change that fails a file, or null. Within one run its numbers must stay the same. Across runs its medium may have been
 * mounted again: there size and time decide, and the SHA-1 at the end has the last word.
 */
export function identityChange(
  before: KnownVersion,
  now: KnownVersion,
  isSameRun: boolean,
): FileChange | null {
  const change = versionChange(before, now);
  switch (change?.kind) {
    case undefined:
    case 'touched':
      return null;
    case 'renumbered':
      return isSameRun ? { kind: 'replaced' } : null;
    default:
      return change;
  }
}

/** As the store keeps it, without the size, which is the item's. */
export function formatVersion({ mtimeNs, fileId, ctimeNs, device, bornNs }: FileVersion): string {
  return [mtimeNs, fileId, ctimeNs, device, bornNs].join(' ');
}

/** Returns null where it is unknown. */
export function parseVersion(stored: string | null, sizeBytes: number): FileVersion | null {
  if (stored === null || !/^-?\d+( -?\d+){4}$/.test(stored)) return null;
  const [mtimeNs, fileId, ctimeNs, device, bornNs] = stored.split(' ').map(BigInt);
  if (mtimeNs === undefined || fileId === undefined || ctimeNs === undefined) return null;
  if (device === undefined || bornNs === undefined) return null;
  return { sizeBytes, mtimeNs, fileId, ctimeNs, device, bornNs };
}
