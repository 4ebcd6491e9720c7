import { z } from 'zod';
import type { ListAnswer } from './next-page.ts';
import { redactPlatformMessage, type Secrets } from './redact.ts';

/** platform-interface 2.1: a single entity. */
export function entityOf<T>(entity: z.ZodType<T>): z.ZodType<{ data: T }> {
  return z.looseObject({ data: entity });
}

/** platform-interface 2.1: one page of a list. Some operations omit `links`. */
export function pageOf<T>(entity: z.ZodType<T>): z.ZodType<ListAnswer<T>> {
  return z.looseObject({
    data: z.array(entity),
    links: z.looseObject({ next: z.string().nullish() }).nullish(),
  });
}

/** platform-interface 7: shape A has a title, shape B a message. */
const errorSchema = z.union([
  z.looseObject({ title: z.string() }).transform(({ title }) => title),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
]);

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
  return parsed.success ? redactPlatformMessage(parsed.data, secrets) : undefined;
}
