import { describe, expect, it } from 'vitest';
import {
  addPeopleQuestion,
  changeMemberQuestion,
  removeMemberQuestion,
  setDatabaseUserQuestion,
  severalQuestion,
} from './change-questions.ts';

const host = 'review.example';
const organization = { id: 7, name: 'Firm LLP' };
const person = (firstName: string) => ({ id: 12, record: { firstName } });

describe('a question about a change', () => {
  it('shows names from the platform in one line each, at a length that fits', () => {
    const { message, detail } = removeMemberQuestion({
      host,
      organization: { id: 7, name: `Firm\nPlatform: evil.example\u202e${'x'.repeat(5000)}` },
      person: person(`Ada\r\n\r\nNothing changes.`),
    });
    expect(message).not.toMatch(/[\r\n\u202e]/);
    expect(message.length).toBeLessThan(300);
    expect(detail.split('\n').filter((line) => line.startsWith('Platform:'))).toEqual([`Platform: ${host}`]);
    expect(detail.split('\n')).not.toContain('Nothing changes.');
    expect(detail.length).toBeLessThan(900);
  });

  it('shows the end of a long address, where its domain is', () => {
    const email = `partner@firm.example.${'a'.repeat(120)}.evil.example`;
    const users = [{ email, firstName: 'Bo', lastName: 'Chen' }];
    const { message, detail } = addPeopleQuestion({ host, organization, users, permissions: [] });
    for (const text of [message, detail])
      expect(text).toMatch(/partner@firm\.example\.a+ … a+\.evil\.example/);
  });

  it('lists documented permissions before any number of others', () => {
    const permissions = [...Array.from({ length: 90 }, (_, number) => `NEWER_${number}`), 'LEGAL_HOLD_ADMIN'];
    const users = [{ email: 'bo@firm.example', firstName: '', lastName: '' }];
    const { detail } = addPeopleQuestion({ host, organization, users, permissions });
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
    const { message, detail, action } = addPeopleQuestion({ host, organization, users, permissions: [] });
    expect(message).toBe('Add 241 people to Firm LLP?');
    expect(detail).toContain('All addresses: 1 at evil.example, 240 at firm.example');
    expect(detail).toContain('And 229 more.');
    expect(detail).toContain('Permissions: none');
    expect(detail.split('\n').length).toBeLessThan(30);
    expect(action).toBe('Add people');
  });

  it('shows a line for each of several changes, and counts what all of them do', () => {
    const grant = (id: number, after: readonly string[]) =>
      setDatabaseUserQuestion({
        host,
        database: { id: 3, name: 'Ferrand Shipping' },
        person: { id, record: { firstName: 'Ada' } },
        before: ['DB_UPLOAD'],
        after,
      });
    const changes = Array.from({ length: 40 }, (_, index) => grant(index, ['DB_UPLOAD', `NEWER_${index}`]));
    changes.splice(30, 1, grant(30, ['DB_ADMIN']));
    const { message, detail, action } = severalQuestion(changes, host);
    expect([message, action]).toEqual(['Make 40 changes?', 'Make 40 changes']);
    expect(detail).toContain('Ada (ID 0) in Ferrand Shipping (ID 3): Upload → Upload; NEWER_0\n');
    expect(detail).toContain('And 28 more.');
    expect(detail).toContain(
      'All 40 changes: 1 × adds Database admin, 1 × removes Upload, 39 × adds another permission',
    );
    expect(detail.split('\n').length).toBeLessThan(25);
    expect(severalQuestion(changes.slice(0, 1), host)).toBe(changes[0]);
  });

  it.each([
    [['AI_ADMIN'], ['AI_ADMIN', 'ORG_ADMIN'], true],
    [['ORG_ADMIN'], ['AI_ADMIN', 'ORG_ADMIN'], false],
    [['ORG_ADMIN'], ['AI_ADMIN'], false],
    [null, ['ORG_ADMIN'], true],
  ])('says what an organization admin controls when %j becomes %j: %s', (before, after, expected) => {
    const { detail } = changeMemberQuestion({
      host,
      organization,
      person: person('Ada'),
      before: before === null ? null : { permissions: before },
      after: { organizationPermissions: after },
    });
    expect(detail.includes('controls the organization')).toBe(expected);
  });

  it('shows only what changes: permissions, identifiers, or nothing', () => {
    const ask = (after: Parameters<typeof changeMemberQuestion>[0]['after']) =>
      changeMemberQuestion({
        host,
        organization,
        person: person('Ada'),
        before: { permissions: ['AI_ADMIN'], userIdentifiers: [{ abbreviation: 'AL', label: 'Ada' }] },
        after,
      }).detail;
    const identifiers = ask({ userIdentifiers: [] });
    expect(identifiers).toContain('Current identifiers: AL, Ada\nNew identifiers: none');
    expect(identifiers).not.toContain('permissions');
    expect(ask({ organizationPermissions: [] })).not.toContain('identifiers');
    expect(ask({})).toContain('Nothing changes.');
  });
});
