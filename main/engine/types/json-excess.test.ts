import { expect, test } from 'vitest';
import { measureJson } from './json-excess.ts';

const limits = { depth: 3, values: 5 };

test.each([
  ['', null],
  ['[[[1]]]', null],
  ['[[[[1]]]]', { offset: 3, limit: 'depth' }],
  ['{"a":{"b":{"c":{}}}}', { offset: 15, limit: 'depth' }],
  ['["[[[[", "\\"[[[["]', null],
  ['[[],[],[]', { offset: 6, limit: 'values' }],
  ['[1,2,3,4]', null],
  ['[1,2,3,4,5]', { offset: 8, limit: 'values' }],
  [']]]][[[[[[[', { offset: 8, limit: 'values' }],
  [String.raw`["\\\\","\\",[[[`, { offset: 14, limit: 'values' }],
  ['["never closed, and , and [', null],
])('%j', (text, excess) => {
  expect(measureJson(text, limits).excess).toEqual(excess);
});
