import { expect, test } from 'vitest';
import { suggestLanguages } from './languages.ts';

test.each([
  ['qqq', []],
  ['de', ['deu']],
  ['GER', ['deu']],
  ['zh-CN', ['zho']],
  ['german', ['deu']],
  ['greek', ['ell']],
  ['portug', ['por']],
  ['fre', ['fra']],
  ['und', []],
])('%s probably means %j', async (text, codes) => {
  const found = (await suggestLanguages(text)).map(({ code }) => code);
  expect(found.slice(0, codes.length)).toEqual(codes);
  if (codes.length === 0) expect(found.length).toBeLessThanOrEqual(4);
});
