import type { UploadSummary } from '../types/uploads.ts';

type Sent = Pick<UploadSummary, 'state' | 'createdAt' | 'finishedAt' | 'totals'>;

/** A range from the speeds of this computer's last uploads, at most the bandwidth limit. Null if there were none. */
export function estimateDuration(
  uploads: readonly Sent[],
  bytes: number,
  minSeconds: number,
  limitBytesPerSecond: number,
): { readonly low: number; readonly high: number } | null {
  const speeds = uploads
    .filter(
      (one) => one.state === 'finished' && one.finishedAt !== null && one.totals.accepted.bytes > 10_000_000,
    )
    .map((one) => {
      const seconds = (Date.parse(one.finishedAt ?? '') - Date.parse(one.createdAt)) / 1000;
      return one.totals.accepted.bytes / Math.max(seconds, 1);
    })
    .slice(-10);
  if (speeds.length === 0) return null;
  const secondsAt = (speed: number): number =>
    Math.max(bytes / Math.min(speed, limitBytesPerSecond), minSeconds);
  return { low: secondsAt(Math.max(...speeds)), high: secondsAt(Math.min(...speeds)) };
}
