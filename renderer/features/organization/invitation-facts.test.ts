import { expect, it } from 'vitest';
import { invitedName } from './invitation-facts.ts';

it('an invitation without a name has its address', () => {
  expect(invitedName({ email: 'a@b.example', firstName: ' ' })).toBe('a@b.example');
  expect(invitedName({ email: 'a@b.example', firstName: 'Sam', lastName: 'Roe' })).toBe('Sam Roe');
  expect(invitedName({ email: 'a@b.example', lastName: 'Roe\u202Edaf' })).toBe('Roe\uFFFDdaf');
});
