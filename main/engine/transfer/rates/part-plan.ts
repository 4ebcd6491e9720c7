import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';

/** platform-interface 8; from the interface profile. */
export interface PartLimits {
  readonly maxParts: number;
  readonly minPartBytes: number;
  readonly maxPartBytes: number;
  readonly maxFileBytes: number;
  readonly recommendedPartBytes: number;
}

export interface PartPlan {
  readonly sizeBytes: number;
  readonly partSizeBytes: number;
  readonly partCount: number;
}

/**
 * The part size is the larger of the recommended one, and one plus the file size divided by the maximum number of parts
 * (platform-interface 8). `lineBytes` is what suits the line (part-size.ts): where less than recommended does, parts
 * are smaller, because what is in flight when the line breaks is sent again. A file without bytes is one empty part.
 *
 * Fails with file-too-large.
 */
export function planParts(
  sizeBytes: number,
  limits: PartLimits,
  lineBytes = Number.POSITIVE_INFINITY,
): Result<PartPlan> {
  if (sizeBytes > limits.maxFileBytes)
    return failure('file-too-large', { sizeBytes, limit: { maxFileBytes: limits.maxFileBytes } });
  const partSizeBytes = Math.max(
    Math.min(limits.recommendedPartBytes, Math.floor(lineBytes)),
    limits.minPartBytes,
    1 + Math.floor(sizeBytes / limits.maxParts),
  );
  if (partSizeBytes > limits.maxPartBytes)
    return failure('file-too-large', {
      sizeBytes,
      limit: { maxParts: limits.maxParts, maxPartBytes: limits.maxPartBytes },
    });
  return success({
    sizeBytes,
    partSizeBytes,
    partCount: partCountOf(sizeBytes, partSizeBytes),
  });
}

function partCountOf(sizeBytes: number, partSizeBytes: number): number {
  return Math.max(1, Math.ceil(sizeBytes / partSizeBytes));
}

/** Whether the parts are all of the file, and no more. */
export function coversFile({ sizeBytes, partSizeBytes, partCount }: PartPlan): boolean {
  return partSizeBytes > 0 && partCount === partCountOf(sizeBytes, partSizeBytes);
}

/** Whether acknowledged parts are parts of the plan. */
export function isPlanned(
  plan: PartPlan,
  parts: readonly { readonly number: number; readonly sizeBytes: number }[],
): boolean {
  return parts.every(
    ({ number, sizeBytes }) =>
      number >= 1 && number <= plan.partCount && sizeBytes === partRange(plan, number).length,
  );
}

/** Whether the file's parts would be half as large now, or less: worth sending it from the start: see `isReplaced`. */
export function isTooCoarse(
  plan: Pick<PartPlan, 'partSizeBytes' | 'partCount'>,
  right: Pick<PartPlan, 'partSizeBytes' | 'partCount'>,
): boolean {
  return right.partSizeBytes <= plan.partSizeBytes / 2 && right.partCount !== plan.partCount;
}

/** The bytes of a part; numbers start at 1. */
export function partRange(
  plan: PartPlan,
  number: number,
): { readonly offset: number; readonly length: number } {
  const offset = (number - 1) * plan.partSizeBytes;
  return { offset, length: Math.min(plan.partSizeBytes, plan.sizeBytes - offset) };
}
