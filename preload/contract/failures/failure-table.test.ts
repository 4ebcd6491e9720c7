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
