import type { FailureOf } from '../../../preload/contract/failure.ts';
import type { FileIdentity } from '../types/source-path.ts';

export type FileChange = FailureOf<'file-changed'>['change'];

/**
 * What changed, or null. Within one run the file ID must stay the same. Across runs a medium may have been mounted again,
 * and file systems without stable IDs (FAT, exFAT, many shares) number their files differently: there size and time
 * decide, and the SHA-1 at the end has the last word.
 */
export function identityChange(
  before: FileIdentity,
  now: FileIdentity,
  isSameRun: boolean,
): FileChange | null {
  const sizes = { fromBytes: before.sizeBytes, toBytes: now.sizeBytes };
  if (now.sizeBytes > before.sizeBytes) return { kind: 'grew', ...sizes };
  if (now.sizeBytes < before.sizeBytes) return { kind: 'shrank', ...sizes };
  if (now.mtimeNs !== before.mtimeNs && !isClockShift(before.mtimeNs, now.mtimeNs))
    return { kind: 'modified' };
  if (isSameRun && (now.fileId !== before.fileId || now.device !== before.device))
    return { kind: 'replaced' };
  return null;
}

const hourNs = 3_600_000_000_000n;
/** FAT keeps times to 2 s, exFAT to 10 ms. */
const stepNs = 10_000_000n;

/**
 * Exactly an hour, as on FAT and exFAT, which keep local times, after a change to or from daylight saving. What was not
 * sent yet is sent as it is now; parts that were sent are compared (file-version.ts).
 */
function isClockShift(before: bigint, now: bigint): boolean {
  const shift = now - before;
  return (shift === hourNs || shift === -hourNs) && before % stepNs === 0n;
}
