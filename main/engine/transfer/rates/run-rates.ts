/** How long the rest of a run takes: the model of `forecast.ts`, at the speeds that the run measured so far. Pure. */
import {
  forecastCeiling,
  type TimeBound,
  type TimeRange,
} from '../../../../preload/contract/views/time-forecast.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import { forecastTime, hashSpeed, middleOf, type Range, type TimeLimits, type Work } from './forecast.ts';

/** What happened in two seconds or so. */
export interface RunBlock {
  readonly seconds: number;
  /** What certainly arrived, less what is sent again, and what the sockets took of it. Below zero where a part was lost. */
  readonly provenBytes: number;
  readonly takenBytes: number;
  /** To the API. */
  readonly requests: number;
  /** Whether any part was under way. */
  readonly isSending: boolean;
  /** Whether large parts were nearly all the time: then the line is full, however many requests wait. */
  readonly isFull: boolean;
  /** Whether the platform or the network made something wait. */
  readonly isWaiting: boolean;
  /** The share of the time of the parts under way in which their blocks were read and hashed, from 0 to 1. */
  readonly sourceShare: number;
  /** The bandwidth limit; infinite without one. */
  readonly limitBytesPerSecond: number;
}

/** What held a block back. `mixed`: requests and bytes alike. `idle`: the platform was assembling, say. */
export type BlockBound = TimeBound['kind'] | 'mixed' | 'waiting' | 'idle';

export function boundOf(block: RunBlock, requestsPerSecond: number): BlockBound {
  const { seconds, takenBytes, limitBytesPerSecond, requests } = block;
  if (block.isWaiting && takenBytes <= 0) return 'waiting';
  if (takenBytes >= 0.85 * limitBytesPerSecond * seconds) return 'bandwidth-limit';
  const requestShare = requests / (requestsPerSecond * seconds);
  if (!block.isFull && requestShare >= 0.7) return 'rate-limit';
  if (!block.isFull && requestShare >= 0.3) return 'mixed';
  if (!block.isSending) return 'idle';
  return block.sourceShare > 0.5 ? 'source' : 'line';
}

/** Before it, a line without an earlier measurement is unknown. */
const leastSeconds = 4;
/** The part of the past that counts: longer, the longer it still takes. */
const window = { least: 30, most: 7200, share: 0.25 };
/** An outage may end at any time. What is longer isn't what the line is like. */
const countedOutageSeconds = 30;
const runSlack = 1.04;

/**
 * What the first seconds of sending show isn't the line: connections are opened, parts added, earlier parts verified. An
 * upload that was paused would look slow after each pause.
 */
const startSeconds = 10;
/** Where nothing else is known of the line, the start counts until so much comes after it. */
const tellingSeconds = 30;

function afterStart(blocks: readonly RunBlock[], prior: Range | null): readonly RunBlock[] {
  const first = blocks.findIndex(({ takenBytes, requests }) => takenBytes > 0 || requests > 0);
  let [from, seconds] = [first, 0];
  while (first !== -1 && from < blocks.length && seconds < startSeconds) {
    seconds += blocks[from]?.seconds ?? 0;
    from += 1;
  }
  const settled = first === -1 ? [] : blocks.slice(from);
  const settledSeconds = settled.reduce((sum, block) => sum + block.seconds, 0);
  return prior === null && settledSeconds < tellingSeconds ? blocks : settled;
}

/** `prior`: of the line, from earlier uploads. Null while too little is known, or where no end is in sight. */
export function forecastRest(
  all: readonly RunBlock[],
  prior: Range | null,
  left: Work,
  limits: TimeLimits,
  nowMs: number,
): TimeRange | null {
  const blocks = thatTell(afterStart(all, prior), prior, left, limits);
  const from = (seconds: number): TimeRange | null =>
    forecastFrom(blocks, seconds, prior, left, limits, nowMs);
  const near = from(window.least);
  if (near === null) return from(window.most);
  const seconds = near.likely * window.share;
  return seconds <= window.least ? near : from(Math.min(seconds, window.most));
}

/** Files of one mix differ from block to block. */
const clearly = 3;

/**
 * Where bytes bind what is left, small files before it say nothing of it: requests took their time, or the answers to
 * them, while the line was empty.
 */
function thatTell(
  blocks: readonly RunBlock[],
  prior: Range | null,
  left: Work,
  { requestsPerSecond }: TimeLimits,
): readonly RunBlock[] {
  const speeds = blocks.map(({ takenBytes, seconds }) => takenBytes / seconds);
  const fastest = speeds.reduce((most, speed) => Math.max(most, speed), prior === null ? 0 : middleOf(prior));
  /** How much longer requests take than bytes. */
  const requestRatio = (bytes: number, requests: number, limit: number): number =>
    (requests / requestsPerSecond) * (Math.min(fastest, limit) / Math.max(1, bytes));
  const limitNow = blocks.at(-1)?.limitBytesPerSecond ?? Number.POSITIVE_INFINITY;
  if (requestRatio(left.bytes, left.requests, limitNow) > 1) return blocks;
  let tells = true;
  return blocks.filter(({ takenBytes, requests, isFull, limitBytesPerSecond }) => {
    // What did nothing belongs to what came before it.
    if (takenBytes > 0 || requests > 0)
      tells = isFull || requestRatio(takenBytes, requests, limitBytesPerSecond) < clearly;
    return tells;
  });
}

function lastSeconds(blocks: readonly RunBlock[], wanted: number): readonly RunBlock[] {
  let [seconds, from] = [0, blocks.length];
  while (from > 0 && seconds < wanted) {
    from -= 1;
    seconds += blocks[from]?.seconds ?? 0;
  }
  return blocks.slice(from);
}

function forecastFrom(
  blocks: readonly RunBlock[],
  wantedSeconds: number,
  prior: Range | null,
  left: Work,
  limits: TimeLimits,
  nowMs: number,
): TimeRange | null {
  const past = sumUp(lastSeconds(blocks, wantedSeconds), limits.requestsPerSecond);
  if (prior === null && past.seconds < leastSeconds) return null;
  const line = lineOf(past, prior, left, limits);
  if (line === null || line.low < 1) return null;
  const requests = requestSpeed(past, limits.requestsPerSecond);
  const slowdown = slowdownOf(past, line, requests);
  // A minute says little of days.
  const unsure = Math.max(0, 1 - past.seconds / wantedSeconds);
  const speeds = { line, requests, hash: hashSpeed };
  const found = forecastTime(left, speeds, limits, nowMs, {
    overlap: overlapOf(past, left, line, requests),
    slack: { low: slowdown ** (1 - unsure), high: runSlack * slowdown ** (1 + unsure) },
  });
  // Nothing measured in a run says when a year ends.
  if (found.high >= forecastCeiling) return null;
  const isSource = found.bound.kind === 'line' && past.sourceSeconds > past.line.seconds / 2;
  return isSource ? { ...found, bound: { kind: 'source' } } : found;
}

interface Tally {
  readonly seconds: number;
  readonly provenBytes: number;
  readonly takenBytes: number;
  readonly requests: number;
  /** The standard deviation of the blocks' speeds, in proportion to their mean. */
  readonly deviation: number;
}

interface Past {
  readonly blocks: readonly RunBlock[];
  readonly seconds: number;
  readonly all: Tally;
  /** While the line or the source held it back, or a limit that is no lower. */
  readonly line: Tally;
  /** As `line`, and while requests may have held it back. */
  readonly atMostLine: Tally;
  readonly sourceSeconds: number;
  readonly limitedSeconds: number;
  /** While requests did. */
  readonly requests: Tally;
}

function sumUp(given: readonly RunBlock[], requestsPerSecond: number): Past {
  const kinds = new Map<BlockBound, RunBlock[]>();
  let outageSeconds = 0;
  for (const block of given) {
    const kind = boundOf(block, requestsPerSecond);
    outageSeconds = kind === 'waiting' ? outageSeconds + block.seconds : 0;
    if (outageSeconds > countedOutageSeconds) continue;
    const found = kinds.get(kind);
    if (found === undefined) kinds.set(kind, [block]);
    else found.push(block);
  }
  const of = (...wanted: readonly BlockBound[]): Tally =>
    tally(wanted.flatMap((kind) => kinds.get(kind) ?? []));
  const blocks = [...kinds.values()].flat();
  const all = tally(blocks);
  return {
    blocks,
    seconds: all.seconds,
    all,
    line: of('line', 'source', 'waiting', 'bandwidth-limit'),
    atMostLine: of('line', 'source', 'waiting', 'bandwidth-limit', 'mixed'),
    sourceSeconds: of('source').seconds,
    limitedSeconds: of('bandwidth-limit').seconds,
    requests: of('rate-limit'),
  };
}

/** How much longer the past took than these speeds explain: the platform that assembles, a busy computer. */
function slowdownOf({ blocks, seconds }: Past, line: Range, requests: Range): number {
  const speed = middleOf(line);
  // One by one: a time without requests isn't explained by those of another time.
  const explained = blocks.reduce((sum, block) => {
    const ofBytes = Math.max(0, block.takenBytes) / Math.min(speed, block.limitBytesPerSecond);
    return sum + Math.max(ofBytes, block.requests / requests.high);
  }, 0);
  if (explained === 0) return 1;
  // Files are opened and packs laid out at first, which what follows doesn't need.
  const trust = 1 - Math.exp(-Math.max(0, seconds - 4) / 15);
  return 1 + trust * Math.min(2, Math.max(0, seconds / explained - 1));
}

function tally(blocks: readonly RunBlock[]): Tally {
  const sum = (of: (block: RunBlock) => number): number =>
    blocks.reduce((total, block) => total + of(block), 0);
  const [seconds, takenBytes] = [sum((block) => block.seconds), sum((block) => block.takenBytes)];
  const mean = takenBytes / seconds;
  const squares = sum(({ seconds: took, takenBytes: bytes }) => (bytes / took - mean) ** 2);
  return {
    seconds,
    takenBytes,
    provenBytes: sum((block) => block.provenBytes),
    requests: sum((block) => block.requests),
    deviation: mean > 0 && blocks.length > 1 ? Math.sqrt(squares / (blocks.length - 1)) / mean : 1,
  };
}

/** In logarithms: a speed is off by a factor. */
interface Guess {
  readonly at: number;
  readonly sigma: number;
}

/** The line is measured in a run that it held back for at least this share of the time. */
const leastLineShare = 0.3;

/** Returns null where only small files were sent so far, and what is left could take longer than its requests. */
function lineOf(
  past: Past,
  prior: Range | null,
  left: Work,
  { requestsPerSecond }: TimeLimits,
): Range | null {
  const { line, all, limitedSeconds } = past;
  const seen = Math.max(0, all.takenBytes) / Math.max(1, all.seconds);
  if (limitedSeconds > line.seconds / 2) {
    // It gives at least as much.
    const atLeast = 1.2 * (line.takenBytes / line.seconds);
    return prior === null
      ? { low: atLeast, high: 4 * atLeast }
      : { low: Math.max(prior.low, atLeast), high: Math.max(prior.high, atLeast) };
  }
  const isMeasured =
    line.seconds >= leastLineShare * all.seconds && (line.takenBytes > 0 || line.seconds >= leastSeconds);
  if (prior !== null) return isMeasured ? toRange(combine(toGuess(prior), guess(line))) : prior;
  if (isMeasured) return toRange(guess(line));
  if (past.atMostLine.takenBytes > 0 && past.atMostLine.seconds >= all.seconds / 2)
    return toRange(guess(past.atMostLine));
  if (seen === 0) return left.bytes === 0 ? { low: 1, high: 1 } : null;
  // It was never full.
  return left.bytes / seen <= (2 * left.requests) / requestsPerSecond
    ? { low: 1.5 * seen, high: 6 * seen }
    : null;
}

/** The first seconds of a run show little: connections are opened, buffers filled, parts added. */
function guess({ seconds, provenBytes, takenBytes, deviation }: Tally): Guess {
  const high = Math.log(Math.max(1, takenBytes) / seconds);
  const low = Math.log(Math.max(1, takenBytes / 20, provenBytes) / seconds);
  // Blocks that follow each other are alike.
  const ofNoise = deviation / Math.sqrt(Math.max(1, seconds / 6));
  const ofStart = 0.4 * Math.exp(-seconds / 6);
  return { at: (high + low) / 2, sigma: Math.hypot(0.03, ofNoise, ofStart, (high - low) / 2) };
}

/** Weighted by how sure each is. Where they contradict each other, what was measured now is right. */
function combine(earlier: Guess, now: Guess): Guess {
  const apart = Math.abs(earlier.at - now.at);
  const contradicts = apart > 2 * Math.hypot(earlier.sigma, now.sigma);
  const before = contradicts ? { ...earlier, sigma: Math.max(earlier.sigma, apart) } : earlier;
  const [one, other] = [before.sigma ** -2, now.sigma ** -2];
  return { at: (before.at * one + now.at * other) / (one + other), sigma: (one + other) ** -0.5 };
}

function toGuess({ low, high }: Range): Guess {
  return { at: Math.log(low * high) / 2, sigma: Math.max(0.03, Math.log(high / low) / 2) };
}

function toRange({ at, sigma }: Guess): Range {
  const half = Math.min(sigma, 0.7);
  return { low: Math.exp(at - half), high: Math.exp(at + half) };
}

/** What the platform answered while requests held the run back: others may use the same account. */
function requestSpeed({ requests: { seconds, requests } }: Past, allowed: number): Range {
  const trust = 1 - Math.exp(-seconds / 10);
  const reached = seconds === 0 ? allowed : Math.min(allowed, requests / seconds);
  const likely = Math.max(allowed * 0.05, allowed * (1 - trust) + reached * trust);
  return { low: Math.min(likely, allowed * 0.97), high: Math.min(allowed, likely * 1.05) };
}

/** Several files are sent at a time. */
const usualOverlap = 0.75;

/** Where the past had as many requests for its bytes as the rest has, small files are sent beside large ones. */
function overlapOf(past: Past, left: Work, line: Range, requests: Range): number {
  const shareOf = (bytes: number, count: number): number => {
    const ofRequests = count / requests.high;
    const ofBytes = Math.max(0, bytes) / Math.sqrt(line.low * line.high);
    return ofRequests + ofBytes === 0 ? 0 : ofRequests / (ofRequests + ofBytes);
  };
  const rest = shareOf(left.bytes, left.requests);
  const apart = Math.abs(shareOf(past.all.takenBytes, past.all.requests) - rest);
  const seen = Math.max(0, 1 - apart / Math.max(0.1, Math.min(rest, 1 - rest)));
  const trust = 1 - Math.exp(-past.all.seconds / 10);
  return trust * seen + (1 - trust) * usualOverlap;
}

/** Less says nothing about a line. */
const leastMeasured = { bytes: 10_000_000, seconds: 3, share: 0.5 };
/** Or so much in a shorter time. */
const muchBytes = 300_000_000;

/** What is kept of a run for later forecasts: only while nothing but the line held it back. Null if that was too little. */
export class LineTally {
  /** While small files were sent, and the rest. */
  readonly #small = { bytes: 0, seconds: 0 };
  readonly #other = { bytes: 0, seconds: 0 };
  #activeSeconds = 0;
  #outageSeconds = 0;

  add(block: RunBlock, requestsPerSecond: number): void {
    const kind = boundOf(block, requestsPerSecond);
    if (kind === 'idle') return;
    this.#outageSeconds = kind === 'waiting' ? this.#outageSeconds + block.seconds : 0;
    if (this.#outageSeconds > countedOutageSeconds) return;
    this.#activeSeconds += block.seconds;
    if (kind !== 'line' && kind !== 'waiting') return;
    // Near a limit, the two can't be told apart.
    if (block.takenBytes > 0.5 * block.limitBytesPerSecond * block.seconds) return;
    const sum = block.requests > 0 && !block.isFull ? this.#small : this.#other;
    sum.bytes += block.takenBytes;
    sum.seconds += block.seconds;
  }

  get measurement(): LineMeasurement | null {
    const [small, other] = [this.#small, this.#other];
    // Answers to requests held back what was so much slower.
    const isSlow = clearly * small.bytes * other.seconds < other.bytes * small.seconds;
    const bytes = Math.round(isSlow ? other.bytes : small.bytes + other.bytes);
    const seconds = isSlow ? other.seconds : small.seconds + other.seconds;
    const activeSeconds = this.#activeSeconds - (isSlow ? small.seconds : 0);
    const isMuch = bytes >= muchBytes && seconds >= 1;
    const isEnough = bytes >= leastMeasured.bytes && seconds >= leastMeasured.seconds;
    const isTelling = seconds >= leastMeasured.share * activeSeconds;
    return (isMuch || isEnough) && isTelling ? { bytes, seconds } : null;
  }
}
