/** How long the rest of an upload takes, from what its run measured. Pure. */

/** What went over the line in a short time. */
export interface RateSample {
  readonly ms: number;
  readonly bytes: number;
  /** Of attempts that ended in it and were not acknowledged: they are sent again. */
  readonly lostBytes: number;
  /** Source files that the platform created. */
  readonly files: number;
}

export interface SecondsRange {
  readonly low: number;
  readonly high: number;
}

/** Half a second says nothing: parts and small files come in bursts. */
const samplesPerBlock = 4;
const minBlocks = 5;
/** Create, part URL, complete. */
const requestsPerFile = 3;
/** Where requests take this share of the time, they are what the upload waits for, and the line is never full. */
const requestBoundShare = 0.7;
/** Where less of what goes over the line is acknowledged, no end is in sight. */
const leastAcknowledgedShare = 0.05;
/** Nothing measured in a minute says when a year ends. */
const maxSeconds = 365 * 86_400;

/**
 * Two things take time: bytes at the speed of the line, and requests at the rate limit. The one that takes longer decides.
 * The high end is as much longer as the past was than those two explain. Bytes that are sent again take their time again. Null
 * while too little is known: in the first ten seconds, without progress, or where only small files were sent so far and
 * large ones are left.
 */
export function estimateSecondsLeft(
  samples: readonly RateSample[],
  left: { readonly bytes: number; readonly files: number },
  requestsPerSecond: number,
): SecondsRange | null {
  const blocks = toBlocks(samples);
  if (blocks.length < minBlocks) return null;
  const past = sumOf(blocks);
  const secondsPerFile = requestsPerFile / requestsPerSecond;
  const isRequestBound = past.files * secondsPerFile >= requestBoundShare * past.seconds;
  const lineSpeed = speedAt(blocks, isRequestBound ? 1 : 0.8);
  const requestSeconds = left.files * secondsPerFile;
  if (left.bytes > 0 && lineSpeed < 1) return null;
  const acknowledgedShare = past.bytes === 0 ? 1 : 1 - past.lostBytes / past.bytes;
  if (left.bytes > 0 && acknowledgedShare < leastAcknowledgedShare) return null;
  const lineSeconds = left.bytes === 0 ? 0 : left.bytes / (lineSpeed * acknowledgedShare);
  if (isRequestBound && lineSeconds > 2 * requestSeconds) return null;
  const explained = Math.max(lineSpeed === 0 ? 0 : past.bytes / lineSpeed, past.files * secondsPerFile);
  const slowdown = explained === 0 ? 1 : Math.min(3, Math.max(1.1, past.seconds / explained));
  const low = Math.max(lineSeconds, requestSeconds);
  const high = low * slowdown;
  return high > maxSeconds ? null : { low, high };
}

interface Block {
  readonly seconds: number;
  readonly bytes: number;
  readonly lostBytes: number;
  readonly files: number;
}

function toBlocks(samples: readonly RateSample[]): readonly Block[] {
  const count = Math.floor(samples.length / samplesPerBlock);
  // The newest ones, because the first of a run are still ramping up.
  const newest = samples.slice(samples.length - count * samplesPerBlock);
  return Array.from({ length: count }, (_, at) => {
    const block = newest.slice(at * samplesPerBlock, (at + 1) * samplesPerBlock);
    return sumOf(block.map(({ ms, ...sample }) => ({ seconds: ms / 1000, ...sample })));
  });
}

function sumOf(blocks: readonly Block[]): Block {
  return {
    seconds: blocks.reduce((sum, block) => sum + block.seconds, 0),
    bytes: blocks.reduce((sum, block) => sum + block.bytes, 0),
    lostBytes: blocks.reduce((sum, block) => sum + block.lostBytes, 0),
    files: blocks.reduce((sum, block) => sum + block.files, 0),
  };
}

/** Bytes per second that this share of the blocks doesn't exceed. */
function speedAt(blocks: readonly Block[], share: number): number {
  const speeds = blocks
    .map(({ bytes, seconds }) => (seconds > 0 ? bytes / seconds : 0))
    .sort((a, b) => a - b);
  return speeds[Math.floor(share * (speeds.length - 1))] ?? 0;
}
