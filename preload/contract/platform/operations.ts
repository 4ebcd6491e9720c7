/**
 * Every operation of the platform (platform-interface 4.1 and 4.2): parameters, body, answer and access. The engine's
 * client, the window's calls, the command line with its help, and the conformance tests derive from this table. Methods,
 * paths and the field names of uploads are in the interface profile.
 */
import type { z } from 'zod';
import { accountOperations } from './account-operations.ts';
import { databaseOperations } from './database-operations.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organization-operations.ts';
import { uploadOperations } from './upload-operations.ts';

export type { Access, Operation } from './operation.ts';

export const operations = {
  ...uploadOperations,
  ...accountOperations,
  ...organizationOperations,
  ...databaseOperations,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
type Operations = typeof operations;
/** For a list, one element. */
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
