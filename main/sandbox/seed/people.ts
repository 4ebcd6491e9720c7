import type { OrganizationPermission } from '../store/accounts.ts';
import { databaseId, lastActivityOf, organizationId } from './accounts.ts';
import type { SetRow } from './step.ts';

/** The first organization's other members, by id from `firstPersonId`. */
export const people: readonly (readonly [first: string, last: string, title: string])[] = [
  ['Ivy', 'Brandt', 'Partner'],
  ['Jonas', 'Keller', 'Associate'],
  ['Keiko', 'Tanaka', 'Associate'],
  ['Luis', 'Ferrer', 'Associate'],
  ['Maya', 'Rao', 'Associate'],
  ['Noor', 'Haddad', 'Case manager'],
  ['Owen', 'Price', 'Paralegal'],
  ['Paula', 'Silva', 'Paralegal'],
  ['Quinn', 'Archer', 'Paralegal'],
  ['Rosa', 'Molina', 'Analyst'],
  ['Samuel', 'Osei', 'Analyst'],
  ['Tara', 'Whelan', 'Analyst'],
  ['Uma', 'Patel', 'IT administrator'],
  ['Viktor', 'Sokolov', 'IT administrator'],
  ['Wendy', 'Clarke', 'Billing manager'],
  ['Xavier', 'Dupont', 'Contract reviewer'],
  ['Yara', 'Costa', 'Contract reviewer'],
  ['Zane', 'Mercer', 'Contract reviewer'],
  ['Alma', 'Jensen', 'Contract reviewer'],
  ['Bruno', 'Weiss', 'Contract reviewer'],
  ['Cleo', 'Marin', 'Contract reviewer'],
  ['Dario', 'Conti', 'Contract reviewer'],
  ['Elif', 'Demir', 'Contract reviewer'],
  ['Frank', 'O’Neil', 'Contract reviewer'],
];
export const firstPersonId = 201;

export const permissionsOf: Readonly<Record<number, readonly OrganizationPermission[]>> = {
  206: ['LEGAL_HOLD_ADMIN'],
  213: ['CLOUD_MANAGEMENT_ADMIN', 'AI_ADMIN'],
  214: ['CLOUD_MANAGEMENT_ADMIN'],
};

const identifiers = [
  { id: 1, abbreviation: 'PTR', label: 'Partner' },
  { id: 2, abbreviation: 'ASC', label: 'Associate' },
  { id: 3, abbreviation: 'LIT', label: 'Litigation support' },
  { id: 4, abbreviation: 'CR', label: 'Contract reviewer' },
];
const identifierOfTitle: Readonly<Record<string, number>> = {
  Partner: 1,
  Associate: 2,
  'Case manager': 3,
  Analyst: 3,
  'Contract reviewer': 4,
};

/** Enough members, identifiers, invitations and database users for the lists to look like a law firm's. */
export function seedPeople(setRow: SetRow, firstStart: Date): void {
  for (const identifier of identifiers) setRow('userIdentifiers', { ...identifier, organizationId });
  people.forEach(([firstName, lastName, title], index) => {
    const id = firstPersonId + index;
    const name = `${firstName}.${lastName}`.toLowerCase().replace('’', '');
    setRow('users', {
      ...{ id, organizationId, firstName, lastName, title },
      username: name.replace('.', ''),
      email: `${name}@example.com`,
      lastActivity: lastActivityOf(id, firstStart),
    });
    const permissions = JSON.stringify(permissionsOf[id] ?? []);
    setRow('members', { organizationId, userId: id, permissions });
    const identifierId = identifierOfTitle[title];
    if (identifierId !== undefined) setRow('memberIdentifiers', { organizationId, userId: id, identifierId });
  });
  setRow('memberIdentifiers', { organizationId, userId: 11, identifierId: 1 });

  // Outside counsel who has left every organization, but was never removed from the database.
  setRow('users', {
    ...{ id: 91, organizationId: 103, firstName: 'Gil', lastName: 'Navarro', title: 'Outside counsel' },
    ...{ username: 'gnavarro', email: 'gil.navarro@example.net', lastActivity: null },
  });
  const databaseUser = (database: number, userId: number, permissions: string): void => {
    setRow('databaseUsers', { databaseId: database, userId, permissions });
  };
  databaseUser(databaseId, 91, '["DB_LEGAL_HOLD"]');
  databaseUser(databaseId, 206, '["DB_UPLOAD","DB_DELETE"]');
  databaseUser(2002, 206, '["DB_ADMIN"]');
  // The database that is closed to org admins has an admin of its own.
  databaseUser(2003, 15, '["DB_ADMIN","DB_LEGAL_HOLD"]');
  databaseUser(2003, 206, '["DB_UPLOAD"]');

  const invite = (firstName: string, lastName: string, permissions: string, daysLeft: number): void => {
    setRow('invitations', {
      ...{ organizationId, email: `${firstName}.${lastName}@example.com`.toLowerCase(), firstName, lastName },
      ...{ permissions, invitedBy: 11, approvedBy: 11 },
      expiresMs: firstStart.getTime() + daysLeft * 86_400_000,
    });
  };
  invite('Hanna', 'Lund', '[]', 6);
  invite('Ian', 'Boyd', '["LEGAL_HOLD_ADMIN"]', 2);
  invite('Jana', 'Novak', '[]', -5);
  invite('Karl', 'Ebert', '["CLOUD_MANAGEMENT_ADMIN"]', -40);
}
