import { describe, expect, it } from 'vitest';
import type { Watcher } from '../ledger/watcher.ts';
import { batchDueInMs, maxBatchFiles, nextBatch } from './batch-due.ts';

const hourMs = 3_600_000;

describe('a batch is due', () => {
  it.each([
    ['never without files', { files: 0, quietMs: 0, waitedMs: 0 }, null],
    ['once the folder was quiet', { files: 1, quietMs: 120_000, waitedMs: 120_000 }, 0],
    ['after the rest of the quiet time', { files: 1, quietMs: 20_000, waitedMs: 20_000 }, 100_000],
    [
      'at once if nothing changed since the start',
      { files: 1, quietMs: Number.POSITIVE_INFINITY, waitedMs: 0 },
      0,
    ],
    ['after an hour in a folder that is never quiet', { files: 1, quietMs: 10, waitedMs: hourMs }, 0],
    ['shortly before that hour', { files: 1, quietMs: 10, waitedMs: hourMs - 5_000 }, 5_000],
    ['at once with very many files', { files: maxBatchFiles, quietMs: 0, waitedMs: 0 }, 0],
  ])('%s', (_when, facts, dueInMs) => {
    expect(batchDueInMs(facts, 120)).toBe(dueInMs);
  });

  it('after ten times a long quiet time, rather than an hour', () => {
    expect(batchDueInMs({ files: 1, quietMs: 0, waitedMs: 2 * hourMs }, 3600)).toBe(hourMs);
  });
});

/** Files arrive all the time. */
const busy: Pick<Watcher, 'state' | 'isChecking' | 'quietMs'> = {
  state: () => ({
    away: null,
    root: null,
    lastScan: {
      at: 't',
      files: 1,
      durationMs: 1,
      ...{ temporary: 0, overdue: 0, unreadable: 0 },
      examples: { temporary: [], unreadable: [] },
    },
    hasIgnoredFolder: false,
    usesEvents: false,
    failure: null,
  }),
  isChecking: () => false,
  quietMs: () => 0,
};
const rule = { datasetPer: 'batch', quietSeconds: 60 } as const;

it.each([
  ['within the hour', -hourMs / 2, false],
  ['an hour ago', -hourMs, true],
  ['when the clock was years ahead', 10_000 * hourMs, true],
])('files of a folder that is never quiet, settled %s', (_, settledMs, isDue) => {
  const since = new Date(Date.now() + settledMs).toISOString();
  const next = nextBatch([{ top: '', files: 1, since }], rule, busy);
  expect(next?.inMs === 0).toBe(isDue);
});
