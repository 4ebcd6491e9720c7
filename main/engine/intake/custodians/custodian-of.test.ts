import { describe, expect, test } from 'vitest';
import type { CustodianNames, CustodianRule } from '../../../../preload/contract/views/custodian-rule.ts';
import fc from '../../../../test/fixtures/property.ts';
import type { CustodianMap, CustodianMapRow } from '../../types/custodian-rule.ts';
import {
  compileRules,
  custodianInContainer,
  custodianOf,
  custodiansOfFiles,
  mayNameFiles,
} from './custodian-of.ts';

const sha1 = 'a'.repeat(40);
const level = (number: number): CustodianRule => ({ kind: 'folder', level: number });
const pattern = (text: string, ignoreCase = false): CustodianRule => ({
  kind: 'pattern',
  pattern: text,
  ignoreCase,
});
const map: CustodianRule = { kind: 'map', name: 'map.csv', sha1, rows: 0 };

const compiled = (
  rules: readonly CustodianRule[],
  maps: readonly CustodianMap[] = [],
  names: CustodianNames = [],
) => compileRules(rules, maps, names, false);

function rows(...given: readonly (readonly [path: string, custodian: string])[]): CustodianMapRow[] {
  return given.map(([path, custodian], index) => ({ line: index + 2, path, custodian }));
}

const withMap = (given: readonly CustodianMapRow[], ...others: readonly CustodianRule[]) =>
  compiled([map, ...others], [{ sha1, rows: given }]);

describe('a folder level', () => {
  test.each([
    [1, 'Ng, Ana/mail', 'Ng, Ana'],
    [2, 'Ng, Ana/mail', 'mail'],
    [3, 'Ng, Ana/mail', null],
    [1, '', null],
    [1, ' Ng, Ana /mail', 'Ng, Ana'],
    [1, 'Ange\u0301le/mail', 'Ang\u00e9le'],
    [1, 'a\u0007b/mail', null],
    [1, `${'n'.repeat(256)}/mail`, null],
  ])('%i of %j is %j', (number, path, custodian) => {
    const found = custodianOf(compiled([level(number)]), path);
    expect(found).toEqual(custodian === null ? null : { custodian, from: 'folder' });
  });
});

describe('a pattern', () => {
  test.each([
    ['^(?<custodian>[^/]+)/', 'Roe, Sam/in', 'Roe, Sam'],
    ['^(?<custodian>[^/]+)/', 'Roe, Sam', 'Roe, Sam'],
    ['People/(?<custodian>[^/]+)', 'x/People/Ng', 'Ng'],
    ['people/(?<custodian>[^/]+)', 'x/People/Ng', null],
    ['^(?<custodian>Jos\u00e9)/', 'Jose\u0301', 'Jos\u00e9'],
    ['^(?<custodian>Jose\u0301)/', 'Jos\u00e9', 'Jos\u00e9'],
    ['(?<custodian>\\s*)/', 'Roe/in', null],
    ['^(x)?(?<custodian>y)?', 'Roe/in', null],
  ])('%s over the folder %s names %j', (source, path, custodian) => {
    const found = custodianOf(compiled([pattern(source)]), path);
    expect(found).toEqual(custodian === null ? null : { custodian, from: 'pattern' });
  });

  test('may ignore case', () => {
    const rules = compiled([pattern('people/(?<custodian>[^/]+)', true)]);
    expect(custodianOf(rules, 'PEOPLE/Ng')?.custodian).toBe('Ng');
  });

  test('sees file names where it does not match the folder', () => {
    const rules = compiled([pattern('(?<custodian>[^/]+)_\\d+\\.pst$')]);
    expect(custodianOf(rules, 'mail')).toBeNull();
    expect(mayNameFiles(rules, 'mail', '')).toBe(true);
    expect(custodiansOfFiles(rules, 'mail')('roe_01.pst')).toEqual({ custodian: 'roe', from: 'pattern' });
    expect(custodiansOfFiles(rules, 'mail')('readme.txt')).toBeNull();
  });

  test('for files comes before a later one for their folder, and after an earlier one', () => {
    const files = pattern('(?<custodian>[^/]+)_\\d+\\.pst$');
    const folders = pattern('^People/(?<custodian>[^/]+)/');
    const filesFirst = compiled([files, folders]);
    expect(mayNameFiles(filesFirst, 'People/Ng', '')).toBe(true);
    expect(custodiansOfFiles(filesFirst, 'People/Ng')('roe_01.pst')?.custodian).toBe('roe');
    expect(custodiansOfFiles(filesFirst, 'People/Ng')('readme.txt')?.custodian).toBe('Ng');
    const foldersFirst = compiled([folders, files]);
    expect(mayNameFiles(foldersFirst, 'People/Ng', '')).toBe(false);
    expect(custodiansOfFiles(foldersFirst, 'People/Ng')('roe_01.pst')?.custodian).toBe('Ng');
    expect(custodiansOfFiles(foldersFirst, 'Other')('roe_01.pst')?.custodian).toBe('roe');
    const onlyFolders = compiled([pattern('^People/(?<custodian>[^/]+)/$'), files]);
    expect(custodiansOfFiles(onlyFolders, 'People/Ng')('roe_01.pst')?.custodian).toBe('Ng');
  });

  test('is tried in the order of the list', () => {
    const rules = compiled([pattern('^a/(?<custodian>[^/]+)'), pattern('^(?<custodian>[^/]+)/')]);
    expect([custodianOf(rules, 'a/b')?.custodian, custodianOf(rules, 'c/d')?.custodian]).toEqual(['b', 'c']);
  });

  test.each([
    '(?<custodian>(a+)+)$',
    '(?<custodian>(a|aa)*)b',
    '(?<custodian>(.*a){12})$',
    '(?<custodian>.{1000})x',
  ])('%s answers for a path of 4,096 bytes', (source) => {
    const rules = compiled([pattern(source)]);
    // A backtracking engine needs longer than the universe is old.
    expect(custodianOf(rules, `${'a'.repeat(4095)}c`)).toBeNull();
  });
});

describe('a row of a CSV', () => {
  const root = 'D:\\cases\\evidence';
  test.each<[string, string, string, string, boolean]>([
    ['is a path below the chosen folder', 'Ng', root, 'Ng/mail', true],
    ['ends at a name', 'Ng', root, 'Ngo/mail', false],
    ['may have backslashes', 'People\\Ng\\', root, 'People/Ng/mail', true],
    ['ignores case where no spelling is the same', 'people\\NG', root, 'People/Ng', true],
    ['ignores the form of accents', 'Ange\u0301le', root, 'Ang\u00e9le', true],
    ['may be absolute', 'D:\\cases\\evidence\\Ng', root, 'Ng/mail', true],
    ['may be absolute in another case', 'd:/CASES/Evidence/Ng', root, 'Ng/mail', true],
    ['may name the chosen folder', 'D:\\cases\\evidence\\', root, 'Ng/mail', true],
    ['may name a folder above', 'D:\\cases', root, 'Ng/mail', true],
    ['is not for another drive', 'E:\\cases\\proof\\Ng', root, 'Ng/mail', false],
    ['may be of a share', '\\\\fs1\\data\\ev\\Ng', '\\\\FS1\\Data\\ev', 'Ng/mail', true],
    ['may have a long-path prefix', '\\\\?\\D:\\cases\\evidence\\Ng', root, 'Ng', true],
    ['may be of Linux', '/mnt/evidence/Ng', '/mnt/evidence', 'Ng/mail', true],
    ['may begin with the chosen folder’s name', 'evidence/Ng', root, 'Ng/mail', true],
    ['may be of another computer', '\\\\fs9\\export\\evidence\\Ng', root, 'Ng/mail', true],
    ['is refused if the name is there twice', '\\\\fs9\\e\\evidence\\evidence\\Ng', root, 'Ng/mail', false],
    ['never leads up', '..\\evidence\\Ng', root, 'Ng/mail', false],
  ])('%s: %s', (_, row, from, path, matches) => {
    expect(custodianOf(withMap(rows([row, 'X'])), path, from)).toEqual(
      matches ? { custodian: 'X', from: 'map' } : null,
    );
  });

  test('with the longest path decides', () => {
    const rules = withMap(rows(['a/b/c', 'three'], ['a', 'one'], ['a/b', 'two']));
    expect(['a', 'a/x', 'a/b', 'a/b/c/d'].map((path) => custodianOf(rules, path)?.custodian)).toEqual([
      'one',
      'one',
      'two',
      'three',
    ]);
  });

  test('may name a file', () => {
    const rules = withMap(rows(['mail/roe.pst', 'Roe'], ['mail', 'All']));
    expect([mayNameFiles(rules, 'mail', ''), mayNameFiles(rules, 'other', '')]).toEqual([true, false]);
    expect(custodiansOfFiles(rules, 'mail')('ROE.pst')).toEqual({ custodian: 'Roe', from: 'map' });
    expect(custodiansOfFiles(rules, 'mail')('ng.pst')).toEqual({ custodian: 'All', from: 'map' });
  });

  test('of two spellings that differ in case alone names the folder that is spelled so, and no other', () => {
    const rules = withMap(rows(['NG', 'One'], ['ng', 'Two']));
    expect(['NG', 'ng', 'Ng'].map((path) => custodianOf(rules, path)?.custodian)).toEqual([
      'One',
      'Two',
      undefined,
    ]);
  });
});

describe('the precedence', () => {
  const all = [level(1), pattern('p/(?<custodian>[^/]+)'), map];
  const given = rows(['m', 'by map']);
  test.each([
    ['m/p/x', { custodian: 'by map', from: 'map' }],
    ['q/p/x', { custodian: 'x', from: 'pattern' }],
    ['q/r', { custodian: 'q', from: 'folder' }],
    ['', null],
  ])('is map, pattern, level: %s', (path, found) => {
    expect(custodianOf(compiled(all, [{ sha1, rows: given }]), path)).toEqual(found);
  });

  const segment = fc.constantFrom('a', 'b', 'p', 'm', 'Ng', 'é');
  const path = fc.array(segment, { maxLength: 5 }).map((names) => names.join('/'));
  const mapRows = fc.uniqueArray(fc.tuple(path, fc.constantFrom('X', 'Y', 'Z')), { selector: ([at]) => at });

  test('does not depend on the order of kinds, nor on the order of the CSV’s rows', () => {
    fc.assert(
      fc.property(path, mapRows, fc.shuffledSubarray(all, { minLength: 3 }), (at, entries, rules) => {
        const found = compiled(all, [{ sha1, rows: rows(...entries) }]);
        const shuffled = compiled(rules, [{ sha1, rows: rows(...entries.toReversed()) }]);
        expect(custodianOf(shuffled, at)).toEqual(custodianOf(found, at));
      }),
    );
  });

  test('takes the longest row of the CSV, and without one what the other rules say', () => {
    fc.assert(
      fc.property(path, mapRows, (at, entries) => {
        const [longest] = entries
          .filter(([row]) => row === '' || at === row || at.startsWith(`${row}/`))
          .toSorted(([one], [other]) => other.length - one.length);
        expect(custodianOf(compiled(all, [{ sha1, rows: rows(...entries) }]), at)).toEqual(
          longest === undefined ? custodianOf(compiled(all), at) : { custodian: longest[1], from: 'map' },
        );
      }),
    );
  });

  test('gives a file its folder’s custodian wherever no rule can name files', () => {
    fc.assert(
      fc.property(path, segment, mapRows, (folder, name, entries) => {
        const rules = compiled(all, [{ sha1, rows: rows(...entries) }]);
        if (!mayNameFiles(rules, folder, ''))
          expect(custodiansOfFiles(rules, folder)(name)).toEqual(custodianOf(rules, folder));
      }),
    );
  });
});

test('one spelling stands for several, whichever rule named them', () => {
  const rules = compiled([level(1)], [], [{ from: 'roe, sam', to: 'Roe, Sam' }]);
  expect(custodianOf(rules, 'roe, sam/x')).toEqual({ custodian: 'Roe, Sam', from: 'folder' });
});

test.each([
  [1, 'Smith/mail.zip', 'inbox/', 'Smith'],
  [2, 'people.zip', 'Smith/', 'Smith'],
  [2, 'people.zip', 'Smith/mail', 'Smith'],
  // The name of a container is no person's.
  [1, 'people.zip', 'Smith/', null],
])('level %i inside %s gives %s to %j', (number, container, inner, custodian) => {
  const found = custodianInContainer(compiled([level(number)]), container, inner, '');
  expect(found?.custodian ?? null).toBe(custodian);
});

test.each([
  ['^People/(?<custodian>[^/]+)/', 'People/mail.zip', 'Jones/', null],
  ['^People/(?<custodian>[^/.]+)', 'People/mail.zip', 'Jones/', null],
  ['^People/(?<custodian>.+)/$', 'People/mail.zip', 'Jones/', null],
  ['^People/(?<custodian>[^/]+)/', 'People/Smith/mail.zip', 'inbox/', 'Smith'],
  ['^People/(?<custodian>[^/]+)/', 'People/Ange\u0301le/Ange\u0301le.zip', 'inbox/', 'Ang\u00e9le'],
  ['^\u{1f4ec}/(?<custodian>[^/]+)/', '\u{1f4ec}/\u{1f4ec}.zip', 'Jones/', null],
  ['[.]zip/(?<custodian>[^/]+)/', '\u{1f4ec}.zip', 'Jones/', 'Jones'],
  ['[.]zip/(?<custodian>[^/]+)/', 'Ange\u0301le/Ange\u0301le.zip', 'Jones/', 'Jones'],
])('the pattern %s inside %s gives %s to %j', (text, container, inner, custodian) => {
  const found = custodianInContainer(compiled([pattern(text)]), container, inner, '');
  expect(found?.custodian ?? null).toBe(custodian);
});

test('a pattern that takes a container’s own name leaves the folder to the next one', () => {
  const rules = compiled([pattern('^(?<custodian>[^/]+)/'), pattern('^[^/]+/(?<custodian>[^/]+)/')]);
  expect(custodianInContainer(rules, 'people.zip', 'Smith/', '')?.custodian).toBe('Smith');
});

test.each([
  ['./Ng/', 'Ng'],
  ['/Ng/mail/', 'Ng'],
  ['.//Ng/', 'Ng'],
  ['Roe/../Ng/', 'Ng'],
  ['../../Ng/', 'Ng'],
  ['./', null],
  ['Roe/../', null],
])('the folder %s of an archive is the one that expanding it would make', (inner, custodian) => {
  expect(custodianInContainer(compiled([level(2)]), 'all.zip', inner, '')?.custodian ?? null).toBe(custodian);
});

test.each([
  ['Ng/', 'Ng'],
  ['Ng/mail/2024/', 'Ng'],
  ['other/', null],
  ['other/deep/', null],
])(
  'the folder %s, which only a pattern for one level may name, has the custodian of the nearest named one above',
  (inner, custodian) => {
    const rules = compiled([pattern('^all[.]zip/(?<custodian>Ng)/$')]);
    expect(custodianInContainer(rules, 'all.zip', inner, '')?.custodian ?? null).toBe(custodian);
  },
);

test('a folder thousands of levels deep in an archive is named without looking at every level', () => {
  const rules = compiled([pattern('^all[.]zip/(?<custodian>Ng)/$')]);
  expect(custodianInContainer(rules, 'all.zip', `Ng/${'a/'.repeat(30_000)}`, '')).toBeNull();
});
