import { expect, it } from 'vitest';
import { personName } from './person-name.ts';

it.each([
  {
    user: { id: 1, firstName: 'Dana', lastName: 'Whitfield', email: 'd@x.example' },
    name: 'Dana Whitfield',
  },
  { user: { id: 1, firstName: ' ', lastName: 'Whitfield' }, name: 'Whitfield' },
  { user: { id: 1, firstName: null, username: 'dana', email: 'd@x.example' }, name: 'dana' },
  { user: { id: 1, email: 'd@x.example' }, name: 'd@x.example' },
  { user: { id: 12 }, name: 'User 12' },
  // A direction override would make another person's name of it.
  { user: { id: 1, lastName: 'Roe\u202Edaf' }, name: 'Roe\uFFFDdaf' },
])('a person is shown as $name', ({ user, name }) => {
  expect(personName(user)).toBe(name);
});
