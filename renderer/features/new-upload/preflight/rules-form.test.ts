import { expect, test } from 'vitest';
import { everything } from '../../../../preload/contract/selection.ts';
import { parseSize, toForm, withForm } from './rules-form.ts';

test.each<[string, number | null]>([
  ['', null],
  ['0', 0],
  ['500 kB', 500_000],
  ['1.5G', 1_500_000_000],
  ['2 tb', 2_000_000_000_000],
  ['12 bytes', 12],
  ['-1', Number.NaN],
  ['much', Number.NaN],
  ['9e99', Number.NaN],
])('the size %j is %d bytes', (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test('rules go into the form and come back as they were', () => {
  const rules = {
    ...everything,
    include: ['*.pst', 'Mail/**'],
    exclude: ['a b'],
    types: ['pdf', 'docx'],
    minBytes: 1_500,
    maxBytes: 2_000_000_000,
    modifiedFrom: '2020-01-01',
    matchCase: true,
    onlyNew: true,
  };
  expect(withForm(rules, toForm(rules))).toEqual(rules);
  expect(withForm(everything, { ...toForm(everything), minSize: 'x' })).toBeNull();
});
