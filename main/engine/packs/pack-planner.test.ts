import { describe, expect, test } from 'vitest';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import fc from '../../../test/fixtures/property.ts';
import type { PackCandidate } from '../store/uploads/pack-candidate-queries.ts';
import type { NewPack } from '../store/uploads/pack-repository.ts';
import type { ItemId } from '../types/ids.ts';
import { PackPlanner } from './pack-planner.ts';

const limits = { maxBytes: 1_000_000, maxMembers: 100, maxFolderBytes: 100_000 };

let lastId = 0;
function file(path: string, given: Partial<PackCandidate> = {}): PackCandidate {
  const slash = path.lastIndexOf('/');
  lastId += 1;
  return {
    id: lastId as ItemId,
    rootId: 1,
    root: '/evidence',
    folder: path.slice(0, Math.max(slash, 0)),
    name: path.slice(slash + 1),
    sizeBytes: 100,
    custodian: null,
    isMessage: false,
    ...given,
  };
}

function plan(
  files: readonly PackCandidate[],
  given: Partial<typeof limits> = {},
): { packs: readonly NewPack[]; paths: readonly (readonly string[])[] } {
  const planner = new PackPlanner({ ...limits, ...given });
  const packs = [...files.flatMap((each) => planner.add(each)), ...planner.end()];
  const byId = new Map(files.map((each) => [each.id, each]));
  const paths = packs.map(({ members }) =>
    members.map((id) => {
      const { folder = '', name = '' } = byId.get(id) ?? {};
      return folder === '' ? name : `${folder}/${name}`;
    }),
  );
  return { packs, paths };
}

const ann = { custodian: 'Ann' };
const bob = { custodian: 'Bob' };
const [annsMail, bobsMail] = [ann, bob].map((of) => ({ ...of, isMessage: true }));

describe('files that share a pack', () => {
  test.each<[string, readonly PackCandidate[], readonly (readonly string[])[]]>([
    ['two files', [file('a'), file('b')], [['a', 'b']]],
    ['one file is sent alone', [file('a')], []],
    ['of each root', [file('a'), file('b', { root: '/other', rootId: 2 }), file('c')], [['a', 'c']]],
    [
      'of several chosen files of one folder',
      [file('a'), file('b', { rootId: 2 }), file('c', { rootId: 3 })],
      [['a', 'b', 'c']],
    ],
    [
      'of several custodians, each with folders of its own',
      [file('x/1', ann), file('y/1', bob), file('x/2', ann)],
      [['x/1', 'y/1', 'x/2']],
    ],
    [
      'not of two custodians in one folder',
      [file('x/1', ann), file('x/2', bob), file('x/3', ann), file('x/4', bob)],
      [
        ['x/1', 'x/3'],
        ['x/2', 'x/4'],
      ],
    ],
    [
      'not of two custodians, one below the other',
      [file('x/1', ann), file('x/y/1', bob), file('x/2', ann), file('x/y/2', bob)],
      [
        ['x/1', 'x/2'],
        ['x/y/1', 'x/y/2'],
      ],
    ],
    [
      'not of two custodians, one above the other',
      [file('x/y/1', bob), file('x/1', ann), file('x/y/2', bob), file('x/2', ann)],
      [
        ['x/y/1', 'x/y/2'],
        ['x/1', 'x/2'],
      ],
    ],
    [
      'not of two custodians whose folders differ by case',
      [file('X/1', ann), file('x/2', bob), file('X/3', ann), file('x/4', bob)],
      [
        ['X/1', 'X/3'],
        ['x/2', 'x/4'],
      ],
    ],
    [
      'not with a custodian and without',
      [file('x/1', ann), file('y/1'), file('x/2', ann), file('y/2')],
      [
        ['x/1', 'x/2'],
        ['y/1', 'y/2'],
      ],
    ],
    [
      'not messages of two custodians, in whatever folders',
      [file('x/1', annsMail), file('y/1', bobsMail), file('x/2', annsMail), file('y/2', bobsMail)],
      [
        ['x/1', 'x/2'],
        ['y/1', 'y/2'],
      ],
    ],
    [
      'not messages with other files, which may be of several custodians',
      [file('x/1', ann), file('x/2', annsMail), file('y/1', bob), file('x/3', annsMail)],
      [
        ['x/1', 'y/1'],
        ['x/2', 'x/3'],
      ],
    ],
    [
      'not with names that differ by case',
      [file('a/Mail.eml'), file('a/mail.EML'), file('a/x'), file('a/y')],
      [['a/mail.EML', 'a/x', 'a/y']],
    ],
    [
      'not with names that differ by Unicode form',
      [file('caf\u00e9'), file('cafe\u0301'), file('b')],
      [['cafe\u0301', 'b']],
    ],
    ['not with names that Windows takes for one', [file('a.'), file('a'), file('b')], [['a', 'b']]],
    [
      'not with a file that has the name of a folder',
      [file('a/1'), file('A'), file('a/2')],
      [['a/1', 'a/2']],
    ],
    ['not with a folder that has the name of a file', [file('A'), file('a/1'), file('B')], [['a/1', 'B']]],
  ])('%s', (_, files, expected) => {
    const { paths } = plan(files);
    expect(paths.map((path) => path.toSorted()).toSorted()).toEqual(
      expected.map((path) => path.toSorted()).toSorted(),
    );
  });

  test('a pack of several custodians has none of its own', () => {
    const { packs } = plan([file('x/1', ann), file('y/1', bob)]);
    expect(packs.map(({ custodian }) => custodian)).toEqual([null]);
  });
});

test('a pack ends at its largest size, its most members, and its longest list of folders', () => {
  const many = Array.from({ length: 250 }, (_, index) => file(`f/${index}`));
  expect(plan(many).packs.map(({ members }) => members.length)).toEqual([100, 100, 50]);
  expect(plan(many, { maxBytes: 5_000 }).packs.map(({ bytes }) => bytes)).toEqual([
    5000, 5000, 5000, 5000, 5000,
  ]);
  const deep = Array.from({ length: 60 }, (_, index) => file(`${'d'.repeat(100)}${index}/x`, ann));
  const lists = plan(deep, { maxFolderBytes: 3_000 }).packs.map(({ members }) => members.length);
  expect(Math.max(...lists)).toBeLessThan(30);
  expect(lists.reduce((sum, count) => sum + count, 0)).toBe(60);
});

test('the list of custodians is bounded in bytes, in every script and both spellings of a decomposed name', () => {
  const files = Array.from({ length: 40 }, (_, index) =>
    file(`${'\u6771'.repeat(30)}${index}/e\u0301/x`, { custodian: '\u6771\u4eac' }),
  );
  const listBytes = (paths: readonly string[]): number => {
    const folders = paths.map((path) => path.slice(0, path.lastIndexOf('/') + 1));
    const both = new Set(folders.flatMap((folder) => [folder, folder.normalize('NFC')]));
    return Buffer.byteLength(
      JSON.stringify(Object.fromEntries([...both].map((key) => [key, '\u6771\u4eac']))),
    );
  };
  const { paths } = plan(files, { maxFolderBytes: 3_000 });
  expect(paths.flat().length).toBeGreaterThan(30);
  for (const each of paths) expect(listBytes(each)).toBeLessThanOrEqual(3_000 + 1);
});

const names = fc.constantFrom('a', 'A', 'b', 'B', 'é', 'e\u0301', 'a.', 'c', 'd', 'e');
const anyFile = fc
  .record({
    path: fc.array(names, { minLength: 1, maxLength: 4 }),
    custodian: fc.constantFrom(null, null, 'Ann', 'Bob'),
    root: fc.constantFrom('/r1', '/r2'),
    sizeBytes: fc.integer({ min: 0, max: 3000 }),
    isMessage: fc.boolean(),
  })
  .map(({ path, ...given }) => file(path.join('/'), given));

test('whatever the files: each is in one pack at most, and what shares a pack can be told apart when it is expanded', () => {
  fc.assert(
    fc.property(fc.array(anyFile, { maxLength: 150 }), (files) => {
      const { packs, paths } = plan(files, { maxMembers: 20, maxBytes: 20_000 });
      const byId = new Map(files.map((each) => [each.id, each]));
      const ids = packs.flatMap(({ members }) => members);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [index, { members, bytes, custodian }] of packs.entries()) {
        const found = members.flatMap((id) => byId.get(id) ?? []);
        expect(found.length).toBe(members.length);
        expect(found.length).toBeGreaterThan(1);
        expect(found.length).toBeLessThanOrEqual(20);
        expect(found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(bytes);
        expect(bytes).toBeLessThanOrEqual(20_000);
        expect(new Set(found.map(({ root }) => root)).size).toBe(1);
        const custodians = new Set(found.map((each) => each.custodian));
        expect(custodians.has(null) && custodians.size > 1).toBe(false);
        expect(custodian).toBe(custodians.size === 1 ? [...custodians][0] : null);
        if (found.some(({ isMessage }) => isMessage)) {
          expect(custodians.size).toBe(1);
          expect(found.every(({ isMessage }) => isMessage)).toBe(true);
        }
        const folded = (paths[index] ?? []).map(foldText);
        expect(new Set(folded).size).toBe(folded.length);
        for (const one of found)
          for (const other of found) {
            const [above, below] = [foldText(one.folder), foldText(other.folder)];
            const isAbove = above === '' || below === above || below.startsWith(`${above}/`);
            if (isAbove) expect(other.custodian, `${other.folder} below ${one.folder}`).toBe(one.custodian);
          }
      }
    }),
  );
});
