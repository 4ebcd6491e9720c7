import { describe, expect, it } from 'vitest';
import { identifiersText, memberPermissions, nameLookup } from './member-facts.ts';

describe('a member', () => {
  it.each([
    { user: { id: 1, permissions: ['ORG_ADMIN', 'AI_ADMIN'] }, roles: 'Organization admin, AI admin' },
    { user: { id: 1, permissions: ['SPACE_ADMIN'] }, roles: 'SPACE_ADMIN' },
    { user: { id: 1, permissions: [] }, roles: 'Member' },
    { user: { id: 1, organizations: [{ id: 7, orgAdmin: true }] }, roles: 'Organization admin' },
    { user: { id: 1, organizations: [{ id: 8, orgAdmin: true }] }, roles: 'Member' },
  ])('has the roles “$roles”', ({ user, roles }) => {
    expect(memberPermissions(user, 7)).toBe(roles);
  });

  it('who is not in the list is named by the ID', () => {
    const nameOf = nameLookup([{ id: 1, firstName: 'Dana' }]);
    expect([nameOf(1), nameOf(2), nameOf(null)]).toEqual(['Dana', 'User 2', null]);
  });

  it.each([
    { identifiers: null, text: null },
    { identifiers: [], text: null },
    {
      identifiers: [
        { abbreviation: 'DW', label: 'Dana' },
        { abbreviation: 'X', label: null },
      ],
      text: 'DW: Dana, X',
    },
  ])('has identifiers as “$text”', ({ identifiers, text }) => {
    expect(identifiersText(identifiers)).toBe(text);
  });
});
