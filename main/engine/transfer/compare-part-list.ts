import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { ListedPart } from '../platform/operations.ts';
import type { AcknowledgedPart } from '../store/source-file-repository.ts';
import type { TransferContext } from './context.ts';
import { normalizeEtag } from './etag-md5-detector.ts';

/** The numbers of our acknowledged parts that the platform lacks, or has with another ETag or size. Pure. */
export function differingPartNumbers(
  ours: ReadonlyMap<number, AcknowledgedPart>,
  theirs: ReadonlyMap<number, ListedPart>,
): readonly number[] {
  return [...ours.values()]
    .filter((part) => {
      const listed = theirs.get(part.number);
      return (
        listed === undefined ||
        normalizeEtag(listed.etag) !== normalizeEtag(part.etag) ||
        (listed.sizeBytes !== undefined && listed.sizeBytes !== part.sizeBytes)
      );
    })
    .map((part) => part.number);
}

/** Follows the platform's list through all its pages and compares it with what we were told. */
export async function comparePartList(
  transfer: TransferContext,
  sourceFileId: number,
  ours: ReadonlyMap<number, AcknowledgedPart>,
  signal: AbortSignal,
): Promise<Result<readonly number[]>> {
  const theirs = new Map<number, ListedPart>();
  for await (const page of transfer.platform.listParts(transfer.upload.databaseId, sourceFileId, {
    signal,
  })) {
    if (!page.ok) return cannotTell(transfer, sourceFileId, page.failure) ? success([]) : page;
    for (const part of page.value) theirs.set(part.partNumber, part);
  }
  return success(differingPartNumbers(ours, theirs));
}

/**
 * The list's address is an assumption of the profile until a deployment knows better. Where there is no such list, what
 * was acknowledged is believed, and the completion with its ETags and SHA-1 decides.
 */
function cannotTell(
  { platform, events, upload, now }: TransferContext,
  sourceFileId: number,
  failure: Failure,
): boolean {
  if (platform.profile.operations.GetSourceFileParts.known) return false;
  if (failure.code !== 'not-found' && failure.code !== 'unexpected-answer') return false;
  events.append(upload.id, now().toISOString(), 'parts-not-listed', {
    sourceFileId,
    reason: failure.message,
  });
  return true;
}
