/** What the table of operations says about each, and what its rows share. */

import { z } from 'zod';
import { maxEmailChars, maxNameChars } from '../bounds.ts';
import type { InterfaceForm } from '../views/interface-form.ts';
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
  readonly form: InterfaceForm;
  /** A field that its records have in the extended form only. It shows which form a platform has. */
  readonly extendedField: string | null;
  readonly access: Access;
  /** The placeholders of its path: integers, all required. */
  readonly path: z.ZodObject<Record<string, z.ZodType<number>>>;
  /** Besides `after` and `limit`: see `pagingParametersOf`. */
  readonly query: z.ZodObject<Record<string, z.ZodType<number | undefined>>>;
  /** `list`: pages of elements. `entity`: one record. `done`: the answer to success is not documented. */
  readonly answers: 'list' | 'entity' | 'done';
  /** Which of the profile's page sizes bounds `limit`. It is null where the operation takes no `limit`. */
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

export const defaults = {
  form: 'base',
  extendedField: null,
  path: z.strictObject({}),
  query: z.strictObject({}),
  pageSize: null,
  cursor: null,
  effect: 'read',
  body: null,
} as const;

/** `after` and `limit` (platform-interface 4). */
export const paged = { pageSize: 'pageSize', cursor: 'after' } as const;

export const path = {
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
export const month = z.strictObject({
  year: z.int().min(1000).max(9999).optional(),
  month: z.int().min(1).max(12).optional(),
});
/** Milliseconds since 1970. */
export const instant = z.int().nonnegative().meta({ format: 'unix-ms' });

/** Not only the documented values: a value that a record already has must be kept. */
export const permission = z
  .string()
  .max(100)
  .regex(/^[A-Z][A-Z0-9_]*$/, 'a permission is a word such as DB_UPLOAD');
export const permissions = z
  .array(permission)
  .max(100)
  .refine((values) => new Set(values).size === values.length, 'each permission once');
export const name = z.string().trim().max(maxNameChars);
export const email = z.string().trim().min(1).max(maxEmailChars);
export const emailBody = z.strictObject({ email });
/** Fields have the profile's names. */
export const anyObject = z.looseObject({});
