import type { UploadSummary } from '../types/uploads.ts';

type Sent = Pick<UploadSummary, 'state' | 'startedAt' | 'createdAt' | 'finishedAt' | 'totals'>;

/** Enough to say something about a line. */
const minBytes = 10_000_000;
const recentUploads = 10;
/** Create, part URL, complete. */
const requestsPerFile = 3;
/** Above this share of its time, an upload waited for the rate limit and says nothing about the line. */
const requestBoundShare = 0.5;
/** An estimate of a year says that there is none. */
const maxSeconds = 365 * 86_400;

/**
 * A range from the speeds of this computer's last uploads, at most the bandwidth limit and the rate limit. The fastest
 * and the slowest quarter don't count: an upload that was paused overnight is no measurement. Null if there were none.
 */
export function estimateDuration(
  uploads: readonly Sent[],
  bytes: number,
  minSeconds: number,
  limits: { readonly bytesPerSecond: number; readonly requestsPerSecond: number },
): { readonly low: number; readonly high: number } | null {
  const speeds = uploads
    .map((upload) => lineSpeed(upload, limits.requestsPerSecond))
    .filter((speed) => speed !== null)
    .slice(-recentUploads)
    .sort((a, b) => a - b);
  const [slow, fast] = [quantile(speeds, 0.25), quantile(speeds, 0.75)];
  if (slow === undefined || fast === undefined) return null;
  const secondsAt = (speed: number): number =>
    Math.max(bytes / Math.min(speed, limits.bytesPerSecond), minSeconds);
  const [low, high] = [secondsAt(fast), secondsAt(slow)];
  return high > maxSeconds ? null : { low, high };
}

/** Bytes per second; null where the upload doesn't tell. */
function lineSpeed(
  { state, startedAt, createdAt, finishedAt, totals: { accepted } }: Sent,
  requestsPerSecond: number,
): number | null {
  if (state !== 'finished' || finishedAt === null || accepted.bytes <= minBytes) return null;
  // A draft may wait for days before it is started.
  const seconds = Math.max(1, (Date.parse(finishedAt) - Date.parse(startedAt ?? createdAt)) / 1000);
  const requestSeconds = (accepted.items * requestsPerFile) / requestsPerSecond;
  return requestSeconds > requestBoundShare * seconds ? null : accepted.bytes / seconds;
}

function quantile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.round(share * (sorted.length - 1))];
}
