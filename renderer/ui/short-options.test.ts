import { expect, test } from 'vitest';
import { shortenOptions } from './short-options.ts';

const option = (label: string) => ({ value: label, label });
const many = Array.from({ length: 900 }, (_, number) => option(`Old Norse dialect ${number}`));
const options = [option('Default'), ...many, option('Norse (non)')];
const labels = (text: string, selected = options[0]) =>
  shortenOptions(options, text, selected).map(({ label }) => label);

test('a search finds an option wherever it is, and those that begin with the text come first', () => {
  expect(labels('norse').slice(0, 2)).toEqual(['Norse (non)', 'Old Norse dialect 0']);
  expect(labels('(NON)')).toEqual(['Norse (non)', 'Default']);
});

test('the list begins at its beginning while the field shows what is selected', () => {
  expect(labels('Norse (non)', options.at(-1)).slice(0, 2)).toEqual(['Default', 'Old Norse dialect 0']);
  expect(labels('Norse (non)', options.at(-1)).at(-1)).toBe('Norse (non)');
});
