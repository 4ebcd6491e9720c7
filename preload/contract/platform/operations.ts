/**
 * Every operation of the platform (platform-interface 4.1 and 4.2): parameters, body, answer and access. The engine's
 * client, the window's calls, the command line with its help, and the conformance tests derive from this table. Methods,
 * paths and the field names of uploads are in the interface profile.
 */
import { z } from 'zod';
import * as records from './records.ts';
import { platformId } from './records.ts';

/** Who may call, by the specification. `not-shown`: it doesn't say. */
export type Access =
  | 'anyone'
  | 'organization-member'
  | 'organization-admin'
  | 'organization-or-parent-admin'
  | 'database-admin'
  | 'database-users-admin'
  | 'uploader'
  | 'directory-admin'
  | 'not-shown';

export interface Operation {
  /** What it does, as the command line's help says it. */
  readonly summary: string;
  /** Part of both forms of the interface, or of the extended one only. */
  readonly form: 'base' | 'extended';
  readonly access: Access;
  /** The placeholders of its path: integers, all required. */
  readonly path: z.ZodObject<Record<string, z.ZodType<number>>>;
  /** Besides `after` and `limit`: see `pagingParametersOf`. */
  readonly query: z.ZodObject<Record<string, z.ZodType<number | undefined>>>;
  /** `list`: pages of elements. `entity`: one record. `done`: the answer to success is not documented. */
  readonly answers: 'list' | 'entity' | 'done';
  /** Which of the profile's page sizes bounds `limit`. Null: the operation takes no `limit`. */
  readonly pageSize: 'pageSize' | 'eventPageSize' | null;
  /** The parameter that continues a list where the platform gives no link to the next page. */
  readonly cursor: 'after' | 'eventId' | 'begin' | null;
  /** `destroy`: takes away what people had. It asks before it is done. */
  readonly effect: 'read' | 'change' | 'destroy';
  /** JSON; or the CSV of a file; or nothing. */
  readonly body: z.ZodType | 'csv' | null;
  /** An element of a list, or the record. */
  readonly data: z.ZodType;
}

const defaults = {
  form: 'base',
  path: z.strictObject({}),
  query: z.strictObject({}),
  pageSize: null,
  cursor: null,
  effect: 'read',
  body: null,
} as const;

/** `after` and `limit` (platform-interface 4). */
const paged = { pageSize: 'pageSize', cursor: 'after' } as const;

const path = {
  organization: z.strictObject({ orgId: platformId }),
  member: z.strictObject({ orgId: platformId, userId: platformId }),
  database: z.strictObject({ databaseId: platformId }),
  databaseUser: z.strictObject({ databaseId: platformId, userId: platformId }),
  dataset: z.strictObject({ databaseId: platformId, datasetId: platformId }),
  sourceFile: z.strictObject({ databaseId: platformId, sourceFileId: platformId }),
  part: z.strictObject({
    databaseId: platformId,
    sourceFileId: platformId,
    partNumber: z.int().positive(),
  }),
  directory: z.strictObject({ directoryId: platformId }),
  project: z.strictObject({ projectId: platformId }),
  projectUser: z.strictObject({ projectId: platformId, userId: platformId }),
} as const;

/** The current month by default. */
const month = z.strictObject({
  year: z.int().min(1000).max(9999).optional(),
  month: z.int().min(1).max(12).optional(),
});
/** Milliseconds since 1970. */
const instant = z.int().nonnegative().meta({ format: 'unix-ms' });

/** Not only the documented values: a value that a record already has must be kept. */
const permission = z
  .string()
  .max(100)
  .regex(/^[A-Z][A-Z0-9_]*$/, 'a permission is a word such as DB_UPLOAD');
const permissions = z
  .array(permission)
  .max(100)
  .refine((values) => new Set(values).size === values.length, 'each permission once');
const name = z.string().trim().max(255);
const email = z.string().trim().min(1).max(320);
const emailBody = z.strictObject({ email });
/** Fields have the profile's names. */
const anyObject = z.looseObject({});

export const operations = {
  PostDatabaseDataset: {
    ...defaults,
    summary: 'Create a dataset',
    access: 'uploader',
    path: path.database,
    answers: 'entity',
    effect: 'change',
    body: anyObject,
    data: anyObject,
  },
  PostDatasetFile: {
    ...defaults,
    summary: 'Create a source file in a dataset',
    access: 'uploader',
    path: path.dataset,
    answers: 'entity',
    effect: 'change',
    body: anyObject,
    data: anyObject,
  },
  PostSourceFilePart: {
    ...defaults,
    summary: 'Request the URL for uploading a part',
    access: 'uploader',
    path: path.part,
    answers: 'entity',
    effect: 'change',
    data: anyObject,
  },
  GetSourceFileParts: {
    ...defaults,
    summary: 'List the uploaded parts of a source file',
    access: 'uploader',
    path: path.sourceFile,
    answers: 'list',
    ...paged,
    data: anyObject,
  },
  PostSourceFile: {
    ...defaults,
    summary: 'Complete the upload of a source file',
    access: 'uploader',
    path: path.sourceFile,
    answers: 'done',
    effect: 'change',
    body: anyObject,
    data: z.unknown(),
  },
  SyncDirectoryCustodians: {
    ...defaults,
    summary: 'Synchronize the people of a legal hold directory from a CSV file',
    access: 'directory-admin',
    path: path.directory,
    answers: 'entity',
    effect: 'destroy',
    body: 'csv',
    data: records.custodianSyncRecord,
  },
  GetDatabases: {
    ...defaults,
    summary: 'List databases',
    access: 'anyone',
    answers: 'list',
    ...paged,
    data: records.databaseRecord,
  },
  GetCurrentUser: {
    ...defaults,
    summary: "Get the API key's own account",
    access: 'anyone',
    answers: 'entity',
    data: records.userRecord,
  },
  GetOrganizations: {
    ...defaults,
    summary: 'List organizations',
    access: 'anyone',
    answers: 'list',
    ...paged,
    data: records.organizationRecord,
  },
  GetProjects: {
    ...defaults,
    summary: 'List projects',
    access: 'anyone',
    answers: 'list',
    ...paged,
    data: records.projectRecord,
  },
  GetOrganization: {
    ...defaults,
    summary: 'Get an organization',
    access: 'organization-member',
    path: path.organization,
    answers: 'entity',
    data: records.organizationRecord,
  },
  GetOrganizationBilling: {
    ...defaults,
    summary: "Get a month's billing of an organization, by database",
    access: 'organization-or-parent-admin',
    path: path.organization,
    query: month,
    answers: 'list',
    ...paged,
    data: records.databaseBillingRecord,
  },
  GetParentOrganizationBilling: {
    ...defaults,
    summary: "Get a month's billing of a parent organization with its sub-organizations",
    form: 'extended',
    access: 'organization-or-parent-admin',
    path: path.organization,
    query: month,
    answers: 'entity',
    ...paged,
    data: records.parentOrganizationBillingRecord,
  },
  GetOrganizationDatabases: {
    ...defaults,
    summary: 'List the databases of an organization',
    access: 'organization-or-parent-admin',
    path: path.organization,
    answers: 'list',
    ...paged,
    data: records.databaseRecord,
  },
  GetOrganizationProjects: {
    ...defaults,
    summary: 'List the projects of an organization',
    access: 'organization-or-parent-admin',
    path: path.organization,
    answers: 'list',
    ...paged,
    data: records.projectRecord,
  },
  GetOrganizationUsers: {
    ...defaults,
    summary: 'List the members of an organization',
    access: 'organization-admin',
    path: path.organization,
    answers: 'list',
    ...paged,
    data: records.userRecord,
  },
  GetOrganizationUser: {
    ...defaults,
    summary: 'Get a member of an organization',
    form: 'extended',
    access: 'organization-admin',
    path: path.member,
    answers: 'entity',
    data: records.userRecord,
  },
  PostOrganizationUsers: {
    ...defaults,
    summary: 'Add users to an organization, or invite them',
    form: 'extended',
    access: 'organization-admin',
    path: path.organization,
    answers: 'entity',
    effect: 'change',
    body: z.strictObject({
      permissions: permissions.optional(),
      users: z
        .array(z.strictObject({ email, firstName: name, lastName: name }))
        .min(1)
        .max(1000),
    }),
    data: z.looseObject({
      invalid: z.array(z.string()).nullish(),
      invites: z.array(records.invitationRecord).nullish(),
      users: z.array(records.userRecord).nullish(),
    }),
  },
  PatchOrganizationUser: {
    ...defaults,
    summary: "Change a member's permissions or identifiers",
    form: 'extended',
    access: 'organization-admin',
    path: path.member,
    answers: 'entity',
    effect: 'destroy',
    body: z.strictObject({
      organizationPermissions: permissions.optional(),
      userIdentifiers: z
        .array(z.strictObject({ abbreviation: name, label: name }))
        .max(1000)
        .optional(),
    }),
    data: records.userRecord,
  },
  DeleteOrganizationUser: {
    ...defaults,
    summary: 'Remove a member from an organization and its projects',
    form: 'extended',
    access: 'organization-admin',
    path: path.member,
    answers: 'done',
    effect: 'destroy',
    data: z.unknown(),
  },
  GetOrganizationUserIdentifiers: {
    ...defaults,
    summary: 'List the user identifiers of an organization',
    form: 'extended',
    access: 'organization-admin',
    path: path.organization,
    answers: 'list',
    ...paged,
    data: records.userIdentifierRecord,
  },
  GetInvitations: {
    ...defaults,
    summary: 'List the invitations of an organization',
    form: 'extended',
    access: 'not-shown',
    path: path.organization,
    answers: 'entity',
    data: z.looseObject({ invitations: z.array(records.invitationRecord) }),
  },
  ResendInvitation: {
    ...defaults,
    summary: 'Send an invitation again',
    form: 'extended',
    access: 'not-shown',
    path: path.organization,
    answers: 'entity',
    effect: 'change',
    body: emailBody,
    data: records.invitationRecord,
  },
  DeleteInvitation: {
    ...defaults,
    summary: 'Delete an invitation',
    form: 'extended',
    access: 'not-shown',
    path: path.organization,
    answers: 'done',
    effect: 'destroy',
    body: emailBody,
    data: z.unknown(),
  },
  GetOrganizationEvents: {
    ...defaults,
    summary: 'List the activity log of an organization in a time range',
    form: 'extended',
    access: 'organization-or-parent-admin',
    path: path.organization,
    query: z.strictObject({ begin: instant, end: instant.describe('exclusive') }),
    answers: 'list',
    pageSize: 'eventPageSize',
    cursor: 'begin',
    data: records.organizationEventRecord,
  },
  GetOrganizationEventsAfter: {
    ...defaults,
    summary: 'List the activity log of an organization after an event',
    form: 'extended',
    access: 'organization-or-parent-admin',
    path: path.organization,
    query: z.strictObject({ eventId: z.int().nonnegative() }),
    answers: 'list',
    pageSize: 'eventPageSize',
    cursor: 'eventId',
    data: records.organizationEventRecord,
  },
  GetRecentOrganizationEvents: {
    ...defaults,
    summary: 'Get the most recent events of an organization',
    form: 'extended',
    access: 'organization-or-parent-admin',
    path: path.organization,
    answers: 'entity',
    pageSize: 'eventPageSize',
    data: z.looseObject({ events: z.array(records.organizationEventRecord) }),
  },
  GetDatabaseUsers: {
    ...defaults,
    summary: 'List the users of a database with their permissions',
    access: 'database-users-admin',
    path: path.database,
    answers: 'list',
    ...paged,
    data: records.databaseUserRecord,
  },
  GetDatabaseUser: {
    ...defaults,
    summary: "Get a user's permissions in a database",
    form: 'extended',
    access: 'database-users-admin',
    path: path.databaseUser,
    answers: 'entity',
    data: records.databaseUserRecord,
  },
  PutDatabaseUser: {
    ...defaults,
    summary: "Set a user's permissions in a database, in place of those they have",
    form: 'extended',
    access: 'database-users-admin',
    path: path.databaseUser,
    answers: 'entity',
    effect: 'destroy',
    body: z.strictObject({ databasePermissions: permissions }),
    data: records.databaseUserRecord,
  },
  DeleteDatabaseUser: {
    ...defaults,
    summary: "Remove a user's permissions in a database",
    form: 'extended',
    access: 'database-users-admin',
    path: path.databaseUser,
    answers: 'done',
    effect: 'destroy',
    data: z.unknown(),
  },
  GetDatabase: {
    ...defaults,
    summary: 'Get a database',
    access: 'database-admin',
    path: path.database,
    answers: 'entity',
    data: records.databaseRecord,
  },
  GetDatabaseBilling: {
    ...defaults,
    summary: "Get a month's billing of a database, by project",
    access: 'database-admin',
    path: path.database,
    query: month,
    answers: 'entity',
    data: records.databaseBillingRecord,
  },
  GetDatabaseProjects: {
    ...defaults,
    summary: 'List the projects of a database',
    access: 'database-admin',
    path: path.database,
    answers: 'list',
    ...paged,
    data: records.projectRecord,
  },
  GetDatabaseSize: {
    ...defaults,
    summary: 'Get the size of a database',
    access: 'database-admin',
    path: path.database,
    answers: 'entity',
    data: records.databaseSizeRecord,
  },
  /** Its records are not documented, and are passed through as they come. */
  GetProjectUsers: {
    ...defaults,
    summary: 'List the users of a project',
    access: 'not-shown',
    path: path.project,
    answers: 'list',
    ...paged,
    data: z.unknown(),
  },
  GetProjectUser: {
    ...defaults,
    summary: 'Get a user of a project',
    access: 'not-shown',
    path: path.projectUser,
    answers: 'entity',
    data: z.unknown(),
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
type Operations = typeof operations;
/** Of a list: one element. */
export type OperationData<Name extends OperationName> = z.output<Operations[Name]['data']>;
export type OperationPath<Name extends OperationName> = z.output<Operations[Name]['path']>;
export type OperationQuery<Name extends OperationName> = z.output<Operations[Name]['query']>;
/** Undefined where an operation takes none. */
export type OperationBody<Name extends OperationName> = Operations[Name]['body'] extends z.ZodType
  ? z.output<Operations[Name]['body']>
  : undefined;
type NamesWhere<Shape> = {
  [Name in OperationName]: Operations[Name] extends Shape ? Name : never;
}[OperationName];
export type ListName = NamesWhere<{ readonly answers: 'list' }>;
export type EntityName = NamesWhere<{ readonly answers: 'entity'; readonly effect: 'read' }>;
/** Without the CSV of a directory, which isn't JSON. */
export type ChangeName = NamesWhere<{
  readonly effect: 'change' | 'destroy';
  readonly body: z.ZodType | null;
}>;

export const operationNames: readonly OperationName[] = Object.keys(operations).filter(isOperationName);

export function isOperationName(text: string): text is OperationName {
  return Object.hasOwn(operations, text);
}

export function isListName(name: OperationName): name is ListName {
  return operations[name].answers === 'list';
}

/** The placeholders that an operation's path may use: exactly those that the client can fill. */
export function pathParametersOf(name: OperationName): readonly string[] {
  return Object.keys(operations[name].path.shape);
}

/** Which of `after` and `limit` an operation takes besides its query. */
export function pagingParametersOf(name: OperationName): readonly ('after' | 'limit')[] {
  const { cursor, pageSize } = operations[name];
  return [
    ...(cursor === 'after' ? (['after'] as const) : []),
    ...(pageSize === null ? [] : (['limit'] as const)),
  ];
}

/** The documented permissions of members (platform-interface 2.3) and of a database's users (2.8). */
export const organizationPermissions = [
  'ORG_ADMIN',
  'CLOUD_MANAGEMENT_ADMIN',
  'LEGAL_HOLD_ADMIN',
  'AI_ADMIN',
] as const;
export const databasePermissions = ['DB_ADMIN', 'DB_UPLOAD', 'DB_DELETE', 'DB_LEGAL_HOLD'] as const;
