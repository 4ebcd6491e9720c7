import { expect, test } from 'vitest';
import { isSameName } from './same-name.ts';

test.each([
  ['Doe v. Roe', 'Doe v. Roe', true],
  ['doe v. roe', 'Doe v. Roe', false],
  ['Doe v. Ro', 'Doe v. Roe', false],
  ['', 'Doe v. Roe', false],
  [' Doe v. Roe ', 'Doe v. Roe', true],
  ['Doe v. Roe', 'Doe  v.\u00A0Roe', true],
  ['Re\u0301sume\u0301', 'R\u00E9sum\u00E9', true],
  ['Resume', 'R\u00E9sum\u00E9', false],
])('“%s” typed for “%s”: %s', (typed, name, expected) => {
  expect(isSameName(typed, name)).toBe(expected);
});
