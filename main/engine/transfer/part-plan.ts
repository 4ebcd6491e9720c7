import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';

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
 * The larger of the recommended size and one plus the file size divided by the most parts (platform-interface 8).
 * A file without bytes is one empty part.
 *
 * Fails with file-too-large.
 */
export function planParts(sizeBytes: number, limits: PartLimits): Result<PartPlan> {
  if (sizeBytes > limits.maxFileBytes)
    return tooLarge(sizeBytes, `takes at most ${bytes(limits.maxFileBytes)} per file`);
  const partSizeBytes = Math.max(
    limits.recommendedPartBytes,
    limits.minPartBytes,
    1 + Math.floor(sizeBytes / limits.maxParts),
  );
  if (partSizeBytes > limits.maxPartBytes)
    return tooLarge(
      sizeBytes,
      `takes at most ${limits.maxParts} parts of ${bytes(limits.maxPartBytes)} each`,
    );
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

function tooLarge(sizeBytes: number, rule: string): { readonly ok: false; readonly failure: Failure } {
  return failure(
    'file-too-large',
    `It has ${bytes(sizeBytes)}; the platform ${rule}. Split it, or ask the platform's operator for another way in.`,
  );
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}
