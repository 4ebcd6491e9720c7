import { useEffect, useSyncExternalStore } from 'react';
import type { Answer } from '../../preload/contract/index.ts';
import { call } from './bridge.ts';

export interface SpeedSample {
  readonly atMs: number;
  /** Null where nothing is known: the upload was paused, or the computer slept. */
  readonly bytesPerSecond: number | null;
}

const everyMs = 1_000;
const keptMs = 2 * 3_600_000;
/** Progress comes ten times a second: a longer silence is a gap in the line, not a slope. */
const gapMs = 5_000;

/** Adds what is measured now, at most once a second; the same list when there is nothing to add. */
export function appendSample(
  points: readonly SpeedSample[],
  { atMs, bytesPerSecond }: SpeedSample,
): readonly SpeedSample[] {
  const last = points.at(-1);
  if (last === undefined) return [{ atMs, bytesPerSecond }];
  const sinceMs = atMs - last.atMs;
  // The clock was set back: what was seen before has times that are still to come.
  if (sinceMs < -gapMs) return [{ atMs, bytesPerSecond }];
  if (sinceMs < everyMs) return points;
  const gap = sinceMs > gapMs ? [{ atMs: last.atMs + 1, bytesPerSecond: null }] : [];
  const kept = points.filter((point) => point.atMs >= atMs - keptMs);
  return [...kept, ...gap, { atMs, bytesPerSecond }];
}

/** Puts what the engine knows from before the first point in front of it. */
export function prependSamples(
  points: readonly SpeedSample[],
  { everyMs: stepMs, endMs, bytesPerSecond }: Answer<'uploads.speed'>,
): readonly SpeedSample[] {
  const firstMs = points[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const count = bytesPerSecond.length;
  const earlier = bytesPerSecond
    .map((speed, index) => ({ atMs: endMs - (count - 1 - index) * stepMs, bytesPerSecond: speed }))
    .filter(({ atMs }) => atMs < firstMs);
  return earlier.length === 0 ? points : [...earlier, ...points];
}

/** Of uploads that stopped longer ago than `keptMs`, this many keep their line. */
const mostStopped = 20;

/** Those to forget, in the order in which they last moved, so that a window that is open for months does not grow. */
export function expiredUploads(
  seen: ReadonlyMap<number, readonly SpeedSample[]>,
  nowMs: number,
): readonly number[] {
  const stopped = [...seen].filter(([, points]) => (points.at(-1)?.atMs ?? 0) < nowMs - keptMs);
  return stopped.slice(0, Math.max(0, stopped.length - mostStopped)).map(([uploadId]) => uploadId);
}

/** The engine forgets the speed of an upload that stops; the window keeps what it has seen of it. */
const seen = new Map<number, readonly SpeedSample[]>();
const listeners = new Set<() => void>();
const none: readonly SpeedSample[] = [];

function keep(uploadId: number, change: (points: readonly SpeedSample[]) => readonly SpeedSample[]): void {
  const before = seen.get(uploadId) ?? none;
  const after = change(before);
  if (after === before) return;
  if (!seen.has(uploadId)) for (const old of expiredUploads(seen, Date.now())) seen.delete(old);
  // Anew: a Map keeps the order of insertion.
  seen.delete(uploadId);
  seen.set(uploadId, after);
  for (const listener of listeners) listener();
}

export function recordSpeed(uploadId: number, bytesPerSecond: number): void {
  keep(uploadId, (points) => appendSample(points, { atMs: Date.now(), bytesPerSecond }));
}

export function forgetSpeed(uploadId: number): void {
  seen.delete(uploadId);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Oldest first, up to two hours; a new list once a second while the upload moves. */
export function useSpeedHistory(uploadId: number, sending: boolean): readonly SpeedSample[] {
  useEffect(() => {
    if (!sending) return;
    void call('uploads.speed', { uploadId }).then((answer) => {
      if (answer.ok) keep(uploadId, (points) => prependSamples(points, answer.value));
    });
  }, [uploadId, sending]);
  return useSyncExternalStore(subscribe, () => seen.get(uploadId) ?? none);
}
