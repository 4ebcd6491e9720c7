/** The speed of each upload over time, as seen by this window. */
import { useEffect, useSyncExternalStore } from 'react';
import type { Answer } from '../../preload/contract/index.ts';
import type { ProgressView } from '../../preload/contract/views/views.ts';
import { call } from './bridge.ts';

export interface SpeedSample {
  readonly atMs: number;
  /** It is null for a gap: the upload was paused, or the computer slept. */
  readonly bytesPerSecond: number | null;
  /** How many files and links the platform had by then. Unknown in the engine's samples. */
  readonly files?: number;
}

const intervalMs = 1_000;
const retentionMs = 2 * 3_600_000;
/** Progress comes ten times a second, so a longer silence is drawn as a gap in the line. */
const gapMs = 5_000;

/** Appends a sample, at most one per second. Returns the same list if nothing was appended. */
export function appendSample(samples: readonly SpeedSample[], sample: SpeedSample): readonly SpeedSample[] {
  const { atMs } = sample;
  const last = samples.at(-1);
  if (last === undefined) return [sample];
  const sinceMs = atMs - last.atMs;
  // The clock was set back, so earlier samples are in the future now.
  if (sinceMs < -gapMs) return [sample];
  if (sinceMs < intervalMs) return samples;
  const gap = sinceMs > gapMs ? [{ atMs: last.atMs + 1, bytesPerSecond: null }] : [];
  const recent = samples.filter((earlier) => earlier.atMs >= atMs - retentionMs);
  return [...recent, ...gap, sample];
}

/** Adds the engine's samples from before the first one. */
export function prependSamples(
  samples: readonly SpeedSample[],
  { everyMs, endMs, bytesPerSecond }: Answer<'uploads.speed'>,
): readonly SpeedSample[] {
  const firstMs = samples[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const count = bytesPerSecond.length;
  const earlier = bytesPerSecond
    .map((speed, index) => ({ atMs: endMs - (count - 1 - index) * everyMs, bytesPerSecond: speed }))
    .filter(({ atMs }) => atMs < firstMs);
  return earlier.length === 0 ? samples : [...earlier, ...samples];
}

const filesWindowMs = 30_000;
const leastFilesMs = 5_000;

/** Files that the platform accepted per second, lately: packs come in thousands. Returns null while too little is known. */
export function filesPerSecond(samples: readonly SpeedSample[]): number | null {
  const last = samples.at(-1);
  if (last?.files === undefined) return null;
  let first = last;
  for (const sample of samples.toReversed()) {
    if (sample.bytesPerSecond === null || sample.files === undefined) break;
    if (sample.atMs < last.atMs - filesWindowMs) break;
    first = sample;
  }
  const ms = last.atMs - first.atMs;
  return ms < leastFilesMs ? null : Math.max(0, ((last.files - (first.files ?? 0)) * 1000) / ms);
}

/** How many uploads keep their samples after `retentionMs`. */
const maxIdleUploads = 20;

/** The uploads whose samples are dropped, so that a window open for months does not grow. Ordered by last activity. */
export function expiredUploads(
  histories: ReadonlyMap<number, readonly SpeedSample[]>,
  nowMs: number,
): readonly number[] {
  const idle = [...histories].filter(([, samples]) => (samples.at(-1)?.atMs ?? 0) < nowMs - retentionMs);
  return idle.slice(0, Math.max(0, idle.length - maxIdleUploads)).map(([uploadId]) => uploadId);
}

/** The engine drops an upload's samples when it stops; the window keeps what it has seen. */
const histories = new Map<number, readonly SpeedSample[]>();
const listeners = new Set<() => void>();
const noSamples: readonly SpeedSample[] = [];

function update(uploadId: number, change: (samples: readonly SpeedSample[]) => readonly SpeedSample[]): void {
  const before = histories.get(uploadId) ?? noSamples;
  const after = change(before);
  if (after === before) return;
  if (!histories.has(uploadId)) {
    for (const expired of expiredUploads(histories, Date.now())) histories.delete(expired);
  }
  // Moves the entry to the end: a Map keeps the order of insertion.
  histories.delete(uploadId);
  histories.set(uploadId, after);
  for (const listener of listeners) listener();
}

export function recordSpeed({ uploadId, bytesPerSecond, totals }: ProgressView): void {
  const files = totals.accepted.items + totals.handedOver.items;
  update(uploadId, (samples) => appendSample(samples, { atMs: Date.now(), bytesPerSecond, files }));
}

export function forgetSpeed(uploadId: number): void {
  histories.delete(uploadId);
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Oldest first, up to two hours. A new list once a second during the upload. */
export function useSpeedHistory(uploadId: number, isUploading: boolean): readonly SpeedSample[] {
  useEffect(() => {
    if (!isUploading) return;
    void call('uploads.speed', { uploadId }).then((answer) => {
      if (answer.ok) update(uploadId, (samples) => prependSamples(samples, answer.value));
    });
  }, [uploadId, isUploading]);
  return useSyncExternalStore(subscribe, () => histories.get(uploadId) ?? noSamples);
}

export function useFilesPerSecond(uploadId: number): number | null {
  return useSyncExternalStore(subscribe, () => filesPerSecond(histories.get(uploadId) ?? noSamples));
}
