import { expect, it } from 'vitest';
import { limitationOf } from './platform-failure.tsx';

it.each([
  { operation: 'GetOrganizationUsers', code: 'forbidden', limitation: 'role' },
  { operation: 'GetInvitations', code: 'not-found', limitation: 'form' },
  // Both forms have it, so what is missing is the organization.
  { operation: 'GetOrganizationUsers', code: 'not-found', limitation: null },
  { operation: 'GetInvitations', code: 'unreachable', limitation: null },
] as const)('$code from $operation is explained as $limitation', ({ operation, code, limitation }) => {
  expect(limitationOf(operation, { code })).toBe(limitation);
});

it('a record that may be gone is not explained by the form of the interface', () => {
  expect(limitationOf('GetOrganizationUser', { code: 'not-found' }, false)).toBeNull();
});
