/** What earlier uploads sent to the same database, unchanged. */
import { z } from 'zod';

const count = z.int().nonnegative();

export const alreadySent = z.object({
  items: count,
  bytes: count,
  /** Where they went, the latest first. */
  datasets: z.array(z.object({ name: z.string(), items: count, /** ISO 8601, UTC. */ at: z.string() })),
});
export type AlreadySent = z.infer<typeof alreadySent>;
