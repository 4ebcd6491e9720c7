/** What this computer found out about a direct link before it is handed over. The platform may see another network. */
import { z } from 'zod';
import { waitReason } from './wait-reason.ts';

const status = z.int();

/** Why the platform may not be able to fetch a link. Never a failure: it may reach what this computer cannot. */
export const linkWarning = z.discriminatedUnion('code', [
  /** `http://`, at the start or after a redirect. */
  z.object({ code: z.literal('not-encrypted') }),
  z.object({ code: z.literal('unreachable'), reason: waitReason }),
  z.object({ code: z.literal('login-needed'), status }),
  z.object({ code: z.literal('refused'), status }),
  z.object({ code: z.literal('no-ranges') }),
  z.object({ code: z.literal('web-page') }),
  z.object({ code: z.literal('size-unknown') }),
  /** Leads to this computer, or nowhere, or in a circle, or to a server that nobody confirmed. */
  z.object({ code: z.literal('redirect-not-followed') }),
  /** A link from the window to this computer or a private network, which is never asked. */
  z.object({ code: z.literal('private-address') }),
  /** A link from the window whose server nobody confirmed, so nothing was requested. */
  z.object({ code: z.literal('host-not-confirmed') }),
  /** The part after “?” isn't in memory any more, or there were too many links. */
  z.object({ code: z.literal('not-checked') }),
]);
export type LinkWarning = z.infer<typeof linkWarning>;

export const linkCheck = z.object({
  /** It is null if the host didn't say. */
  sizeBytes: z.int().nonnegative().nullable(),
  warnings: z.array(linkWarning),
});
export type LinkCheck = z.infer<typeof linkCheck>;
