import { expect, it } from 'vitest';
import { addedPeople } from './add-people-dialog.tsx';

const asked = ['dana@x.example', 'ROE@x.example', 'bad@', 'lost@x.example'].map((email) => ({
  email,
  firstName: '',
  lastName: '',
}));

it('each person who was added is accounted for: as member, invited, refused, or not mentioned', () => {
  const answer = {
    users: [{ id: 1, firstName: 'Dana', lastName: 'Whitfield', email: 'dana@x.example' }],
    invites: [{ email: 'roe@x.example', firstName: 'Sam', lastName: null }],
    invalid: ['bad@'],
  };
  expect(addedPeople(asked, answer)).toEqual({
    added: ['Dana Whitfield (dana@x.example)'],
    invited: ['Sam (roe@x.example)'],
    invalid: ['bad@'],
    unmentioned: ['lost@x.example'],
  });
});

it('a response without lists mentions nobody', () => {
  expect(addedPeople(asked.slice(0, 1), {})).toEqual({
    added: [],
    invited: [],
    invalid: [],
    unmentioned: ['dana@x.example'],
  });
});
