import type { OrganizationPermission } from '../store/accounts.ts';
import type { DatabasePermission } from '../store/databases.ts';
import type { SetRow } from './step.ts';

export const organizationId = 101;
export const databaseId = 2001;

/** How far the organizations, and their activity log, go back. */
export const historyMs = 3 * 365 * 86_400_000;

export interface SeedUser {
  readonly id: number;
  readonly organizationId: number;
  readonly name: readonly [first: string, last: string];
  readonly title: string;
  readonly email: string;
  readonly permissions?: readonly OrganizationPermission[];
}

export const roleUsers: readonly SeedUser[] = [
  {
    id: 11,
    organizationId,
    name: ['Ada', 'Harrow'],
    title: 'Partner',
    email: 'ada.harrow@example.com',
    permissions: ['ORG_ADMIN'],
  },
  { id: 12, organizationId, name: ['Ben', 'Okafor'], title: 'Analyst', email: 'ben.okafor@example.com' },
  { id: 13, organizationId, name: ['Chi', 'Nguyen'], title: 'Case manager', email: 'chi.nguyen@example.com' },
  { id: 14, organizationId, name: ['Dana', 'Pike'], title: 'Paralegal', email: 'dana.pike@example.com' },
  {
    id: 15,
    organizationId,
    name: ['Femi', 'Adler'],
    title: 'Legal hold coordinator',
    email: 'femi.adler@example.com',
    permissions: ['LEGAL_HOLD_ADMIN'],
  },
  {
    id: 21,
    organizationId: 102,
    name: ['Eve', 'Castle'],
    title: 'Clerk',
    email: 'eve.castle@example.org',
    permissions: ['ORG_ADMIN'],
  },
  {
    id: 31,
    organizationId: 100,
    name: ['Grace', 'Lindqvist'],
    title: 'Chief operating officer',
    email: 'grace.lindqvist@example.net',
    permissions: ['ORG_ADMIN', 'CLOUD_MANAGEMENT_ADMIN'],
  },
  {
    id: 41,
    organizationId: 103,
    name: ['Hugo', 'Marsh'],
    title: 'Managing director',
    email: 'hugo.marsh@example.net',
    permissions: ['ORG_ADMIN', 'AI_ADMIN'],
  },
];

/**
 * A parent organization with two sub-organizations, and one organization apart from them, which can't see their data.
 * One database is closed to its organization's admins.
 */
export function seedAccounts(setRow: SetRow, firstStart: Date): void {
  const created = new Date(firstStart.getTime() - historyMs).toISOString();
  const organization = (id: number, name: string, parentId: number | null): void => {
    setRow('organizations', { id, name, created, parentId });
  };
  organization(100, 'Northgate Legal Group', null);
  organization(organizationId, 'Harrow & Pike LLP', 100);
  organization(102, 'Castle Chambers', null);
  organization(103, 'Northgate Discovery Services', 100);

  for (const { id, organizationId, name, title, email, permissions } of roleUsers) {
    const [firstName, lastName] = name;
    const username = `${firstName.slice(0, 1)}${lastName}`.toLowerCase();
    const lastActivity = lastActivityOf(id, firstStart);
    setRow('users', { id, organizationId, firstName, lastName, title, username, email, lastActivity });
    setRow('members', { organizationId, userId: id, permissions: JSON.stringify(permissions ?? []) });
  }
  // A member of two organizations.
  setRow('members', { organizationId: 103, userId: 15, permissions: '[]' });

  const database = (id: number, organizationId: number, name: string, orgAdminAccess = 1): void => {
    setRow('databases', { id, organizationId, name, orgAdminAccess });
  };
  database(databaseId, organizationId, 'Doe v. Roe');
  database(2002, organizationId, 'Acme investigation');
  database(2003, organizationId, 'Sealed matter', 0);
  database(2101, 102, 'Castle internal');
  database(2201, 103, 'Tidewater arbitration');

  const databaseUser = (userId: number, ...permissions: readonly DatabasePermission[]): void => {
    setRow('databaseUsers', { databaseId, userId, permissions: JSON.stringify(permissions) });
  };
  databaseUser(12, 'DB_UPLOAD');
  databaseUser(13, 'DB_ADMIN', 'DB_UPLOAD');
}

/** Some hours or days before the first start. */
export function lastActivityOf(userId: number, firstStart: Date): string {
  return new Date(firstStart.getTime() - ((userId % 17) + 1) * 7 * 3_600_000).toISOString();
}
