import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { upload } from '../../../test/fixtures/views.ts';
import { shortTime, time } from '../../i18n/format.ts';
import { columns } from './upload-columns.tsx';

test.each([
  [{}, 'Created', 'Nov 14'],
  [{ startedAt: '2026-11-15T20:20:00.000Z' }, 'Started', 'Nov 15'],
  [{ startedAt: '2026-11-15T20:20:00.000Z', finishedAt: '2026-11-16T20:20:00.000Z' }, 'Ended', 'Nov 16'],
])(
  'in a narrow list, uploads of one name are told apart by a time, which says what was at it: %j',
  (times, label, day) => {
    const row = { kind: 'upload', month: 'November 2026', upload: upload(times), progress: null } as const;
    const [name] = columns.narrow;
    const shown = name.cell(row, 0);
    expect(renderToStaticMarkup(shown)).toMatch(new RegExp(`>${label} ${day}, [^<]+</time>`));
  },
);

test('a time of this year is shown without the year', () => {
  const now = new Date().toISOString();
  expect(shortTime(now)).not.toContain(String(new Date().getFullYear()));
  expect(shortTime('2019-03-05T12:00:00Z')).toBe(time('2019-03-05T12:00:00Z'));
});
