import { expect, it } from 'vitest';
import { custodianNaming } from './read-custodians.ts';

it('gives a segment the custodian of its set, also where a rule names the first one alone', () => {
  const sha1 = 'a'.repeat(40);
  const map = { sha1, rows: [{ line: 2, path: 'img/Case.E01', custodian: 'Ann' }] };
  const rules = [{ kind: 'map', name: 'people.csv', sha1, rows: 1 }] as const;
  const custodianOf = custodianNaming({ custodian: 'Firm', path: '/in' }, { rules, map });
  expect(
    ['Case.E01', 'Case.E02', 'Case.E99', 'Other.E01', 'notes.txt'].map((name) => custodianOf('img', name)),
  ).toEqual(['Ann', 'Ann', 'Ann', 'Firm', 'Firm']);
});
