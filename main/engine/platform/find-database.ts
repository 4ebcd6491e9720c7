import { z } from 'zod';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { platformId } from '../../../preload/contract/platform/records.ts';
import { isSameName } from '../../../preload/contract/texts/same-name.ts';
import type { Platform } from './platform.ts';
import type { RequestOptions } from './request-options.ts';

export interface DatabaseName {
  readonly id: number;
  readonly name: string;
}

export interface ListedDatabase extends DatabaseName {
  /** It is null where the platform doesn't say it: in its base form, and in the database of a project. */
  readonly organizationId: number | null;
}

/** An upload must not fail because of a field that it doesn't need, so lists are read without the others. */
const identity = z.object({ id: platformId, name: z.string() });
const administeredDatabase = identity.extend({ owningOrganizationId: platformId.nullish().catch(null) });
const projectDatabase = z.object({ database: identity }).transform(({ database }) => database);

/**
 * The database an upload goes to. Reading one needs administrative rights (platform-interface 4.2, operation 26). An
 * account that may only upload lacks them; then the projects it can access give the name.
 *
 * Fails with database-not-found for an ID that the account can't use.
 */
export async function findDatabase(
  platform: Platform,
  databaseId: number,
  options: RequestOptions,
): Promise<Result<DatabaseName>> {
  const database = await platform.read('GetDatabase', { path: { databaseId }, query: {} }, options);
  if (database.ok) return success({ id: databaseId, name: database.value.name });
  if (database.failure.code === 'not-found')
    return failure('database-not-found', { databaseId, platformMessage: database.failure.platformMessage });
  if (database.failure.code !== 'forbidden') return database;
  const known = await databasesOfProjects(platform, options);
  if (!known.ok) return known;
  return success(known.value.get(databaseId) ?? { id: databaseId, name: unknownName(databaseId) });
}

const unknownName = (databaseId: number): string => `database ${databaseId}`;

/** The platform may not tell an account the name. */
export function isNameTold(databaseId: number, name: string): boolean {
  return name !== unknownName(databaseId);
}

/** Whether a database was renamed. A name that the platform doesn't tell, now or before, says nothing about it. */
export function isRenamed(databaseId: number, before: string, now: string): boolean {
  return isNameTold(databaseId, before) && isNameTold(databaseId, now) && !isSameName(before, now);
}

/** Every database that the account can reach, by name. */
export async function listDatabases(
  platform: Platform,
  options: RequestOptions,
): Promise<Result<readonly ListedDatabase[]>> {
  const administered = await readable(platform, 'GetDatabases', administeredDatabase, options);
  if (!administered.ok) return administered;
  const known = await databasesOfProjects(platform, options);
  if (!known.ok) return known;
  const all = new Map<number, ListedDatabase>();
  for (const { id, name } of known.value.values()) all.set(id, { id, name, organizationId: null });
  for (const { id, name, owningOrganizationId } of administered.value)
    all.set(id, { id, name, organizationId: owningOrganizationId ?? null });
  return success([...all.values()].sort((a, b) => a.name.localeCompare(b.name)));
}

/** Fails with database-name-unknown, or with database-name-ambiguous, which has the IDs. */
export async function findDatabaseByName(
  platform: Platform,
  name: string,
  options: RequestOptions,
): Promise<Result<DatabaseName>> {
  const all = await listDatabases(platform, options);
  return all.ok ? chooseByName(all.value, name) : all;
}

/** Ignores case if no database has the name exactly. Pure. */
export function chooseByName(all: readonly DatabaseName[], name: string): Result<DatabaseName> {
  const exact = all.filter((one) => one.name === name);
  const fold = (text: string): string => text.normalize('NFC').toLowerCase();
  const found = exact.length > 0 ? exact : all.filter((one) => fold(one.name) === fold(name));
  const [database] = found;
  if (database === undefined) return failure('database-name-unknown', { name });
  return found.length === 1
    ? success(database)
    : failure('database-name-ambiguous', { name, databaseIds: found.map(({ id }) => id) });
}

async function databasesOfProjects(
  platform: Platform,
  options: RequestOptions,
): Promise<Result<ReadonlyMap<number, DatabaseName>>> {
  const found = await readable(platform, 'GetProjects', projectDatabase, options);
  return found.ok ? success(new Map(found.value.map((database) => [database.id, database]))) : found;
}

/** The elements of a list that fit. Others can't be uploaded to; a project without a database is one. */
async function readable<T>(
  platform: Platform,
  list: 'GetDatabases' | 'GetProjects',
  schema: z.ZodType<T>,
  options: RequestOptions,
): Promise<Result<readonly T[]>> {
  const found: T[] = [];
  for await (const page of platform.rawPages(list, {}, options)) {
    if (!page.ok) return page;
    for (const element of page.value) {
      const parsed = schema.safeParse(element);
      if (parsed.success) found.push(parsed.data);
    }
  }
  return success(found);
}
