import { setTimeout as delay } from 'node:timers/promises';
import type { LiveProgress } from './progress.ts';
import type { Semaphore } from './semaphore.ts';

/**
 * How many parts to send in parallel. Each sample is compared with the one before: a step that made it faster is
 * repeated, one that made it slower is reversed, and connection faults halve the distance to the floor. A few faults
 * among many acknowledged parts don't count: fewer connections would not make them rarer.
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

/** Since the previous sample. */
export interface Sample {
  readonly bytesPerSecond: number;
  /** Stalls, resets, 429 and 5xx. */
  readonly faults: number;
  /** Parts. */
  readonly acknowledged: number;
  /** Whether every slot was in use: otherwise more of them can't help. */
  readonly isSaturated: boolean;
}

const sampleEveryMs = 2_000;
const tolerableFaultShare = 0.1;
const initialParts = 8;

export function initialConcurrency(bounds: ConcurrencyBounds): AdaptiveState {
  return { parts: clamp(initialParts, bounds), direction: 1, bytesPerSecond: 0 };
}

export function nextConcurrency(
  state: AdaptiveState,
  sample: Sample,
  bounds: ConcurrencyBounds,
): AdaptiveState {
  const { bytesPerSecond } = sample;
  if (sample.faults > sample.acknowledged * tolerableFaultShare)
    return {
      parts: clamp(state.parts - Math.max(1, Math.floor((state.parts - bounds.floor) / 2)), bounds),
      direction: 1,
      bytesPerSecond,
    };
  if (!sample.isSaturated) return { ...state, bytesPerSecond };
  const isFaster = bytesPerSecond > state.bytesPerSecond * 1.03;
  const isSlower = bytesPerSecond < state.bytesPerSecond * 0.97;
  // At the same speed, fewer connections are better for everyone.
  const direction = isFaster ? state.direction : isSlower ? reverse(state.direction) : -1;
  return { parts: clamp(state.parts + direction, bounds), direction, bytesPerSecond };
}

/** Sets the semaphore's limit every two seconds. Returns the function that stops it. */
export function adaptConcurrency(
  partSlots: Semaphore,
  live: LiveProgress,
  bounds: ConcurrencyBounds,
): () => void {
  const end = new AbortController();
  const run = async (): Promise<void> => {
    let state = initialConcurrency(bounds);
    partSlots.limit = state.parts;
    let { sentBytes } = live;
    let sampledAt = performance.now();
    while (!end.signal.aborted) {
      await delay(sampleEveryMs, undefined, { signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted) return;
      const now = performance.now();
      const bytesPerSecond = ((live.sentBytes - sentBytes) / (now - sampledAt)) * 1000;
      const isSaturated = partSlots.used >= partSlots.limit;
      state = nextConcurrency(state, { bytesPerSecond, ...live.drainCounters(), isSaturated }, bounds);
      partSlots.limit = state.parts;
      ({ sentBytes } = live);
      sampledAt = now;
    }
  };
  void run();
  return () => end.abort();
}

function reverse(direction: 1 | -1): 1 | -1 {
  return direction === 1 ? -1 : 1;
}

function clamp(parts: number, { floor, ceiling }: ConcurrencyBounds): number {
  return Math.min(ceiling, Math.max(floor, parts));
}
