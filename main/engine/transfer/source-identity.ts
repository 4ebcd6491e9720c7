import type { FileIdentity } from '../types/source-path.ts';

/**
 * What changed, in words, or null. Within one run the file id must stay; across runs a medium may have been mounted
 * anew and file systems without stable ids (FAT, exFAT, many shares) number their files afresh, so that size and
 * time decide there, and the SHA-1 at the end has the last word.
 */
export function identityChange(before: FileIdentity, now: FileIdentity, sameRun: boolean): string | null {
  if (now.sizeBytes > before.sizeBytes) return `it grew from ${before.sizeBytes} to ${now.sizeBytes} bytes`;
  if (now.sizeBytes < before.sizeBytes) return `it shrank from ${before.sizeBytes} to ${now.sizeBytes} bytes`;
  if (now.mtimeNs !== before.mtimeNs) return 'it was written to';
  if (sameRun && (now.fileId !== before.fileId || now.device !== before.device))
    return 'another file took its place';
  return null;
}
