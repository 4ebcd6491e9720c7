import { z } from 'zod';
import { roles } from './api-keys.ts';

/** The line that the process prints once it accepts requests. */
export const readyMessageSchema = z.object({
  event: z.literal('ready'),
  url: z.string(),
  port: z.int(),
  pid: z.int(),
  dataDir: z.string(),
  keys: z.record(z.enum(roles), z.string()),
  /** For the inspection API. */
  inspectionKey: z.string(),
  /** Signs the addresses that open the pages. */
  pageKey: z.string(),
  organizationId: z.int(),
  databaseId: z.int(),
  /** The certificate that clients have to trust, of a sandbox over TLS. */
  caFile: z.string().optional(),
});
export type ReadyMessage = z.infer<typeof readyMessageSchema>;
