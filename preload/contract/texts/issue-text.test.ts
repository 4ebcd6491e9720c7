import { expect, test } from 'vitest';
import { z } from 'zod';
import { watchConfigRule } from '../watch/watch-config.ts';
import { issuesInside, issueText } from './issue-text.ts';

const rule = { path: '/in', database: 1, dataset: 'x' };

test.each([
  [{ database: '12' }, 'must be a number'],
  [{ database: 1.5 }, 'must be a whole number'],
  [{ database: 0 }, 'must be at least 1'],
  [{ settleSeconds: 1e9 }, 'must be at most 86400'],
  [{ dataset: '' }, 'must not be empty'],
  [{ dataset: 'x'.repeat(300) }, 'must have at most 255 characters'],
  [{ include: '*.pdf' }, 'must be a list in [ ]'],
  [{ sameContent: 'maybe' }, 'must be "send", "skip", or "ask"'],
  [{ afterwards: 'move' }, 'must be "leave" or an object in { }'],
  [{ schedule: 'nights' }, 'must be an object in { } or a list in [ ]'],
  [{ schedule: { days: [], from: '20:00', to: '06:00' } }, 'must have at least 1 entry'],
  [{ schedule: { days: [8], from: '20:00', to: '06:00' } }, 'must be at most 6'],
  [{ schedule: [{ days: [1], from: '8 pm', to: '06:00' }] }, 'use a time from 00:00 to 23:59, such as 20:00'],
  [{ schedule: [] }, 'must have at least 1 entry'],
  [{ afterwards: { moveTo: 1 } }, 'must be text in quotes'],
  [{ settings: { ocr: 1 } }, 'must be true or false, text in quotes, or a list in [ ]'],
  [{ marker: 'a/b' }, 'use a name, not a path'],
])('%j: %s', (field, text) => {
  const { error } = watchConfigRule.safeParse({ ...rule, ...field });
  expect(error?.issues.flatMap(issuesInside).map(issueText)).toEqual([text]);
});

test('a union of which several alternatives have the shape of the value keeps its message', () => {
  const { error } = z.union([z.object({ a: z.string() }), z.object({ a: z.boolean() })]).safeParse({ a: 1 });
  expect(error?.issues.flatMap(issuesInside).map(issueText)).toEqual(['Invalid input']);
});
