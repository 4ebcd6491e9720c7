import type { FailureOf } from '../../../preload/contract/failures/failure.ts';
import { hourNs } from '../types/file-time.ts';
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

/** FAT keeps times to 2 s, exFAT to 10 ms. */
const stepNs = 10_000_000n;

/**
 * By how much every time of a file moved: by exactly an hour on FAT and exFAT (`isHourOff`), by 0 if its modification time is
 * the same, and null if that is another one. Daylight saving shifts the time of birth as well: where only the modification
 * time moved, the file was written to. What was not sent yet is sent as it is now; parts that were sent are compared.
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
 * Whether a file is still the one that an earlier scan or upload found at its path. Nobody reads it before the answer
 * counts, so what may be another file is one: another file ID on the same device, although a medium that was mounted again
 * there may have given it (`identityChange` allows that), and another time of birth on any device. Another file ID on another
 * device means nothing: a medium that is mounted again may give its files new IDs. Their times of birth stay as they were.
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
 * The change that fails a file, or null. Where its root has the numbers of the scan, so must the file. Otherwise its medium was
 * perhaps mounted again, also under the same device number: there size and time decide, because the file is read afterwards. Its parts
 * that were sent are compared, and the SHA-1 at the end has the last word.
 */
export function identityChange(
  before: KnownVersion,
  now: KnownVersion,
  hasScannedNumbers: boolean,
): FileChange | null {
  const change = versionChange(before, now);
  switch (change?.kind) {
    case undefined:
    case 'touched':
      return null;
    case 'renumbered':
      return hasScannedNumbers ? { kind: 'replaced' } : null;
    default:
      return change;
  }
}

/**
 * The change while a file was read, from its version before to the one after, or null. Where it is `touched`, nothing shows
 * that one content was read: the file can be read again.
 */
export function readingChange(before: FileVersion, after: FileVersion): FileChange | null {
  if (versionChange(before, after) === null) return null;
  return identityChange(before, after, true) ?? { kind: 'touched' };
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
