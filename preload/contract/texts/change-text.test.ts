import { describe, expect, it } from 'vitest';
import type { ChangeDescription } from '../platform/change-description.ts';
import { permissionDifference } from './change-parts.ts';
import { changeText } from './change-text.ts';

const host = 'review.example';
const organization = { id: 7, name: 'Firm LLP' };
const person = (firstName: string) => ({ id: 12, record: { firstName } });

function said(change: ChangeDescription) {
  const { message, paragraphs, action } = changeText(change, host);
  return { message, detail: paragraphs.join('\n\n'), action };
}

const added = (
  users: ChangeDescription<'PostOrganizationUsers'>['users'],
  permissions: readonly string[] = [],
) => said({ operation: 'PostOrganizationUsers', organization, users, permissions });

describe('the text of a change', () => {
  it.each([
    [{ expiration: '2020-01-01T00:00:00Z' }, 'Expired: 2020-01-01'],
    [{ expiration: '2020-01-01T00:00:00Z', expired: false }, 'Expires: 2020-01-01'],
    [{ expiration: '2099-01-01T00:00:00Z' }, 'Expires: 2099-01-01'],
    [{ expiration: '2099-01-01T00:00:00Z', expired: true }, 'Expired: 2099-01-01'],
  ])('of an invitation with %j says %s', (invitation, expiration) => {
    const email = 'bo@firm.example';
    const change = { operation: 'ResendInvitation', organization, email, invitation } as const;
    expect(said(change).detail).toContain(expiration);
  });

  it('shows names from the platform in one line each, at a length that fits', () => {
    const { message, detail } = said({
      operation: 'DeleteOrganizationUser',
      organization: { id: 7, name: `Firm\nPlatform: evil.example\u202e${'x'.repeat(5000)}` },
      person: person(`Ada\r\n\r\nNothing changes.`),
    });
    expect(message).not.toMatch(/[\r\n\u202e]/);
    expect(message.length).toBeLessThan(300);
    expect(detail.split('\n').filter((line) => line.startsWith('Platform:'))).toEqual([`Platform: ${host}`]);
    expect(detail.split('\n')).not.toContain('Nothing changes.');
    expect(detail.length).toBeLessThan(900);
  });

  it.each([
    [{ firstName: ' ', lastName: 'Roe ' }, 'Roe'],
    [{ firstName: ' ', username: 'sam' }, 'sam'],
    [{ lastName: null, email: 'sam@firm.example' }, 'sam@firm.example'],
    [{}, 'user 12'],
  ])('names a person with %j as the lists do: %s', (record, name) => {
    const { message, detail } = said({
      operation: 'DeleteOrganizationUser',
      organization,
      person: { id: 12, record },
    });
    expect(message).toBe(`Remove ${name} from Firm LLP?`);
    expect(detail).not.toContain(': ,');
  });

  it('shows the end of a long address, where its domain is', () => {
    const email = `partner@firm.example.${'a'.repeat(120)}.evil.example`;
    const users = [{ email, firstName: 'Bo', lastName: 'Chen' }];
    const { message, detail } = added(users);
    for (const text of [message, detail])
      expect(text).toMatch(/partner@firm\.example\.a+ … a+\.evil\.example/);
  });

  it('lists documented permissions before any number of others', () => {
    const permissions = [...Array.from({ length: 90 }, (_, number) => `NEWER_${number}`), 'LEGAL_HOLD_ADMIN'];
    const users = [{ email: 'bo@firm.example', firstName: '', lastName: '' }];
    const { detail } = added(users, permissions);
    expect(detail).toContain('Permissions: Legal hold admin; NEWER_0;');
    expect(detail).toContain('; 79 more');
  });

  it('counts every address of a long list by its domain, the rarest first', () => {
    const users = Array.from({ length: 240 }, (_, number) => ({
      email: `person${number}@firm.example`,
      firstName: '',
      lastName: '',
    }));
    users.splice(200, 0, { email: 'mallory@Evil.example', firstName: 'M', lastName: 'X' });
    const { message, detail, action } = added(users);
    expect(message).toBe('Add 241 people to Firm LLP?');
    expect(detail).toContain('All addresses: 1 at evil.example, 240 at firm.example');
    expect(detail).toContain('And 229 more.');
    expect(detail).toContain('Permissions: none');
    expect(detail.split('\n').length).toBeLessThan(30);
    expect(action).toBe('Add people');
  });

  it.each([
    [['AI_ADMIN'], ['AI_ADMIN', 'ORG_ADMIN'], true],
    [['ORG_ADMIN'], ['AI_ADMIN', 'ORG_ADMIN'], false],
    [['ORG_ADMIN'], ['AI_ADMIN'], false],
    [null, ['ORG_ADMIN'], true],
  ])('says what an organization admin controls when %j becomes %j: %s', (before, after, expected) => {
    const { detail } = said({
      operation: 'PatchOrganizationUser',
      organization,
      person: person('Ada'),
      permissions: { before, after },
      identifiers: null,
    });
    expect(detail.includes('controls the organization')).toBe(expected);
  });

  it('shows only what changes: permissions, identifiers, or nothing', () => {
    const ask = (
      changes: Partial<Pick<ChangeDescription<'PatchOrganizationUser'>, 'permissions' | 'identifiers'>>,
    ) =>
      said({
        operation: 'PatchOrganizationUser',
        organization,
        person: person('Ada'),
        permissions: null,
        identifiers: null,
        ...changes,
      }).detail;
    const identifiers = ask({
      identifiers: { before: [{ abbreviation: 'AL', label: 'Ada' }], after: [] },
    });
    expect(identifiers).toContain('Current identifiers: AL, Ada\nNew identifiers: none');
    expect(identifiers).not.toContain('permissions');
    expect(ask({ permissions: { before: ['AI_ADMIN'], after: [] } })).not.toContain('identifiers');
    expect(ask({})).toContain('Nothing changes.');
  });

  it.each([
    [null, "The invitation couldn't be read."],
    ['none' as const, 'There is no invitation for this address.'],
  ])('says that an invitation is %s', (invitation, expected) => {
    const { detail } = said({
      operation: 'DeleteInvitation',
      organization,
      email: 'bo@firm.example',
      invitation,
    });
    expect(detail).toContain(`Invited: bo@firm.example\n${expected}`);
  });
});

describe('permissions before and after a change', () => {
  it.each([
    { before: [], after: ['A'], added: ['A'], removed: [] },
    { before: ['A', 'B'], after: ['B', 'C'], added: ['C'], removed: ['A'] },
    { before: ['A', 'B'], after: ['B', 'A'], added: [], removed: [] },
    { before: ['A', 'A'], after: [], added: [], removed: ['A'] },
    { before: null, after: ['A'], added: [], removed: [] },
  ])('from $before to $after, $added are added and $removed removed', ({ before, after, added, removed }) => {
    expect(permissionDifference({ before, after })).toEqual({ added, removed });
  });

  it.each(['PutDatabaseUser', 'DeleteDatabaseUser'] as const)(
    'that leave none in a database leave the access through user groups: %s says so',
    (operation) => {
      const database = { id: 3, name: 'Doe' };
      const permissions = { before: ['DB_UPLOAD'], after: [] };
      const note = 'Access to projects through user groups is not affected.';
      const change = { operation, database, person: person('Ada'), permissions };
      expect(changeText(change, host).notes).toEqual([note]);
      expect(said(change).detail).toContain(note);
    },
  );
});
