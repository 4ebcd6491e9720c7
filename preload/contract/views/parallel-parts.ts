/** How many parts an upload sends at once, at most. Below that, the engine adapts to the line. */
export const parallelParts = { min: 1, max: 256, default: 16 } as const;

/** Of one upload: its own maximum, or the usual one. */
export const parallelPartsOf = (
  own: { readonly concurrency?: number },
  usual: { readonly concurrency: number },
): number => own.concurrency ?? usual.concurrency;

export function isParallelParts(value: number): boolean {
  return Number.isInteger(value) && value >= parallelParts.min && value <= parallelParts.max;
}
