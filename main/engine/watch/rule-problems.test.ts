import { expect, test } from 'vitest';
import { type WatchRuleDraft, watchRuleDraft } from '../../../preload/contract/watch/watched-folder.ts';
import { ruleProblems } from './rule-problems.ts';

const problemsOf = (given: Partial<WatchRuleDraft>) =>
  ruleProblems(watchRuleDraft.parse(given)).map(({ path, failure }) => ({ path, ...failure }));
const invalid = (problem: string) => ({ code: 'watch-rule-invalid', problem });

test('each pattern that cannot be used is named with its field and its place', () => {
  const found = problemsOf({
    include: ['*.pdf', 'reports/[a-'],
    exclude: ['{a,b'],
    custodianBy: 'regex:(?<custodian>[^/]+',
  });
  expect(found).toMatchObject([
    { path: ['custodianBy'], code: 'custodian-pattern-invalid', pattern: '(?<custodian>[^/]+' },
    { path: ['include', 1], code: 'glob-invalid', pattern: 'reports/[a-' },
    { path: ['exclude', 0], code: 'glob-invalid', pattern: '{a,b' },
  ]);
});

test('a rule that can be used has no problem, nor has a draft of which much is missing', () => {
  const custodianBy = 'regex:^(?<custodian>[^/]+)/';
  expect(problemsOf({ include: ['**/*.pst'], exclude: ['~$*'], custodianBy })).toEqual([]);
  expect(problemsOf({})).toEqual([]);
});

test.each<[keyof WatchRuleDraft, string, Partial<WatchRuleDraft>]>([
  ['path', 'not-absolute', { path: 'inbox' }],
  ['dataset', 'unknown-placeholder', { dataset: '{matter} {date}' }],
  ['dataset', 'brace-not-closed', { dataset: '{folder} {' }],
  ['dataset', 'nothing-names-custodian', { dataset: '{custodian}' }],
  ['custodianBy', 'custodian-rule-malformed', { custodianBy: 'folder:1.5' }],
  ['custodianBy', 'custodian-rule-malformed', { custodianBy: 'regex:' }],
  ['afterwards', 'marker-is-move-to', { afterwards: { moveTo: 'Done' }, marker: 'done' }],
  ['custodianMap', 'not-absolute', { custodianMap: 'map.csv' }],
  ['passwordFile', 'not-absolute', { passwordFile: 'passwords.txt' }],
])('%s is refused: %s', (field, problem, given) => {
  expect(problemsOf(given)).toMatchObject([{ path: [field], ...invalid(problem) }]);
});

test('a file of passwords in the watched folder would be sent as evidence', () => {
  const path = import.meta.dirname;
  expect(problemsOf({ path, passwordFile: `${path}/passwords.txt` })).toMatchObject([
    { path: ['passwordFile'], ...invalid('in-watched-folder') },
  ]);
});
