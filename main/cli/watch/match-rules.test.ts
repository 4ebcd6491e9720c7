import { expect, test } from 'vitest';
import { watchRuleId } from '../../../preload/contract/views/ids.ts';
import { matchedNames, matchRules } from './match-rules.ts';

const stored = (
  id: number,
  name: string,
  path: string,
  database = 1,
  state: 'active' | 'paused' = 'active',
) => ({
  id: watchRuleId.parse(id),
  state,
  rule: { name, path, database },
});
const configured = (name: string, path: string, database = 1) => ({ name, path, database });

const two = [stored(1, 'one', '/in'), stored(2, 'two', '/in2')];

test.each([
  ['as it was', [configured('one', '/in'), configured('two', '/in2')], [1, 2]],
  ["with each other's names", [configured('two', '/in'), configured('one', '/in2')], [1, 2]],
  ['renamed', [configured('other', '/in2')], [2]],
  ['with the name of another that is gone', [configured('two', '/in')], [1]],
  ['to another database', [configured('one', '/in', 2)], [1]],
  ['in another folder', [configured('one', '/new')], [1]],
  ['whose name a new folder takes', [configured('one', '/new'), configured('other', '/in')], [null, 1]],
  ['with another name and database', [configured('other', '/in', 2)], [null]],
  [
    'with the names and databases of others',
    [configured('two', '/in', 2), configured('one', '/in2')],
    [null, 2],
  ],
])('a rule %s', (_, rules, ids) => {
  expect(matchRules(two, rules).map((match) => match?.id ?? null)).toEqual(ids);
});

test('of two rules of one folder and database, the one that runs is meant', () => {
  const both = [stored(1, 'before', '/in', 1, 'paused'), stored(2, 'now', '/in')];
  expect(matchRules(both, [configured('other', '/in')]).map((match) => match?.id)).toEqual([2]);
});

test('a rule that is no longer in the file makes room for its name', () => {
  expect(matchedNames(two, [configured('two', '/in')])).toEqual(
    new Map([
      [1, 'two'],
      [2, 'two (2)'],
    ]),
  );
});

const names = ['a', 'b', 'c'];
const paths = ['/1', '/2', '/3'];

test('whatever names, folders, and databases are exchanged, a rule keeps its folder, and each name is there once', () => {
  const before = names.map((name, index) => stored(index + 1, name, paths[index] ?? ''));
  const targets = ordersOf([...paths, '/4']).flatMap((order) =>
    [1, 2].map((database) => order.slice(0, 3).map((path) => ({ path, database }))),
  );
  for (const places of targets)
    for (const count of [1, 2, 3]) {
      const rules = places.slice(0, count).map(({ path, database }, index) => {
        return configured(names[index] ?? '', path, index === 0 ? database : 1);
      });
      const matches = matchRules(before, rules);
      const ids = matches.flatMap((match) => match?.id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [index, rule] of rules.entries()) {
        const same = before.find((one) => one.rule.path === rule.path && one.rule.database === rule.database);
        if (same !== undefined) expect(matches[index]).toBe(same);
        // The order in the file says nothing.
        expect(matchRules(before, rules.toReversed()).at(-1 - index)).toBe(matches[index]);
      }
      const given = matchedNames(before, rules);
      const after = before.map(({ id, rule }) => given.get(id) ?? rule.name);
      expect(new Set(after).size).toBe(before.length);
      const renamed = before.map((one, index) => ({
        ...one,
        rule: { ...one.rule, name: after[index] ?? '' },
      }));
      // Nothing is left to rename, and nothing has become another rule.
      expect(matchedNames(renamed, rules)).toEqual(new Map());
      expect(matchRules(renamed, rules).map((match) => match?.id)).toEqual(matches.map((match) => match?.id));
    }
});

function ordersOf(given: readonly string[]): readonly (readonly string[])[] {
  if (given.length === 0) return [[]];
  return given.flatMap((first) =>
    ordersOf(given.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}
