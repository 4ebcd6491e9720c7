/** What an account can see and do in a database, without creating anything. */
import { z } from 'zod';
import { type Result, success } from '../../../preload/contract/failure.ts';
import type { RequestOptions } from './api-client.ts';
import type { Platform } from './platform.ts';

export interface PartialProject {
  readonly id: number;
  readonly name: string;
}

const projectSchema = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string().nullish(),
  partial: z.boolean().nullish(),
  database: z.object({ id: z.int() }).nullish(),
});

/**
 * The partial projects of a database by name (platform-interface 1.2 and 4.2, operations 4 and 28). An account without
 * administrative rights gets those that it can access.
 */
export async function listPartialProjects(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<readonly PartialProject[]>> {
  const interactive = { priority: 'interactive', ...options } as const;
  const found = new Map<number, PartialProject>();
  const add = (elements: readonly unknown[]): void => {
    for (const element of elements) {
      const { data } = projectSchema.safeParse(element);
      if (data?.partial !== true || (data.database ?? { id: databaseId }).id !== databaseId) continue;
      found.set(data.id, { id: data.id, name: data.displayName || data.name });
    }
  };
  for await (const page of platform.list('GetDatabaseProjects', { ...interactive, params: { databaseId } })) {
    if (page.ok) add(page.value);
    else if (page.failure.code !== 'forbidden' && page.failure.code !== 'not-found') return page;
  }
  for await (const page of platform.list('GetProjects', interactive)) {
    if (!page.ok) return page;
    // Other databases' projects are in this list, so one without a database is not counted.
    add(page.value.filter((element) => projectSchema.safeParse(element).data?.database != null));
  }
  return success([...found.values()].sort((a, b) => a.name.localeCompare(b.name)));
}

/** `unknown`: only administrators can read permissions, and what they imply is not documented. */
export type UploadPermission = 'granted' | 'missing' | 'unknown';

const permissionsSchema = z.object({
  permissions: z.array(z.string()),
  active: z.boolean().nullish(),
});

/**
 * Reads the account's own permission record (platform-interface 2.8, operation 23). Nothing else tells before a dataset
 * is created: an account that may only upload is refused this record, as it is refused the database.
 */
export async function readUploadPermission(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<UploadPermission>> {
  const user = await platform.currentUser(options);
  if (!user.ok) return user;
  const record = await platform.databaseUser(databaseId, user.value.id, options);
  if (!record.ok)
    return ['forbidden', 'not-found', 'refused', 'unexpected-answer'].includes(record.failure.code)
      ? success('unknown')
      : record;
  return success(permissionOf(record.value));
}

/** Whether DB_ADMIN includes uploading is not documented. */
export function permissionOf(record: unknown): UploadPermission {
  const { data } = permissionsSchema.safeParse(record);
  if (data === undefined) return 'unknown';
  if (data.active === false) return 'missing';
  if (data.permissions.includes('DB_UPLOAD')) return 'granted';
  return data.permissions.includes('DB_ADMIN') ? 'unknown' : 'missing';
}
