import { expect, test } from 'vitest';
import { settlingFile } from '../../../test/fixtures/ledger-file.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import { type Candidate, findMove } from './find-move.ts';

const now = new Date('2026-01-01T16:00:00Z');
const secondNs = 1_000_000_000n;
const file: LedgerFile = {
  ...settlingFile,
  id: 99,
  mtimeNs: 100n * secondNs,
  firstSeenAt: '2026-01-01T12:00:00Z',
};
const row = (id: number, isThere: Candidate['isThere'], of: Partial<LedgerFile> = {}): Candidate => ({
  isThere,
  file: { ...file, id, name: `file ${id}`, state: 'sent', sha1: 'h', ...of },
});
const renamed = (
  id: number,
  earlierId: number,
  isThere: Candidate['isThere'],
  of: Partial<LedgerFile> = {},
) => row(id, isThere, { state: 'renamed', earlierId, ...of });

const cases: readonly (readonly [string, readonly Candidate[], number | 'unknown' | null])[] = [
  ['nothing has its content', [], null],
  ['the file that was sent is gone', [row(1, false)], 1],
  ['the file that was sent is there', [row(1, true)], null],
  ['its volume is away', [row(1, 'away')], 'unknown'],
  ['it was renamed before, and is there', [renamed(2, 1, true), row(1, false)], null],
  ['it was renamed before, and is gone again', [renamed(2, 1, false), row(1, false)], 2],
  ['it was renamed before, and that volume is away', [renamed(2, 1, 'away'), row(1, false)], 'unknown'],
  ['what it was renamed from is not known here', [renamed(2, 1, false)], 2],
  ['one of two copies is gone', [row(2, false, { earlierId: 1 }), row(1, true)], 2],
  ['one of two copies was renamed', [renamed(3, 1, true), row(2, true), row(1, false)], null],
  [
    'one of two copies was renamed, the other one is gone',
    [renamed(3, 1, true), row(2, false), row(1, false)],
    2,
  ],
  ['two rules know the path that is there', [row(2, true, { name: 'a' }), row(1, false, { name: 'b' })], 1],
  [
    'a path that is there twice, as two versions',
    [
      row(3, true, { name: 'a', state: 'skipped', earlierId: 1 }),
      row(2, false, { name: 'b' }),
      row(1, false, { name: 'a' }),
    ],
    2,
  ],
  ['its time was rounded', [row(1, false, { mtimeNs: 98n * secondNs })], 1],
  ['it has another time', [row(1, false, { mtimeNs: 97n * secondNs })], null],
  ['it was deleted within the hour', [row(1, false, { goneAt: '2026-01-01T11:00:00Z' })], 1],
  ['it was deleted long before', [row(1, false, { goneAt: '2026-01-01T10:59:59Z' })], null],
  ['it was deleted when the clock was ahead', [row(1, false, { goneAt: '2030-01-01T00:00:00Z' })], null],
  ['it was deleted after the new one was there', [row(1, false, { goneAt: '2026-01-01T15:00:00Z' })], 1],
];

test.each(cases)('by content: %s', (_, known, expected) => {
  const move = findMove(file, [], known, now);
  expect(move?.kind === 'moved' ? move.from.file.id : (move?.kind ?? null)).toBe(expected);
});

test('the same file was moved, however long ago it left its path, and whatever its time is', () => {
  const left = row(1, false, { goneAt: '2020-01-01T00:00:00Z', mtimeNs: 1n });
  expect(findMove(file, [left], [], now)).toEqual({ kind: 'moved', from: left });
});
