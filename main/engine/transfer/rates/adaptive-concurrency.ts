/**
 * How many parts to send in parallel. A part should take seconds: what is in flight when the line breaks or a person
 * pauses is sent again. So it starts with one part, doubles while parts stay short, and then climbs the hill of
 * throughput, where parts that take longer than they should count less. On a line that all connections share this leads
 * to few parts; where each connection is slow, to many.
 */
export interface AdaptiveState {
  readonly parts: number;
  /** Doubling, until parts would take too long. */
  readonly isStarting: boolean;
  readonly direction: 1 | -1;
  /** The utility of the sample before; null where it can't be compared with the next one. */
  readonly utility: number | null;
  /** The parts that were added although parts would take too long if the line gave no more; 0 where none were. */
  readonly probe: number;
  readonly samplesUntilProbe: number;
  /** In samples. Doubles with each probe that did harm. */
  readonly probeInterval: number;
}

export interface ConcurrencyBounds {
  readonly floor: number;
  readonly ceiling: number;
}

export interface Sample {
  /** How long a part takes. */
  readonly partMs: number;
  /** On average. */
  readonly partWeight: number;
  /** How long it waited for its URL. */
  readonly urlMs: number;
  /** The speed of one connection. */
  readonly weightPerSecond: number;
  readonly partsInFlight: number;
  /** Stalls, resets, 429 and 5xx. */
  readonly faults: number;
  /** Parts. */
  readonly acknowledged: number;
}

/** How long a part should take at most. */
export const targetPartMs = 10_000;
const tolerableFaultShare = 0.1;
const tolerableIdleShare = 0.02;
/** Doubling ends here. */
const startingParts = 8;
/** It goes on while the line gives so much more from sample to sample. */
const startingGrowth = 1.2;
const maxProbeInterval = 64;

export function initialConcurrency(bounds: ConcurrencyBounds): AdaptiveState {
  return {
    parts: bounds.floor,
    isStarting: true,
    direction: 1,
    utility: null,
    probe: 0,
    samplesUntilProbe: 0,
    probeInterval: 1,
  };
}

export function nextConcurrency(
  state: AdaptiveState,
  sample: Sample,
  bounds: ConcurrencyBounds,
): AdaptiveState {
  const { parts } = state;
  const incomparable: AdaptiveState = { ...state, utility: null, probe: 0 };
  if (areTooMany(sample)) {
    const fewer = parts - Math.max(1, Math.floor((parts - bounds.floor) / 2));
    return { ...incomparable, parts: clamp(fewer, bounds), direction: 1, isStarting: false };
  }
  if (sample.partsInFlight > parts) {
    // Parts from before the limit was lowered. If even they take too long, it is still too high.
    return { ...incomparable, parts: clamp(sample.partMs > targetPartMs ? parts - 1 : parts, bounds) };
  }
  if (sample.partsInFlight < parts) return incomparable;
  if (!state.isStarting) return climb(state, sample, bounds);
  const doubled = clamp(Math.min(parts * 2, startingParts), bounds);
  if (doubled > parts && fits(sample, doubled)) return { ...state, parts: doubled, utility: null };
  const utility = utilityOf(sample);
  // A connection over a long line begins slowly, and is twice as fast a round trip later.
  const isRising = utility > (state.utility ?? 0) * startingGrowth;
  if (isRising) return { ...state, utility };
  return climb({ ...state, isStarting: false, utility: null }, sample, bounds);
}

/** One connection that breaks while parts arrive says nothing of the others. */
function areTooMany({ faults, acknowledged }: Sample): boolean {
  return faults > (acknowledged === 0 ? 0 : 1 + acknowledged * tolerableFaultShare);
}

function climb(state: AdaptiveState, sample: Sample, bounds: ConcurrencyBounds): AdaptiveState {
  const utility = utilityOf(sample);
  const change = compare(state, utility);
  if (state.probe > 0 && change !== 'faster') {
    const probeInterval = Math.min(state.probeInterval * 2, maxProbeInterval);
    return {
      ...state,
      parts: clamp(state.parts - state.probe, bounds),
      direction: -1,
      utility: null,
      probe: 0,
      probeInterval,
      samplesUntilProbe: probeInterval,
    };
  }
  const lowest = clamp(lowestParts(sample), bounds);
  if (state.parts < lowest) return { ...state, parts: lowest, direction: 1, utility: null, probe: 0 };
  const direction = nextDirection(state, change);
  if (direction === -1 && state.parts > lowest) {
    const step = fits(sample, state.parts) ? 1 : Math.ceil(state.parts / 4);
    const parts = clamp(Math.max(lowest, state.parts - step), bounds);
    // The best since it went down: many small losses are a large one.
    const best = change === 'same' ? Math.max(utility, state.utility ?? 0) : utility;
    return { ...state, parts, direction, utility: best };
  }
  // Far below where it may have to end, in large steps.
  const up = state.parts * 2 <= startingParts && change === 'faster' ? Math.ceil(state.parts / 2) : 1;
  const more = [up, 1].find((step) => direction === 1 && fits(sample, state.parts + step));
  if (more !== undefined)
    return { ...state, parts: clamp(state.parts + more, bounds), direction, utility, probe: 0 };
  return probe(state, sample, utility, bounds);
}

/**
 * So many that the line hardly ever waits for all of them at once: for a part's URL, as long for the answer, and again twice
 * until a connection that had nothing to send is as fast as before. One alone where two would take too long.
 */
function lowestParts(sample: Sample): number {
  const idleShare = Math.min(0.9, (4 * sample.urlMs) / Math.max(1, sample.partMs));
  const wanted = Math.max(2, Math.ceil(Math.log(tolerableIdleShare) / Math.log(idleShare)));
  for (let parts = wanted; parts > 2; parts -= 1) if (fits(sample, parts)) return parts;
  return fits(sample, 2) ? 2 : 1;
}

/** Adds parts where that may do harm: now and then, and more and more while it pays. */
function probe(
  state: AdaptiveState,
  sample: Sample,
  utility: number,
  bounds: ConcurrencyBounds,
): AdaptiveState {
  const hasPaid = state.probe > 0;
  if (!hasPaid && (state.samplesUntilProbe > 0 || sample.acknowledged === 0))
    return { ...state, utility, samplesUntilProbe: Math.max(0, state.samplesUntilProbe - 1) };
  const parts = clamp(state.parts + Math.max(1, state.probe * 2), bounds);
  const probeInterval = hasPaid ? 1 : state.probeInterval;
  return { ...state, parts, direction: 1, utility, probe: parts - state.parts, probeInterval };
}

type Change = 'faster' | 'slower' | 'same' | 'collapsed' | 'unknown';

function nextDirection({ direction }: AdaptiveState, change: Change): 1 | -1 {
  switch (change) {
    case 'faster':
    case 'unknown':
      return direction;
    case 'slower':
      return direction === 1 ? -1 : 1;
    // At the same speed, fewer connections are better for everyone.
    case 'same':
    case 'collapsed':
      return -1;
  }
}

function compare(state: AdaptiveState, utility: number): Change {
  if (state.utility === null) return 'unknown';
  // One more part of n changes the utility by about a share of 1/n. Anything far below is noise.
  const noise = Math.max(0.03, (0.3 * Math.max(1, state.probe)) / state.parts);
  if (utility > state.utility * (1 + noise)) return 'faster';
  // More than one step of so many parts explains: the line changed.
  if (state.parts >= 4 && utility < state.utility / 2) return 'collapsed';
  return utility < state.utility * (1 - noise) ? 'slower' : 'same';
}

/** Throughput, less in proportion to how far parts take longer than they should. */
function utilityOf({ weightPerSecond, partsInFlight, partMs }: Sample): number {
  return weightPerSecond * partsInFlight * Math.min(1, targetPartMs / partMs);
}

/**
 * Whether parts stay short with this many in flight, if the line gives no more than now. Two may take twice as long:
 * one alone leaves the line idle while it waits for answers.
 */
function fits({ partMs, partsInFlight }: Sample, parts: number): boolean {
  const expectedMs = (partMs * parts) / Math.max(1, partsInFlight);
  return expectedMs <= (parts > 2 ? targetPartMs : 2 * targetPartMs);
}

function clamp(parts: number, { floor, ceiling }: ConcurrencyBounds): number {
  return Math.min(ceiling, Math.max(floor, parts));
}
