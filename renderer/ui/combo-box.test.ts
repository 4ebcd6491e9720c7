import { expect, test } from 'vitest';
import { shortenOptions } from './combo-box.tsx';

const option = (label: string) => ({ value: label, label });
const many = Array.from({ length: 900 }, (_, number) => option(`Old Norse dialect ${number}`));
const options = [option('Default'), ...many, option('Norse (non)')];
const search = (text: string) => {
  const { shown, isCut } = shortenOptions(options, text);
  return { labels: shown.map(({ label }) => label), isCut };
};

test('a search finds an option wherever it is, and those that begin with the text come first', () => {
  expect(search('norse').labels.slice(0, 2)).toEqual(['Norse (non)', 'Old Norse dialect 0']);
  expect(search('(NON)')).toEqual({ labels: ['Norse (non)'], isCut: false });
});

test('without a search the list is cut, and says so', () => {
  expect(search('').labels.slice(0, 2)).toEqual(['Default', 'Old Norse dialect 0']);
  expect(search('')).toMatchObject({ isCut: true, labels: { length: 200 } });
});
