/** How many parts an upload sends at once, at most. Below that, the engine adapts to the line. */
export const parallelParts = { min: 1, max: 256, default: 16 } as const;

export function isParallelParts(value: number): boolean {
  return Number.isInteger(value) && value >= parallelParts.min && value <= parallelParts.max;
}
