/**
 * How many parts should be in flight. A hill climb: each look compares what was sent since the last one; a step that
 * helped is taken again, one that did not is taken back, and trouble on the line halves the way to the floor. A stray
 * fault among many parts that arrive is no trouble of the line: fewer connections would not make it rarer.
 */
export interface AdaptiveState {
  readonly parts: number;
  readonly direction: 1 | -1;
  readonly bytesPerSecond: number;
}

export interface ConcurrencyBounds {
  readonly floor: number;
  readonly ceiling: number;
}

export function initialConcurrency(bounds: ConcurrencyBounds): AdaptiveState {
  return { parts: clamp(8, bounds), direction: 1, bytesPerSecond: 0 };
}

export interface Sample {
  readonly bytesPerSecond: number;
  /** Stalls, resets, 429 and 5xx since the last look. */
  readonly troubles: number;
  /** Parts that arrived since the last look. */
  readonly arrived: number;
  /** Whether all places were in use: otherwise more of them cannot help. */
  readonly full: boolean;
}

const strayShare = 0.1;

export function nextConcurrency(from: AdaptiveState, look: Sample, bounds: ConcurrencyBounds): AdaptiveState {
  const { bytesPerSecond } = look;
  if (look.troubles > look.arrived * strayShare)
    return {
      parts: clamp(from.parts - Math.max(1, Math.floor((from.parts - bounds.floor) / 2)), bounds),
      direction: 1,
      bytesPerSecond,
    };
  if (!look.full) return { ...from, bytesPerSecond };
  const better = bytesPerSecond > from.bytesPerSecond * 1.03;
  const worse = bytesPerSecond < from.bytesPerSecond * 0.97;
  // Level ground: fewer connections for the same speed are better for everybody.
  const direction = better ? from.direction : worse ? reverse(from.direction) : -1;
  return { parts: clamp(from.parts + direction, bounds), direction, bytesPerSecond };
}

function reverse(direction: 1 | -1): 1 | -1 {
  return direction === 1 ? -1 : 1;
}

function clamp(parts: number, { floor, ceiling }: ConcurrencyBounds): number {
  return Math.min(ceiling, Math.max(floor, parts));
}
