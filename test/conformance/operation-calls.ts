/** How the numbered operations are called in the sandbox: which one each is in the client, and with what input. */
import type { Platform } from '../../main/engine/platform/platform.ts';
import { databaseId, organizationId } from '../../main/sandbox/seed/accounts.ts';
import type { OperationName } from '../../preload/contract/platform/operations.ts';
import { unwrap } from '../fixtures/result.ts';

type Input = Parameters<Platform['call']>[1];

export interface NumberedCall {
  readonly name: OperationName;
  readonly input: Input;
  /** Makes what the call takes away or changes, with an org admin's key. */
  readonly prepare?: (admin: Platform) => Promise<void>;
}

const organization = { orgId: organizationId };
const database = { databaseId };
/** A user of another organization, who has no key in the tests. */
const guest = { id: 41, email: 'hugo.marsh@example.net', firstName: 'Hugo', lastName: 'Marsh' };
export const invited = { email: 'new.colleague@example.com', firstName: 'New', lastName: 'Colleague' };
const hourMs = 3_600_000;

const addUser =
  ({ email, firstName, lastName }: typeof invited) =>
  async (admin: Platform) => {
    const body = { users: [{ email, firstName, lastName }] };
    unwrap(await admin.call('PostOrganizationUsers', { path: organization, body }));
  };
const grantGuest = async (admin: Platform) => {
  await addUser(guest)(admin);
  const path = { ...database, userId: guest.id };
  const body = { databasePermissions: ['DB_LEGAL_HOLD'] };
  unwrap(await admin.call('PutDatabaseUser', { path, body }));
};

export const numberedCalls: Readonly<Record<string, NumberedCall>> = {
  1: { name: 'GetDatabases', input: {} },
  2: { name: 'GetCurrentUser', input: {} },
  3: { name: 'GetOrganizations', input: {} },
  4: { name: 'GetProjects', input: {} },
  5: { name: 'GetOrganization', input: { path: organization } },
  6: { name: 'GetOrganizationBilling', input: { path: organization } },
  7: { name: 'GetParentOrganizationBilling', input: { path: organization } },
  8: { name: 'GetOrganizationDatabases', input: { path: organization } },
  9: { name: 'GetOrganizationProjects', input: { path: organization } },
  10: { name: 'GetOrganizationUsers', input: { path: organization } },
  11: { name: 'GetOrganizationUser', input: { path: { ...organization, userId: 12 } } },
  12: { name: 'PostOrganizationUsers', input: { path: organization, body: { users: [invited] } } },
  13: {
    name: 'PatchOrganizationUser',
    input: {
      path: { ...organization, userId: guest.id },
      body: { userIdentifiers: [{ abbreviation: 'HM', label: 'Initials' }] },
    },
    prepare: addUser(guest),
  },
  14: {
    name: 'DeleteOrganizationUser',
    input: { path: { ...organization, userId: guest.id } },
    prepare: addUser(guest),
  },
  15: { name: 'GetOrganizationUserIdentifiers', input: { path: organization } },
  16: { name: 'GetInvitations', input: { path: organization } },
  17: {
    name: 'ResendInvitation',
    input: { path: organization, body: { email: invited.email } },
    prepare: addUser(invited),
  },
  18: {
    name: 'DeleteInvitation',
    input: { path: organization, body: { email: invited.email } },
    prepare: addUser(invited),
  },
  19: {
    name: 'GetOrganizationEvents',
    input: { path: organization, query: { begin: Date.now() - hourMs, end: Date.now() + hourMs } },
  },
  20: { name: 'GetOrganizationEventsAfter', input: { path: organization, query: { eventId: 0 }, limit: 5 } },
  21: { name: 'GetRecentOrganizationEvents', input: { path: organization, limit: 5 } },
  22: { name: 'GetDatabaseUsers', input: { path: database } },
  23: { name: 'GetDatabaseUser', input: { path: { ...database, userId: 12 } } },
  24: {
    name: 'PutDatabaseUser',
    input: { path: { ...database, userId: guest.id }, body: { databasePermissions: ['DB_LEGAL_HOLD'] } },
    prepare: addUser(guest),
  },
  25: {
    name: 'DeleteDatabaseUser',
    input: { path: { ...database, userId: guest.id } },
    prepare: grantGuest,
  },
  26: { name: 'GetDatabase', input: { path: database } },
  27: { name: 'GetDatabaseBilling', input: { path: database } },
  28: { name: 'GetDatabaseProjects', input: { path: database } },
  29: { name: 'GetDatabaseSize', input: { path: database } },
};

/** Throws for an operation of the specification that isn't here. */
export function callOf(operationId: string): NumberedCall {
  const call = numberedCalls[operationId.replace('operation ', '')];
  if (call === undefined) throw new Error(`No call of ${operationId}`);
  return call;
}
