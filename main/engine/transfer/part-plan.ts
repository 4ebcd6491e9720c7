import { failure, type Result, success } from '../../../preload/contract/failure.ts';

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
 * (platform-interface 8). A file without bytes is one empty part.
 *
 * Fails with file-too-large.
 */
export function planParts(sizeBytes: number, limits: PartLimits): Result<PartPlan> {
  if (sizeBytes > limits.maxFileBytes)
    return failure('file-too-large', { sizeBytes, limit: { maxFileBytes: limits.maxFileBytes } });
  const partSizeBytes = Math.max(
    limits.recommendedPartBytes,
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
    partCount: Math.max(1, Math.ceil(sizeBytes / partSizeBytes)),
  });
}

/** The bytes of a part; numbers start at 1. */
export function partRange(
  plan: PartPlan,
  number: number,
): { readonly offset: number; readonly length: number } {
  const offset = (number - 1) * plan.partSizeBytes;
  return { offset, length: Math.min(plan.partSizeBytes, plan.sizeBytes - offset) };
}
