/**
 * The window's calls to the platform, one for each operation that a screen needs. The engine answers reads. Main asks a
 * person in a native dialog before it has the engine make a change.
 */
import { z } from 'zod';
import { command, query } from '../calls/call.ts';
import { failureSchema } from '../failures/failure-table.ts';
import { operations } from './operations.ts';

const connectionId = z.string().max(100);
/** The page after another one of the same list: a token, for an address that the engine keeps. */
const next = z.string().max(64).nullable();

/** One page. `next` is null for the first page, and in the answer after the last one. */
function list<Path extends z.ZodType, Query extends z.ZodType, Data extends z.ZodType>(operation: {
  readonly answers: 'list';
  readonly path: Path;
  readonly query: Query;
  readonly data: Data;
}) {
  return query(
    'engine',
    z.object({ connectionId, path: operation.path, query: operation.query, next }),
    z.object({ elements: z.array(operation.data), next: z.string().nullable() }),
  );
}

function record<Path extends z.ZodType, Query extends z.ZodType, Data extends z.ZodType>(operation: {
  readonly answers: 'entity';
  readonly effect: 'read';
  readonly path: Path;
  readonly query: Query;
  readonly data: Data;
}) {
  return query(
    'engine',
    z.object({ connectionId, path: operation.path, query: operation.query }),
    operation.data,
  );
}

/** The answer is null if the person refused. */
function change<Path extends z.ZodType, Body extends z.ZodType, Data extends z.ZodType>(operation: {
  readonly answers: 'entity';
  readonly path: Path;
  readonly body: Body;
  readonly data: Data;
}) {
  return command(
    'main',
    z.object({ connectionId, path: operation.path, body: operation.body }),
    z.nullable(operation.data),
  );
}

/** What a removal answers isn't documented. It is null if the person refused. */
const removed = z.literal('done').nullable();

function removal<Path extends z.ZodType>(operation: { readonly answers: 'done'; readonly path: Path }) {
  return command('main', z.object({ connectionId, path: operation.path }), removed);
}

export const platformReads = {
  'platform.GetCurrentUser': record(operations.GetCurrentUser),
  'platform.GetOrganizations': list(operations.GetOrganizations),
  'platform.GetOrganization': record(operations.GetOrganization),
  'platform.GetOrganizationBilling': list(operations.GetOrganizationBilling),
  'platform.GetParentOrganizationBilling': record(operations.GetParentOrganizationBilling),
  'platform.GetOrganizationDatabases': list(operations.GetOrganizationDatabases),
  'platform.GetOrganizationProjects': list(operations.GetOrganizationProjects),
  'platform.GetOrganizationUsers': list(operations.GetOrganizationUsers),
  'platform.GetOrganizationUser': record(operations.GetOrganizationUser),
  'platform.GetOrganizationUserIdentifiers': list(operations.GetOrganizationUserIdentifiers),
  'platform.GetInvitations': record(operations.GetInvitations),
  'platform.GetDatabases': list(operations.GetDatabases),
  'platform.GetDatabase': record(operations.GetDatabase),
  'platform.GetDatabaseBilling': record(operations.GetDatabaseBilling),
  'platform.GetDatabaseProjects': list(operations.GetDatabaseProjects),
  'platform.GetDatabaseSize': record(operations.GetDatabaseSize),
  'platform.GetDatabaseUsers': list(operations.GetDatabaseUsers),
  'platform.GetDatabaseUser': record(operations.GetDatabaseUser),
  'platform.GetProjects': list(operations.GetProjects),
  'platform.GetProjectUsers': list(operations.GetProjectUsers),
} as const;

export const platformChanges = {
  'platform.PostOrganizationUsers': change(operations.PostOrganizationUsers),
  'platform.PatchOrganizationUser': change(operations.PatchOrganizationUser),
  'platform.DeleteOrganizationUser': removal(operations.DeleteOrganizationUser),
  'platform.ResendInvitation': change(operations.ResendInvitation),
  'platform.DeleteInvitation': command(
    'main',
    z.object({
      connectionId,
      path: operations.DeleteInvitation.path,
      body: operations.DeleteInvitation.body,
    }),
    removed,
  ),
  'platform.PutDatabaseUser': change(operations.PutDatabaseUser),
  'platform.DeleteDatabaseUser': removal(operations.DeleteDatabaseUser),
} as const;

export type PlatformChange = keyof typeof platformChanges;

/** The permissions that a person was shown: the change isn't made if others hold by then. */
const before = z.array(z.string().max(100)).max(100);

/** In one confirmation. */
export const maxChanges = 200;

const oneChange = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('platform.PatchOrganizationUser'),
    path: operations.PatchOrganizationUser.path,
    body: operations.PatchOrganizationUser.body.pick({ organizationPermissions: true }).required(),
    before,
  }),
  z.object({
    name: z.literal('platform.PutDatabaseUser'),
    path: operations.PutDatabaseUser.path,
    body: operations.PutDatabaseUser.body,
    before,
  }),
  z.object({
    name: z.literal('platform.DeleteDatabaseUser'),
    path: operations.DeleteDatabaseUser.path,
    before,
  }),
  z.object({
    name: z.literal('platform.ResendInvitation'),
    path: operations.ResendInvitation.path,
    body: operations.ResendInvitation.body,
  }),
]);
export type OneChange = z.output<typeof oneChange>;

const changeResult = z.discriminatedUnion('state', [
  z.object({ state: z.literal('done') }),
  z.object({ state: z.literal('failed'), failure: failureSchema }),
  /** One before it failed. */
  z.object({ state: z.literal('not-tried') }),
]);
export type ChangeResult = z.output<typeof changeResult>;

export const severalChanges = {
  /** One after the other, up to the first that fails. A result for each, or null if the person refused. */
  'platform.changeSeveral': command(
    'main',
    z.object({ connectionId, changes: z.array(oneChange).min(1).max(maxChanges) }),
    z.array(changeResult).nullable(),
  ),
} as const;
