import { expect, it } from 'vitest';
import { defaultOrganization } from './default-organization.ts';

const organizations = [
  { id: 1, name: 'Parent' },
  { id: 2, name: 'Firm' },
  { id: 3, name: 'Branch' },
];
const member = (id: number, orgAdmin: boolean) => ({ id, orgAdmin });

it.each([
  { of: [member(2, true), member(3, true)], primary: 3, chosen: 3 },
  { of: [member(2, true), member(3, false)], primary: 3, chosen: 2 },
  { of: [member(3, false)], primary: 3, chosen: 3 },
  { of: [], primary: null, chosen: 1 },
])('of $of with the primary organization $primary, $chosen is shown first', ({ of, primary, chosen }) => {
  const user = { id: 9, organizations: of, primaryOrganization: primary };
  expect(defaultOrganization(organizations, user)?.id).toBe(chosen);
});

it('without an organization or an account there is none, or the first', () => {
  expect(defaultOrganization([], null)).toBeNull();
  expect(defaultOrganization(organizations, null)?.id).toBe(1);
});
