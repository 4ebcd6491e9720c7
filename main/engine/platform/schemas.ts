import { z } from 'zod';
import { redactPlatformMessage, type Secrets } from './redact.ts';

/** The platform's records, as far as the engine reads them. Unknown fields are tolerated (platform-interface 9.2). */

/** Ids are integers (platform-interface 2). */
export const id = z.int().nonnegative();

const text = z.string().nullish();

export const userSchema = z.looseObject({
  id,
  firstName: text,
  lastName: text,
  username: text,
  email: text,
  organizations: z.array(z.looseObject({ id, name: text, orgAdmin: z.boolean().nullish() })).nullish(),
  primaryOrganization: id.nullish(),
});

export const databaseSchema = z.looseObject({
  id,
  name: z.string(),
  orgAdminAccess: z.boolean().nullish(),
  owningOrganizationId: id.nullish(),
});

export type User = z.infer<typeof userSchema>;
export type Database = z.infer<typeof databaseSchema>;

/** platform-interface 2.1: a single entity. */
export function entityOf<T>(entity: z.ZodType<T>): z.ZodType<{ data: T }> {
  return z.looseObject({ data: entity });
}

/** platform-interface 2.1: one page of a list. Some operations omit `links`. */
export function pageOf<T>(
  entity: z.ZodType<T>,
): z.ZodType<{ data: T[]; links?: { next?: string | null | undefined } | null | undefined }> {
  return z.looseObject({
    data: z.array(entity),
    links: z.looseObject({ next: z.string().nullish() }).nullish(),
  });
}

/** platform-interface 7: shape A has a title, shape B a message. */
const errorSchema = z.union([z.looseObject({ title: z.string() }), z.looseObject({ message: z.string() })]);

const errorInSuccess = z.looseObject({
  status: z.int().min(400).max(599),
  data: z.undefined().optional(),
});

/** The status of an error's body (platform-interface 7), for one that comes with a status of success. */
export function errorStatusOf(body: unknown): number | undefined {
  const parsed = errorSchema.safeParse(body).success ? errorInSuccess.safeParse(body) : undefined;
  return parsed?.data?.status;
}

/** The platform's own words in an error's body; undefined where it has none. */
export function platformMessageOf(body: unknown, secrets?: Secrets): string | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const message = 'title' in parsed.data ? String(parsed.data.title) : String(parsed.data.message);
  return redactPlatformMessage(message, secrets);
}
