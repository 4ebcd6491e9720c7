import type { FileStats } from './reader-protocol.ts';

/**
 * Which version of a file its parts were read from: time, file ID and change time. The change time can't be set, so it
 * shows that a file was written to or replaced although its size and time are the same. It also changes when a file is
 * renamed or its permissions are changed, and file IDs change when some media are mounted again. So a difference only
 * makes the content decide.
 */
export function fileVersion({ mtimeNs, fileId, ctimeNs }: FileStats): string {
  return `${mtimeNs} ${fileId} ${ctimeNs}`;
}

/** As `fileVersion` compares them, without its text. */
export function isSameVersion(one: FileStats, other: FileStats): boolean {
  return one.mtimeNs === other.mtimeNs && one.fileId === other.fileId && one.ctimeNs === other.ctimeNs;
}

export type VersionChange =
  | 'none'
  /** Only the file ID differs: the medium was probably mounted again. */
  | 'moved'
  | 'touched';

/** `sent` is null where it is unknown. */
export function compareVersions(sent: string | null, now: string): VersionChange {
  if (sent === null || sent === now) return 'none';
  const [sentTime, , sentChange] = sent.split(' ');
  const [time, , change] = now.split(' ');
  return sentTime === time && sentChange === change ? 'moved' : 'touched';
}

/**
 * What to do with the parts that an earlier run sent: read some of them again, read all of them again, or none, because
 * nothing shows whether they are of this version: then the file is sent whole again.
 */
export type SentPartsPlan = 'compare-some' | 'compare-all' | 'send-again';

export function planSentParts(
  change: VersionChange,
  { canCompare, sendsSha1 }: { readonly canCompare: boolean; readonly sendsSha1: boolean },
): SentPartsPlan {
  switch (change) {
    case 'none':
      return 'compare-some';
    case 'moved':
      return canCompare || sendsSha1 ? 'compare-some' : 'send-again';
    case 'touched':
      return canCompare ? 'compare-all' : 'send-again';
  }
}
