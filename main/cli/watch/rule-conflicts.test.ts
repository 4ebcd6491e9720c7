import { expect, test } from 'vitest';
import { watchConfigRule } from '../../../preload/contract/watch/watch-config.ts';
import type { WatchRuleInput } from '../../../preload/contract/watch/watched-folder.ts';
import { ruleConflicts } from './rule-conflicts.ts';

const rule = (input: Partial<WatchRuleInput>) => {
  const path = input.path ?? '/evidence';
  const parsed = watchConfigRule.parse({ database: 7, dataset: 'D', ...input, path });
  return { ...parsed, name: input.name ?? path };
};
const pst = { include: ['*.pst'] };
const notInbox = { exclude: ['inbox/**'] };
const moving = { afterwards: { moveTo: 'Sent' } };
const inbox = { path: '/evidence/inbox' };

test.each<[string, Partial<WatchRuleInput>, Partial<WatchRuleInput>, readonly string[]]>([
  ['folders beside each other', { path: '/a' }, { path: '/ab' }, []],
  ['a folder with dots in its name', {}, { path: '/..evidence' }, []],
  [
    'one name in two Unicode forms',
    { name: 'Zo\u00eb', path: '/a' },
    { name: 'Zoe\u0308', path: '/b' },
    ['name: another rule is called'],
  ],
  ['one folder twice', {}, { name: 'b' }, ['path: “/evidence” watches this folder too']],
  [
    'one folder twice, for two databases',
    {},
    { name: 'b', database: 8 },
    ['path: “/evidence” watches this folder too'],
  ],
  [
    'one folder twice, with patterns that differ',
    { ...pst },
    { name: 'b', exclude: ['*.pst'] },
    ['path: “/evidence” watches this folder too'],
  ],
  [
    'a folder inside another',
    {},
    inbox,
    ['path: “/evidence” watches this folder too; there, add "exclude": ["inbox/**"]'],
  ],
  [
    'a folder inside another, with characters that are special in patterns',
    {},
    { ...inbox, path: `${inbox.path}/{Roe} [2]*` },
    ['add "exclude": ["inbox/[{]Roe} [[]2][*]/**"]'],
  ],
  ['a folder inside another that excludes it', notInbox, inbox, []],
  [
    'a folder around another',
    inbox,
    {},
    ['path: “/evidence/inbox” watches a folder in this one; here, add "exclude": ["inbox/**"]'],
  ],
  ['a folder around another that it excludes', inbox, notInbox, []],
  [
    'a folder inside another that excludes a part of it',
    { exclude: ['*.pst', 'inbox/Doe/**'] },
    inbox,
    ['add "exclude": ["inbox/**"]'],
  ],
  [
    'a folder inside another, for another database',
    {},
    { ...inbox, database: 8 },
    ['path: “/evidence” watches this folder too'],
  ],
  ['the folder that files are moved to', { ...moving }, { path: '/evidence/Sent', database: 8 }, []],
])('%s', (_what, first, second, expected) => {
  const found = ruleConflicts([rule(first), rule(second)]);
  expect(found.map(({ index }) => index)).toEqual(expected.map(() => 1));
  for (const [at, text] of expected.entries())
    expect(`${found[at]?.field}: ${found[at]?.message}`).toContain(text);
});
