import { expect, test } from 'vitest';
import { nextBatch } from './next-batch.ts';
import type { Watcher } from './watcher.ts';

/** Files arrive all the time. */
const busy: Pick<Watcher, 'state' | 'isChecking' | 'quietMs'> = {
  state: () => ({
    away: null,
    lastScan: { at: 't', files: 1, durationMs: 1 },
    hasIgnoredFolder: false,
    usesEvents: false,
    failure: null,
  }),
  isChecking: () => false,
  quietMs: () => 0,
};
const rule = { datasetPer: 'batch', quietSeconds: 60 } as const;
const hourMs = 3_600_000;

test.each([
  ['within the hour', -hourMs / 2, false],
  ['an hour ago', -hourMs, true],
  ['when the clock was years ahead', 10_000 * hourMs, true],
])('files of a folder that is never quiet, settled %s', (_, settledMs, isDue) => {
  const since = new Date(Date.now() + settledMs).toISOString();
  const next = nextBatch([{ top: '', files: 1, since }], rule, busy);
  expect(next?.inMs === 0).toBe(isDue);
});
