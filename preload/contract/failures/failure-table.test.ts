import { expect, test } from 'vitest';
import { failure } from './failure.ts';
import { failureText, reasonText } from './failure-table.ts';

const path = '/evidence/a\nb\u202Egpj.exe';
const missing = { code: 'source-missing', path } as const;

test.each([
  ['a failure', failureText(missing)],
  ['a reason', reasonText(missing)],
  [
    'a cause',
    failureText(failure('nothing-to-send', { sources: [], firstProblem: { path, reason: missing } }).failure),
  ],
])('the text of %s is safe to show, whatever a name in it has', (_, text) => {
  expect(text).toContain('/evidence/a␊b\uFFFDgpj.exe');
  expect(text).not.toMatch(/[\n\u202E]/);
});

test('a damaged store is not to be put back from an older copy, which sends again what was sent since', () => {
  const damaged = [
    failure('store-damaged', { path, detail: '' }),
    ...['uploads', 'items'].map((table) =>
      failure('stored-value-damaged', { table, column: 'request', row: '1' }),
    ),
    failure('stored-value-damaged', { table: 'watch_rules', column: 'rule', row: '1' }),
  ];
  const texts = damaged.map((failed) => failureText(failed.failure));
  for (const text of texts) expect(text).not.toMatch(/backup/);
  for (const text of texts.slice(0, 3)) expect(text).toContain("Don't put an older copy in its place");
});
