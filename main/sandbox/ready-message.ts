import { z } from 'zod';
import { roles } from './api-keys.ts';

/** The one line that the process prints once it serves. */
export const readyMessageSchema = z.object({
  event: z.literal('ready'),
  url: z.string(),
  port: z.int(),
  pid: z.int(),
  dataDir: z.string(),
  keys: z.record(z.enum(roles), z.string()),
  organizationId: z.int(),
  databaseId: z.int(),
});
export type ReadyMessage = z.infer<typeof readyMessageSchema>;
