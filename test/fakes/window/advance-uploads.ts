import { countOf } from './items.ts';
import type { MockApp } from './mock-app.ts';

let clock = 0;

/** Simulates a tenth of a second of every running upload, and emits its progress. */
export function advanceUploads(app: MockApp): void {
  clock += 1;
  const { state } = app;
  for (const before of state.progress) {
    const upload = state.uploads.find((each) => each.id === before.uploadId);
    if (upload === undefined || upload.state !== 'uploading' || before.waiting !== null) continue;
    const total = Object.values(before.totals).reduce((sum, tally) => sum + tally.bytes, 0);
    const bytesPerSecond = 90e6 + 8e6 * Math.sin(clock / 17) + 3e6 * Math.sin(clock / 3);
    const step = Math.round(bytesPerSecond / 10);
    const done = Math.min(total, before.acknowledgedBytes + step);
    const moved = Math.min(before.totals.queued.items, clock % 3);
    const totals = {
      ...before.totals,
      queued: { ...before.totals.queued, items: before.totals.queued.items - moved },
      accepted: { ...before.totals.accepted, items: before.totals.accepted.items + moved },
    };
    const left = (total - done) / bytesPerSecond;
    const progress = {
      ...before,
      totals,
      bytesPerSecond,
      acknowledgedBytes: done,
      timeLeft: { low: left * 0.92, likely: left, high: left * 1.08, bound: { kind: 'line' } as const },
      active: before.active.map((item) => {
        const acknowledgedBytes = Math.min(item.sizeBytes, item.acknowledgedBytes + Math.round(step / 3));
        return {
          ...item,
          acknowledgedBytes,
          sentBytes: Math.min(item.sizeBytes, acknowledgedBytes + 120e6),
          parts: { ...item.parts, done: Math.floor((acknowledgedBytes / item.sizeBytes) * item.parts.count) },
        };
      }),
    };
    state.progress = state.progress.map((each) => (each === before ? progress : each));
    state.uploads = state.uploads.map((each) =>
      each === upload ? { ...upload, totals, acknowledgedBytes: done } : each,
    );
    if (countOf(totals) > 0) app.emit({ name: 'progress', data: progress });
  }
}
