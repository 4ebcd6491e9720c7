import { expect, test } from 'vitest';
import { z } from 'zod';
import { watchConfigRule } from '../../../preload/contract/watch-config.ts';
import { issueText } from './issue-text.ts';

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
  [{ schedule: 'nights' }, 'must be an object in { }'],
  [{ schedule: { days: [], from: '20:00', to: '06:00' } }, 'must have at least 1 entry'],
  [{ settings: { ocr: 1 } }, 'must be true or false, text in quotes, or a list in [ ]'],
  [{ marker: 'a/b' }, 'use a name, not a path'],
])('%j: %s', (field, text) => {
  const { error } = watchConfigRule.safeParse({ ...rule, ...field });
  expect(error?.issues.map(issueText)).toEqual([text]);
});

test('a union whose alternatives look deeper keeps its message', () => {
  const { error } = z.union([z.object({ a: z.string() }), z.string()]).safeParse({ a: 1 });
  expect(error?.issues.map(issueText)).toEqual(['Invalid input']);
});
