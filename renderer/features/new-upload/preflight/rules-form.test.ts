import { expect, test } from 'vitest';
import { emptyRangeText } from '../../../../preload/contract/texts/selection-text.ts';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { words } from '../../../i18n/words.ts';
import { checkForm, type RulesForm, toForm, withForm } from './rules-form.ts';

test('sizes are as they are on the command line; none is no limit', () => {
  const rules = withForm(everything, { ...toForm(everything), minSize: '2 KiB', maxSize: ' ' });
  expect(rules).toMatchObject({ minBytes: 2048, maxBytes: null });
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
    custodians: ['Ng, Wei', 'Roe, Sam'],
    notCustodians: ['Clerk'],
    matchCase: true,
    onlyNew: true,
  };
  expect(withForm(rules, toForm(rules))).toEqual(rules);
  expect(checkForm(toForm(rules))).toEqual({});
});

const form = toForm(everything);
const { minSize, maxSize, modifiedFrom, modifiedTo, sizeInvalid, tooManyLines, lineTooLong } =
  words.selection;

test.each<[string, Partial<RulesForm>, ReturnType<typeof checkForm>]>([
  ['text that is no size', { minSize: 'x', maxSize: '1 kB' }, { minSize: sizeInvalid }],
  [
    'a minimum above the maximum',
    { minSize: '2 MB', maxSize: '1 MB' },
    { maxSize: emptyRangeText(minSize, maxSize) },
  ],
  ['one size', { minSize: '1 MB', maxSize: '1 MB' }, {}],
  [
    'a range of days that ends before it begins',
    { modifiedFrom: '2026-02-01', modifiedTo: '2026-01-31' },
    { modifiedTo: emptyRangeText(modifiedFrom, modifiedTo) },
  ],
  ['one day', { modifiedFrom: '2026-02-01', modifiedTo: '2026-02-01' }, {}],
  ['only an end', { modifiedTo: '1999-12-31' }, {}],
  ['too many patterns', { exclude: 'a\n'.repeat(201) }, { exclude: tooManyLines(200) }],
  ['a long custodian', { notCustodians: 'x'.repeat(256) }, { notCustodians: lineTooLong(255) }],
])('the form says what is wrong: %s', (_, changes, errors) => {
  expect(checkForm({ ...form, ...changes })).toEqual(errors);
});

test('a day that no calendar has is refused, and not taken for none', () => {
  expect(checkForm(form, new Set(['modifiedTo']))).toEqual({ modifiedTo: words.selection.dateInvalid });
});
