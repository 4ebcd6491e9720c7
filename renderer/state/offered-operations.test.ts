import { expect, test } from 'vitest';
import { isOffered } from './offered-operations.ts';

const base = { form: { form: 'base', basis: 'assumed' } } as const;
const extended = { form: { form: 'extended', basis: 'found' } } as const;

test('what only the extended form has is offered unless the form is the base form', () => {
  const offered = [base, extended, { form: null }, null].map((connection) => [
    isOffered(connection, 'GetInvitations'),
    isOffered(connection, 'GetOrganizationUsers'),
  ]);
  expect(offered).toEqual([
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
});
