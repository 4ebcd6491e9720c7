import { expect, test } from 'vitest';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { sentText } from './already-sent.tsx';

const alreadySent = { items: 3, bytes: 70, datasets: [] };
const skipped = (items: number, bytes: number) => [
  { code: 'excluded', items: 9, bytes: 900 } as const,
  ...(items === 0 ? [] : [{ code: 'already-sent', items, bytes } as const]),
];
const text = (onlyNew: boolean, left: ReturnType<typeof skipped>, again = { items: 3, bytes: 70 }) =>
  sentText({ rules: { ...everything, onlyNew }, alreadySent, sentAgain: again, skipped: left });

test('of what was sent before, what is skipped for it is counted: not the segments of a set that is sent whole', () => {
  expect(text(true, skipped(3, 70))).toEqual({
    title: '3 files, 70 B: sent before, unchanged, and skipped',
    others: null,
  });
  expect(text(true, skipped(2, 20))).toEqual({
    title: '2 files, 20 B: sent before, unchanged, and skipped',
    others: expect.stringMatching(/^1 file that was sent before isn't skipped for it: /),
  });
  expect(text(true, skipped(0, 0))).toEqual({
    title: 'No file is skipped as sent before',
    others: expect.stringMatching(/^3 files that were sent before aren't skipped for it: /),
  });
  expect(text(false, skipped(0, 0))).toEqual({
    title: '3 files, 70 B: sent before, unchanged, and now sent again',
    others: null,
  });
});

test('what another filter skips is not sent again', () => {
  expect(text(false, skipped(0, 0), { items: 1, bytes: 20 }).title).toBe(
    '1 file, 20 B: sent before, unchanged, and now sent again',
  );
  expect(text(false, skipped(0, 0), { items: 0, bytes: 0 }).title).toBe(
    'No file is sent again: filters skip those that were sent before',
  );
});
