/** The activity log of an organization as the window reads it: newest first, filtered by the engine. */
import { z } from 'zod';
import { organizationEventRecord, platformId } from './records.ts';

/** Milliseconds since 1970. */
const instant = z.int().nonnegative();

export const activityFilter = z.object({
  /** Inclusive; null from the first event on. */
  beginMs: instant.nullable(),
  /** Exclusive; null up to now. */
  endMs: instant.nullable(),
  type: z.string().max(200).nullable(),
  /** It is null for anyone. */
  userIds: z.array(platformId).max(100_000).nullable(),
  /** In type, description or data. */
  text: z.string().max(200),
});
export type ActivityFilter = z.output<typeof activityFilter>;

/** Where the next page starts: the events before `endMs`, and the span of time to ask the platform for. */
export const activityCursor = z.object({ endMs: instant, spanMs: z.int().positive() });
export type ActivityCursor = z.output<typeof activityCursor>;

export const activityPage = z.object({
  events: z.array(organizationEventRecord),
  /** It is null if there are no earlier events. */
  next: activityCursor.nullable(),
  /** Events before this time weren't looked at yet. */
  searchedToMs: z.number(),
});
export type ActivityPage = z.output<typeof activityPage>;
