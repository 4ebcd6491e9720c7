import { describe, expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { certainFirstSegmentName, firstSegmentName, segmentSetsOf } from './segments.ts';

const mega = 2_000_000;
const range = (from: number, to: number, name: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, index) => name(from + index));
const pad = (number: number, digits: number) => String(number).padStart(digits, '0');

/** The sets among equally large files, and what is missing. */
const sets = (names: readonly string[], sizeBytes = mega) =>
  segmentSetsOf(names.map((name) => ({ name, sizeBytes }))).map(({ files, missing }) => ({
    files: files.map(({ name }) => name),
    missing: [...missing],
  }));

describe('segments', () => {
  test.each<[string, string[], string[], string[]]>([
    ['an EnCase image', ['d.E02', 'd.E01', 'd.E03', 'd.txt'], ['d.E01', 'd.E02', 'd.E03'], []],
    ['names in other cases', ['D.e01', 'd.E02'], ['D.e01', 'd.E02'], []],
    ['a missing segment', ['d.E01', 'd.E03'], ['d.E01', 'd.E03'], ['d.E02']],
    ['a missing first segment', ['d.e02', 'd.e03'], ['d.e02', 'd.e03'], ['d.e01']],
    ['only a later segment', ['d.E02'], ['d.E02'], ['d.E01']],
    ['a program beside an image', ['d.E01', 'd.E02', 'd.exe', 'd.exx'], ['d.E01', 'd.E02'], []],
    ['an Ex01', ['d.Ex01', 'd.Ex02', 'd.Ex04'], ['d.Ex01', 'd.Ex02', 'd.Ex04'], ['d.Ex03']],
    ['a logical image', ['d.L01', 'd.L02'], ['d.L01', 'd.L02'], []],
    ['a split ZIP', ['a.zip.001', 'a.zip.003'], ['a.zip.001', 'a.zip.003'], ['a.zip.002']],
    ['a split 7z', ['a.7z.001', 'a.7z.002'], ['a.7z.001', 'a.7z.002'], []],
    ['a ZIP of several disks', ['a.z01', 'a.z02', 'a.zip'], ['a.zip', 'a.z01', 'a.z02'], []],
    ['its last disk missing', ['a.Z01', 'a.Z02'], ['a.Z01', 'a.Z02'], ['a.ZIP']],
    ['RAR parts', ['a.part1.rar', 'a.part3.rar'], ['a.part1.rar', 'a.part3.rar'], ['a.part2.rar']],
    ['padded RAR parts', ['a.part02.rar', 'a.part01.rar'], ['a.part01.rar', 'a.part02.rar'], []],
    ['old RAR volumes', ['a.rar', 'a.r00', 'a.r02'], ['a.rar', 'a.r00', 'a.r02'], ['a.r01']],
    ['AD1', ['a.ad1', 'a.ad2', 'a.ad10'].slice(0, 2), ['a.ad1', 'a.ad2'], []],
    [
      'a split VMware disk',
      ['d-s001.vmdk', 'd-s003.vmdk', 'd.vmdk'],
      ['d.vmdk', 'd-s001.vmdk', 'd-s003.vmdk'],
      ['d-s002.vmdk'],
    ],
    ['a VMware disk and its extent', ['d-flat.vmdk', 'd.vmdk'], ['d.vmdk', 'd-flat.vmdk'], []],
    ['an extent without its disk', ['d-f001.vmdk'], ['d-f001.vmdk'], ['d.vmdk']],
    ['a raw image', ['d.001', 'd.002', 'd.004'], ['d.001', 'd.002', 'd.004'], ['d.003']],
  ])('%s', (_, names, files, missing) => {
    expect(sets(names)).toEqual([{ files, missing }]);
  });

  test.each<[string, string[], number?]>([
    ['one archive', ['a.zip']],
    ['one image', ['a.E01']],
    ['one raw image', ['a.001']],
    ['one VMware disk', ['a.vmdk', 'b.vmdk']],
    ['small numbered files', ['page.001', 'page.002'], 40_000],
    ['no extension', ['E01', '.E01']],
    ['different archives', ['a.zip', 'b.z']],
    ['programs', ['setup.exe', 'setup.mui', 'setup.ini']],
    ['an absurd number', ['d.9999999999']],
    ['a point cloud', ['scan.e57']],
    ['a map', ['map.e00']],
  ])('are not %s', (_, names, size) => {
    expect(sets(names, size)).toEqual([]);
  });

  test('are told by their content where that is known', () => {
    const typed = (...files: readonly (readonly [string, string | null])[]) =>
      segmentSetsOf(files.map(([name, type]) => ({ name, type, sizeBytes: mega }))).map(
        ({ missing }) => missing,
      );
    expect(typed(['scan.e57', 'e57'])).toEqual([]);
    expect(typed(['scan.e57', 'unknown'])).toEqual([]);
    expect(typed(['disk.E57', 'e01'])[0]).toHaveLength(20);
    expect(typed(['notes.e02', 'text'])).toEqual([]);
    // Zeros, or not looked at: it is a segment all the same.
    expect(typed(['disk.E01', 'e01'], ['disk.E02', 'unknown'], ['disk.E03', null])).toEqual([[]]);
  });

  test('go on from E99 to EAA and from EZZ to FAA', () => {
    const letter = (index: number) => String.fromCharCode(65 + index);
    const lettered = range(
      0,
      700,
      (at) => letter(4 + Math.floor(at / 676)) + letter(Math.floor(at / 26) % 26) + letter(at % 26),
    );
    const all = [...range(1, 99, (number) => `d.E${pad(number, 2)}`), ...lettered.map((ext) => `d.${ext}`)];
    expect(lettered[676]).toBe('FAA');
    expect(sets(all.toReversed())).toEqual([{ files: all, missing: [] }]);
    expect(sets(all.filter((name) => name !== 'd.EAB'))[0]?.missing).toEqual(['d.EAB']);
  });

  const image = (name: string, number: number, isFollowed: boolean) => ({
    ...{ name, sizeBytes: 10, type: 'e01' },
    stated: { number, isFollowed },
  });
  test.each([
    ['whole', [image('d.E01', 1, true), image('d.E02', 2, false)], [], []],
    ['without the last one', [image('d.E01', 1, true), image('d.E02', 2, true)], ['d.E03'], []],
    ['only the first one', [image('d.e01', 1, true)], ['d.e02'], []],
    ['that nobody read', [{ ...image('d.E01', 1, true), stated: null }, image('d.E02', 2, false)], [], []],
    [
      'exchanged',
      [image('d.E01', 1, true), image('d.E02', 3, false), image('d.E03', 2, true)],
      [],
      ['d.E02: 3', 'd.E03: 2'],
    ],
    ['renamed', [image('d.E01', 1, true), image('d.E02', 3, false)], [], ['d.E02: 3']],
    ['one, renamed', [image('d.E01', 2, false)], [], ['d.E01: 2']],
  ])('are compared with what they state: %s', (_, files, missing, misnamed) => {
    const found = segmentSetsOf(files);
    expect(found.flatMap((set) => set.missing)).toEqual(missing);
    expect(found.flatMap((set) => set.misnamed).map((each) => `${each.file.name}: ${each.stated}`)).toEqual(
      misnamed,
    );
  });
  test('are not one image that says that it is whole, whatever its name', () => {
    expect(segmentSetsOf([image('d.E01', 1, false), image('disk.img', 1, false)])).toEqual([]);
  });

  test('that are missing by the thousand are counted, and only the first ones named', () => {
    const [set] = segmentSetsOf([
      { name: 'a.7z.001', sizeBytes: mega },
      { name: 'a.7z.99999', sizeBytes: mega },
    ]);
    expect(set).toMatchObject({ missingCount: 99_997 });
    expect(set?.missing).toHaveLength(20);
  });

  test('of one set are found whatever is around them and in whatever order', () => {
    const other = fc.string({ maxLength: 12 }).filter((name) => !/^evidence\./i.test(name));
    fc.assert(
      fc.property(fc.uniqueArray(other), fc.integer({ min: 2, max: 40 }), fc.nat(), (others, count, seed) => {
        const names = range(1, count, (number) => `evidence.E${pad(number, 2)}`);
        const mixed = [...names, ...others].sort(
          (a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7),
        );
        expect(sets(mixed).find(({ files }) => files[0] === 'evidence.E01')).toEqual({
          files: names,
          missing: [],
        });
      }),
    );
  });
});

test.each([
  ['d.E07', 'd.E01'],
  ['d.l02', 'd.l01'],
  ['d.Ex03', 'd.Ex01'],
  ['d.zip.003', 'd.zip.001'],
  ['d.z02', 'd.zip'],
  ['d.R00', 'd.RAR'],
  ['d.part03.rar', 'd.part01.rar'],
  ['d.ad4', 'd.ad1'],
  ['d-s002.vmdk', 'd.vmdk'],
  ['d.zip', 'd.zip'],
  ['notes.txt', 'notes.txt'],
])('the set of %s begins with %s', (name, first) => {
  expect(certainFirstSegmentName(name)).toBe(first);
});

test('of some names, only the files beside them tell whether they are segments', () => {
  expect(['d.exe', 'd.003'].map(certainFirstSegmentName)).toEqual(['d.exe', 'd.003']);
  expect(['d.EAB', 'd.003'].map(firstSegmentName)).toEqual(['d.E01', 'd.001']);
});
