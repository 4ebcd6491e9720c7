import { expect, test } from 'vitest';
import { ledgerStates } from '../../../../preload/contract/watch/watched-folder.ts';
import { type KnownFile, type Observation, observe } from './observe.ts';

const file = { sizeBytes: 10, mtimeNs: 1_000_000_007n, device: 1n, fileId: 5n, bornNs: 3n };
const hourNs = 3_600_000_000_000n;
const found = {
  same: file,
  grown: { ...file, sizeBytes: 11 },
  touched: { ...file, mtimeNs: file.mtimeNs + 1n },
  replaced: { ...file, fileId: 6n },
  recreated: { ...file, bornNs: 4n },
  'of unknown age': { ...file, bornNs: 0n },
  remounted: { ...file, device: 2n },
  'remounted with other IDs': { ...file, device: 2n, fileId: 6n },
  'on another volume': { ...file, device: 2n, fileId: 6n, bornNs: 4n },
  'on another volume with its ID': { ...file, device: 2n, bornNs: 4n },
  'on a volume that tells no age': { ...file, device: 2n, fileId: 6n, bornNs: 0n },
};

const inPlace = ['settling', 'settled'] as const;
const kept = ['taken', 'sent', 'held', 'renamed', 'failed'] as const;
type Row = readonly [
  states: readonly KnownFile['state'][],
  isGone: boolean,
  Record<keyof typeof found, Observation>,
];
const table: readonly Row[] = [
  [
    inPlace,
    false,
    {
      same: 'unchanged',
      grown: 'changed',
      touched: 'changed',
      replaced: 'changed',
      recreated: 'changed',
      'of unknown age': 'unchanged',
      remounted: 'changed',
      'remounted with other IDs': 'changed',
      'on another volume': 'changed',
      'on another volume with its ID': 'changed',
      'on a volume that tells no age': 'changed',
    },
  ],
  [
    [...inPlace, 'gone', 'skipped'],
    true,
    {
      same: 'changed',
      grown: 'changed',
      touched: 'changed',
      replaced: 'changed',
      recreated: 'changed',
      'of unknown age': 'changed',
      remounted: 'changed',
      'remounted with other IDs': 'changed',
      'on another volume': 'changed',
      'on another volume with its ID': 'changed',
      'on a volume that tells no age': 'changed',
    },
  ],
  [
    ['skipped'],
    false,
    {
      same: 'unchanged',
      grown: 'changed',
      touched: 'changed',
      replaced: 'changed',
      recreated: 'changed',
      'of unknown age': 'unchanged',
      remounted: 'unchanged',
      'remounted with other IDs': 'unchanged',
      'on another volume': 'changed',
      'on another volume with its ID': 'changed',
      'on a volume that tells no age': 'changed',
    },
  ],
  [
    kept,
    false,
    {
      same: 'unchanged',
      grown: 'new-version',
      touched: 'new-version',
      replaced: 'new-version',
      recreated: 'new-version',
      'of unknown age': 'unchanged',
      remounted: 'unchanged',
      'remounted with other IDs': 'unchanged',
      'on another volume': 'new-version',
      'on another volume with its ID': 'new-version',
      'on a volume that tells no age': 'new-version',
    },
  ],
  [
    kept,
    true,
    {
      same: 'returned',
      grown: 'new-version',
      touched: 'new-version',
      replaced: 'new-version',
      recreated: 'new-version',
      'of unknown age': 'returned',
      remounted: 'returned',
      'remounted with other IDs': 'new-version',
      'on another volume': 'new-version',
      'on another volume with its ID': 'new-version',
      'on a volume that tells no age': 'new-version',
    },
  ],
];
const cases = table.flatMap(([states, isGone, row]) =>
  states.flatMap((state) =>
    Object.entries(row).map(([what, expected]) => ({ state, isGone, what, expected })),
  ),
);

test.each(cases)('$state (gone: $isGone), found $what: $expected', ({ state, isGone, what, expected }) => {
  const at = Object.entries(found).find(([name]) => name === what)?.[1];
  if (at === undefined) throw new Error(what);
  expect(observe({ ...file, state, isGone, isKept: false }, at)).toBe(expected);
});

test('a share without times of birth has other numbers after it was mounted again', () => {
  const sent = { ...file, bornNs: 0n, state: 'sent', isGone: false, isKept: true } as const;
  expect(observe(sent, { ...file, bornNs: 0n, device: 2n, fileId: 6n })).toBe('unchanged');
  expect(observe(sent, { ...file, bornNs: 0n, fileId: 6n })).toBe('new-version');
});

test('a path that the ledger does not know is new', () => {
  expect(observe(null, file)).toBe('new');
});

test('FAT shows another hour after a change to daylight saving: nothing taken changes, what settles does', () => {
  const fat = { ...file, mtimeNs: 2_000_000_000n };
  const shifted = { ...fat, mtimeNs: fat.mtimeNs + hourNs, bornNs: fat.bornNs + hourNs };
  expect(observe({ ...fat, state: 'sent', isGone: false, isKept: true }, shifted)).toBe('unchanged');
  expect(observe({ ...fat, state: 'settling', isGone: false, isKept: true }, shifted)).toBe('changed');
});

test('a file that was written to an hour later is another version: its birth was not shifted', () => {
  const sent = { ...file, mtimeNs: 2_000_000_000n, state: 'sent', isGone: false, isKept: true } as const;
  expect(observe(sent, { ...file, mtimeNs: 2_000_000_000n + hourNs })).toBe('new-version');
  expect(observe({ ...sent, bornNs: 0n }, { ...file, mtimeNs: 2_000_000_000n + hourNs, bornNs: 0n })).toBe(
    'unchanged',
  );
});

test('the table covers every state', () => {
  expect(new Set(cases.map(({ state }) => state))).toEqual(new Set(ledgerStates));
});

test('a file that an upload skipped is a new version once it changes, because its row belongs to that upload', () => {
  const skipped = { ...file, state: 'skipped', isGone: false, isKept: true } as const;
  expect(observe(skipped, found.same)).toBe('unchanged');
  expect(observe(skipped, found.grown)).toBe('new-version');
  expect(observe({ ...skipped, isGone: true }, found.same)).toBe('returned');
});

test('a file that an upload failed to send, and that comes back after it was deleted, is a new version', () => {
  const failed = { ...file, state: 'gone', isGone: true, isKept: true } as const;
  expect(observe(failed, found.same)).toBe('new-version');
});
