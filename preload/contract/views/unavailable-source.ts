/** A folder or volume with evidence that is away for now: the upload waits for it. */
import { z } from 'zod';

export const unavailableReason = z.discriminatedUnion('kind', [
  /** Nothing is at its path. */
  z.object({ kind: z.literal('missing') }),
  /** Its path is empty or leads to something else, such as a mount point without its volume. */
  z.object({ kind: z.literal('replaced') }),
  /** `errno` is the system's code, e.g. ESTALE. */
  z.object({ kind: z.literal('unreadable'), errno: z.string() }),
  z.object({ kind: z.literal('not-answering') }),
]);
export type UnavailableReason = z.infer<typeof unavailableReason>;

export const unavailableSource = z.object({
  path: z.string(),
  reason: unavailableReason,
  /** ISO 8601 in UTC. */
  since: z.string(),
});
export type UnavailableSource = z.infer<typeof unavailableSource>;
