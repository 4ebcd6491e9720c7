import { expect, test } from 'vitest';
import { totals } from '../../../../test/fixtures/views.ts';
import { errorsText } from './error-findings.tsx';

const group = { severity: 'error', bytes: 2e12, opened: 0 } as const;
const zeros = { ...group, code: 'only-zeros', findings: 1, ofFiles: 1, skipped: 0 };

test.each([
  ['nothing is said without one', 0, [], null],
  ['a single one is named', 0, [zeros], 'Pre-flight found 1 error'],
  ['files that failed are errors, too', 2, [zeros], 'Pre-flight found 3 errors'],
] as const)('of the errors of pre-flight, %s', (_, failedItems, groups, text) => {
  const failed = { items: failedItems, bytes: 0 };
  expect(errorsText({ totals: totals({ failed }) }, groups)).toBe(text);
});
