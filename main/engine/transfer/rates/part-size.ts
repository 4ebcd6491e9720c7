/** How large a part should be on this line: for files and packs alike. Pure. */

/** What this run and earlier ones showed of the line. */
export interface LineFacts {
  /** The speed of one connection, remembered from large parts; null while unknown. */
  readonly bytesPerSecond: number | null;
  /** The speed of all connections, from the last parts or an earlier run; null while unknown. */
  readonly totalBytesPerSecond: number | null;
  /** The speed of one of as many connections as there may be now, from the last parts of any size; null while unknown. */
  readonly recentBytesPerSecond: number | null;
  /** The bandwidth limit; infinite without one. */
  readonly limitBytesPerSecond: number;
  /** What one connection carries before it breaks; infinite where none broke. */
  readonly bytesPerBreak: number;
  /** The largest part that was acknowledged in this run; 0 before the first one. */
  readonly largestBytes: number;
}

/** How long one connection should need for a part. */
const partSeconds = 5;
/** How long the whole line should need for it: where one connection breaks each minute, less than 1 % is sent again. */
const lineSeconds = 1;
/** The first part of a run shows that the line works at all. */
const firstPartSeconds = 1;
/** Slower than that, a part takes its time. Large enough to measure the line. */
const slowPartBytes = 2_000_000;
/** Larger parts than that one after the other on an unknown line. */
const growth = 4;
/** Parts for what a connection carries: about a sixteenth of the bytes is sent again. */
const partsPerBreak = 8;

/** For parts that are all planned before the first one is sent. */
export function plannedPartBytes({ bytesPerSecond, totalBytesPerSecond, ...line }: LineFacts): number {
  const total = Math.min(totalBytesPerSecond ?? Number.POSITIVE_INFINITY, line.limitBytesPerSecond);
  return Math.min(steadyBytes(bytesPerSecond, line), Math.max(total * lineSeconds, slowPartBytes));
}

/** For a part that is cut just before it is sent. */
export function nextPartBytes({ bytesPerSecond, recentBytesPerSecond, ...line }: LineFacts): number {
  const speed = recentBytesPerSecond ?? bytesPerSecond;
  const steady = steadyBytes(speed, line);
  const proven =
    line.largestBytes === 0
      ? (speed ?? 0) * firstPartSeconds
      : bytesPerSecond === null
        ? line.largestBytes * growth
        : Number.POSITIVE_INFINITY;
  return Math.min(steady, Math.max(slowPartBytes, proven));
}

function steadyBytes(
  bytesPerSecond: number | null,
  { limitBytesPerSecond, bytesPerBreak }: Pick<LineFacts, 'limitBytesPerSecond' | 'bytesPerBreak'>,
): number {
  const speed = Math.min(bytesPerSecond ?? Number.POSITIVE_INFINITY, limitBytesPerSecond);
  return Math.min(Math.max(speed * partSeconds, slowPartBytes), bytesPerBreak / partsPerBreak);
}
