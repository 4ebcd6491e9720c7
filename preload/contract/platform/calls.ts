/**
 * The window's calls to the platform, one for each operation that a screen needs. The engine answers reads. Main asks a
 * person in a native dialog before it has the engine make a change.
 */
import { z } from 'zod';
import { command, query } from '../call.ts';
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

/** Null if the person refused. */
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

/** What a removal answers isn't documented. Null if the person refused. */
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
