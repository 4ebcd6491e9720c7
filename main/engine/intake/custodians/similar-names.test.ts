import { expect, test } from 'vitest';
import { similarNames } from './similar-names.ts';

test.each([
  [['Boyd', 'boyd'], [['Boyd', 'boyd']]],
  [['Ng, Ana', 'Ng,Ana', 'ng  ana', 'Roe, Sam'], [['Ng, Ana', 'Ng,Ana', 'ng  ana']]],
  [['Ren\u00e9', 'Rene\u0301'], [['Ren\u00e9', 'Rene\u0301']]],
  [
    ['Johnson', 'Jonhson', 'Johnsson', 'Smith'],
    [
      ['Johnson', 'Johnsson'],
      ['Johnson', 'Jonhson'],
    ],
  ],
  [['Johnson', 'Johnsen', 'Johnsin'], [['Johnson', 'Johnsen', 'Johnsin']]],
  [['Smith, J', 'Smith, A'], []],
  [['Abel, Ana', 'Abel, Ada', 'Abel, Eli', 'Abel, Lia', 'Abel, Ida', 'Abel, Mia'], []],
  [
    ['Abel, Ana', 'Abel, Anna', 'Abel, Ann'],
    [
      ['Abel, Ana', 'Abel, Anna'],
      ['Abel, Anna', 'Abel, Ann'],
    ],
  ],
  [['Van Dyke, Jo', 'Vandyke, Jo'], [['Van Dyke, Jo', 'Vandyke, Jo']]],
  [['Box 1 2', 'Box 12'], []],
  [['Smith, Jon', 'John Smith', 'Roe, Jon'], [['Smith, Jon', 'John Smith']]],
  [['Ng, Ana', 'Ana Ng'], [['Ng, Ana', 'Ana Ng']]],
  [['Ng, A', 'A. Ng'], [['Ng, A', 'A. Ng']]],
  [['Box 1 of 2', 'Box 2 of 1', 'Of box 1, 2'], []],
  [['Lee', 'Lea'], []],
  [['Custodian 1', 'Custodian 2', 'Custodian 11'], []],
  [['Custodian 1', 'custodian 1'], [['Custodian 1', 'custodian 1']]],
  [['Иванов, А.', 'ИВАНОВ А', 'Петров'], [['Иванов, А.', 'ИВАНОВ А']]],
  [['Boyd', 'Boyd'], []],
  [[], []],
])('%j: %j', (names, groups) => {
  expect(similarNames(names)).toEqual(groups);
});

test.each(['user', 'p', 'Smith, Anna ', 'team-a-'])('numbered names are not similar: %s01 to 40', (name) => {
  const numbered = Array.from({ length: 40 }, (_, index) => `${name}${String(index + 1).padStart(2, '0')}`);
  expect(similarNames(numbered)).toEqual([]);
  expect(similarNames(numbered.map((each) => `${each}@example.com`))).toEqual([]);
});

test('none of ten thousand numbered names is similar', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `Custodian number ${index}`);
  expect(similarNames(names)).toEqual([]);
});

test('ten thousand names in two spellings each are as many pairs, in the order of the names', () => {
  const pairs = Array.from({ length: 5_000 }, (_, index) => [`Box ${index}, Anna`, `BOX ${index}  ANNA`]);
  expect(similarNames(pairs.flat())).toEqual(pairs);
});

test('a name as long as a text is compared as a whole only', () => {
  const long = 'word '.repeat(200);
  expect(similarNames([long, `${long}s`, long.toUpperCase()])).toEqual([[long, long.toUpperCase()]]);
});
