import { type Failure, type Result, success } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import type { ListedPart } from '../platform/operations.ts';
import type { AcknowledgedPart } from '../store/source-file-repository.ts';
import { normalizeEtag } from './etag-md5-detector.ts';
import type { TransferContext } from './transfer-context.ts';

/** The numbers of our acknowledged parts that the platform lacks, or has with another ETag or size. */
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

/** Reads all pages of the platform's list and compares it with what was acknowledged. */
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
    if (!page.ok) return (await hasNoList(transfer, sourceFileId, page.failure)) ? success([]) : page;
    for (const part of page.value) theirs.set(part.partNumber, part);
  }
  return success(differingPartNumbers(ours, theirs));
}

/**
 * The path of the list is an assumption of the profile. Where a deployment has no such list, the acknowledgements count,
 * and the completion with its ETags and SHA-1 decides.
 */
async function hasNoList(
  { platform, writes, events, upload, now }: TransferContext,
  sourceFileId: number,
  failure: Failure,
): Promise<boolean> {
  if (platform.profile.operations.GetSourceFileParts.known) return false;
  if (failure.code !== 'not-found' && failure.code !== 'unexpected-answer') return false;
  await writes.enqueue(() =>
    events.append(upload.id, now().toISOString(), 'part-list-unavailable', {
      sourceFileId,
      code: failure.code,
      reason: failureText(failure),
    }),
  );
  return true;
}
