import { expect, it } from 'vitest';
import { totals, upload } from '../../test/fixtures/views.ts';
import { time } from '../i18n/format.ts';
import { uploadTimeTexts } from './upload-times.ts';

const createdAt = '2026-11-13T09:00:00.000Z';
const startedAt = '2026-11-14T09:00:00.000Z';
const after = (seconds: number): string => new Date(Date.parse(startedAt) + seconds * 1000).toISOString();

interface Given {
  readonly startedAt?: string | null;
  readonly finishedAt: string | null;
  readonly bytes?: number;
  readonly sendingMs?: number;
}

it.each<[string, Given, readonly string[]]>([
  ['a draft was created', { startedAt: null, finishedAt: null }, [`Created ${time(createdAt)}`]],
  ['a running upload was started', { finishedAt: null }, [`Started ${time(startedAt)}`]],
  [
    'one that ended has its duration from the start, not from when it was a draft, and an average',
    { finishedAt: after(7500), bytes: 93e9 },
    [
      `Started ${time(startedAt)}`,
      `Ended ${time(after(7500))}`,
      'Took 2 h 5 min',
      '12.4 MB/s on average, pauses and waits included',
    ],
  ],
  [
    'one that was paused has the average without pauses and waits, too',
    { finishedAt: after(7500), bytes: 93e9, sendingMs: 5_000_000 },
    [
      `Started ${time(startedAt)}`,
      `Ended ${time(after(7500))}`,
      'Took 2 h 5 min',
      '12.4 MB/s on average, 18.6 MB/s without pauses and waits',
    ],
  ],
  [
    'one that was never paused has one average',
    { finishedAt: after(7500), bytes: 93e9, sendingMs: 7_500_400 },
    [`Started ${time(startedAt)}`, `Ended ${time(after(7500))}`, 'Took 2 h 5 min', '12.4 MB/s on average'],
  ],
  [
    'one of seconds has one average',
    { finishedAt: after(8), bytes: 80e6, sendingMs: 6_900 },
    [`Started ${time(startedAt)}`, `Ended ${time(after(8))}`, 'Took 8 s', '10.0 MB/s on average'],
  ],
  [
    'nothing accepted has no average',
    { finishedAt: after(7500), bytes: 0 },
    [`Started ${time(startedAt)}`, `Ended ${time(after(7500))}`, 'Took 2 h 5 min'],
  ],
  [
    'an upload that mostly waited for a decision has no average',
    { finishedAt: after(120), bytes: 3_700 },
    [`Started ${time(startedAt)}`, `Ended ${time(after(120))}`, 'Took 2 min'],
  ],
  [
    'a clock that was set back gives no duration',
    { finishedAt: after(-60), bytes: 93e9 },
    [`Started ${time(startedAt)}`, `Ended ${time(after(-60))}`],
  ],
])('%s', (_, { bytes = 0, ...given }, texts) => {
  const accepted = { items: 1, bytes };
  expect(uploadTimeTexts(upload({ createdAt, startedAt, totals: totals({ accepted }), ...given }))).toEqual(
    texts,
  );
});
