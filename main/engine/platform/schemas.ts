import { z } from 'zod';

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

export const organizationSchema = z.looseObject({ id, name: z.string(), parentOrganizationId: id.nullish() });

export type User = z.infer<typeof userSchema>;
export type Database = z.infer<typeof databaseSchema>;
export type Organization = z.infer<typeof organizationSchema>;

/** platform-interface 2.1: a single entity. */
export function entityOf<T>(entity: z.ZodType<T>): z.ZodType<{ data: T }> {
  return z.looseObject({ data: entity });
}

/** platform-interface 2.1: one page of a list. `links` is left out by some operations. */
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

const maxWordsLength = 300;

/** What must not be read in the service's words, should it quote it. */
export interface Secrets {
  readonly apiKey: string;
  readonly passwords: readonly string[];
}

/** The service's own words out of an error's body; undefined where it has none. */
export function serviceWords(
  body: unknown,
  secrets: Secrets = { apiKey: '', passwords: [] },
): string | undefined {
  const parsed = errorSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const words = 'title' in parsed.data ? String(parsed.data.title) : String(parsed.data.message);
  return tidyWords(withoutUrlSecrets(withoutSecrets(words, secrets)));
}

/** Before the words are cut to a length, which might leave half of one. */
function withoutSecrets(words: string, { apiKey, passwords }: Secrets): string {
  const withoutKey = apiKey === '' ? words : words.replaceAll(apiKey, '[API key]');
  if (passwords.length === 0) return withoutKey;
  // As it is and as JSON writes it. The longest first: one password may begin another.
  const sought = passwords
    .flatMap((password) => [password, JSON.stringify(password).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .map(patternOf);
  return withoutKey.replaceAll(new RegExp(sought.join('|'), 'gu'), '[password]');
}

/** A password of a letter or two would tear every word apart, and so tell itself: it is sought where it stands alone. */
function patternOf(password: string): string {
  const text = password.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
  return password.length > 3 ? text : `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`;
}

/** The service may quote a direct link or a part URL, whose user and query let anyone in; its words are kept and shown. */
function withoutUrlSecrets(words: string): string {
  return words
    .replace(/(\bhttps?:\/\/)[^\s/?#@]*@/gi, '$1')
    .replace(/(\bhttps?:\/\/[^\s?#]*)[?#][^\s"'<>]*/gi, '$1?…');
}

/** Fit for one line of a terminal: nothing that moves the cursor or turns the reading direction. */
export function tidyWords(words: string): string {
  const line = words
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line.length <= maxWordsLength ? line : `${line.slice(0, maxWordsLength - 1).trimEnd()}…`;
}
