import { type Failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { canDoWithoutList } from '../../platform/part-list-support.ts';
import type { Priority } from '../../platform/rate-limiter.ts';
import type { ListedPart } from '../../platform/upload-operations.ts';
import type { AcknowledgedPart } from '../../store/uploads/source-file-repository.ts';
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

export interface PartComparison {
  /** The numbers of our parts that the platform lacks, or has with another ETag or size. */
  readonly differing: readonly number[];
  /** Why there is no list; null where it was compared. */
  readonly noList: Failure | null;
}

/** How long to ask for a list that may not exist. */
const assumedListPatienceMs = 5 * 60_000;

/**
 * Reads all pages of the platform's list and compares it with what was acknowledged. The path of the list is an assumption
 * of the profile: where a deployment has no such list, the acknowledgements count.
 */
export async function comparePartList(
  { platform, upload }: Pick<TransferContext, 'platform' | 'upload'>,
  sourceFileId: number,
  ours: ReadonlyMap<number, AcknowledgedPart>,
  signal: AbortSignal,
  priority: Priority = 'bulk',
): Promise<Result<PartComparison>> {
  const { partList, profile } = platform;
  if (partList.refusal !== null) return success({ differing: [], noList: partList.refusal });
  const { known } = profile.operations.GetSourceFileParts;
  const theirs = new Map<number, ListedPart>();
  const options = { signal, priority, ...(!known && { giveUpAfterMs: assumedListPatienceMs }) };
  for await (const page of platform.listParts(upload.databaseId, sourceFileId, options)) {
    if (!page.ok) {
      if (known || !canDoWithoutList(page.failure)) return page;
      partList.recordFailure(sourceFileId, page.failure);
      return success({ differing: [], noList: page.failure });
    }
    // The platform may list more than there is: only what is compared is kept.
    for (const part of page.value) if (ours.has(part.partNumber)) theirs.set(part.partNumber, part);
  }
  return success({ differing: differingPartNumbers(ours, theirs), noList: null });
}
