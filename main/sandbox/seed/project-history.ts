/** Two years of what the seeded projects held. It depends on the time of the first start only. */
import type { BillingState, DataBytes, TimelinePoint } from '../billing/project-timeline.ts';

/** At nine in the morning UTC; 0 months ago is the first start itself. */
interface Moment {
  readonly monthsAgo: number;
  /** 1 to 28; by default the first. */
  readonly day?: number;
}

/** Gigabytes. Sizes change evenly from one mark to the next. */
export interface SizeMark extends Moment {
  readonly native: number;
  readonly processed?: number;
  readonly produced?: number;
}

export interface ProjectChange extends Moment {
  readonly state?: BillingState;
  readonly eca?: boolean;
  readonly deletionRequested?: boolean;
}

/** Both lists are in the order of time. */
export interface ProjectPlan {
  /** The first one is the creation. */
  readonly sizes: readonly SizeMark[];
  readonly changes?: readonly ProjectChange[];
}

const weekMs = 7 * 24 * 3_600_000;
const bytesPerGb = 1e9;
/** Sizes rise and fall by this share around their line, so that a month has a peak: duplicates come and go. */
const variation = 0.02;

/** A point a week, and one at each change. A project that isn't active keeps its size; a deleted one has none. */
export function historyOf(plan: ProjectPlan, firstStart: Date): readonly TimelinePoint[] {
  const marks = plan.sizes.map((mark) => ({ ...mark, atMs: timeOf(mark, firstStart) }));
  const changes = new Map((plan.changes ?? []).map((change) => [timeOf(change, firstStart), change]));
  const createdMs = marks[0]?.atMs ?? firstStart.getTime();
  const times = [...marks.map((mark) => mark.atMs), ...changes.keys()];
  for (let atMs = createdMs + weekMs; atMs < firstStart.getTime(); atMs += weekMs) times.push(atMs);

  let state: BillingState = 'ACTIVE';
  let eca = false;
  let deletionRequested = false;
  let bytes: DataBytes = { nativeBytes: 0, processedBytes: 0, producedBytes: 0 };
  return [...new Set(times)]
    .toSorted((a, b) => a - b)
    .map((atMs, index) => {
      const change = changes.get(atMs);
      state = change?.state ?? state;
      eca = change?.eca ?? eca;
      deletionRequested = change?.deletionRequested ?? deletionRequested;
      if (state === 'DELETED') bytes = { nativeBytes: 0, processedBytes: 0, producedBytes: 0 };
      else if (state === 'ACTIVE') bytes = bytesAt(marks, atMs, 1 + variation * Math.sin(index * 2.4));
      return { atMs, eca, state, deletionRequested, ...bytes };
    });
}

export function timeOf({ monthsAgo, day = 1 }: Moment, firstStart: Date): number {
  if (monthsAgo === 0) return firstStart.getTime();
  return Date.UTC(firstStart.getUTCFullYear(), firstStart.getUTCMonth() - monthsAgo, day, 9);
}

type TimedMark = SizeMark & { readonly atMs: number };

function bytesAt(marks: readonly TimedMark[], atMs: number, factor: number): DataBytes {
  const nextIndex = marks.findIndex((mark) => mark.atMs > atMs);
  const to = marks[nextIndex] ?? marks.at(-1);
  const from = nextIndex === -1 ? to : marks[nextIndex - 1];
  const passed = from === undefined || to === undefined ? 0 : (atMs - from.atMs) / (to.atMs - from.atMs || 1);
  const bytes = (field: 'native' | 'processed' | 'produced'): number => {
    const start = from?.[field] ?? 0;
    const end = to?.[field] ?? 0;
    return Math.round((start + (end - start) * passed) * factor * bytesPerGb);
  };
  return {
    nativeBytes: bytes('native'),
    processedBytes: bytes('processed'),
    producedBytes: bytes('produced'),
  };
}
