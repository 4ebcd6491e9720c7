/** What pre-flight found of a draft, and what its upload would take. */

import { z } from 'zod';
import { itemId } from './ids.ts';
import { linkCheck } from './link-check.ts';
import { sandboxSpace } from './sandbox-space.ts';
import { packChoices } from './states.ts';
import { timeForecast } from './time-forecast.ts';
import { totalsView } from './views.ts';

const count = z.int().nonnegative();

export const preflightView = z.object({
  totals: totalsView,
  /** By content; where it isn't known, `type` is null and the extension tells, with its dot. */
  types: z.array(
    z.object({ type: z.string().nullable(), extension: z.string(), items: count, bytes: count }),
  ),
  links: z.array(linkCheck.extend({ itemId, link: z.string() })),
  /** Folders in which the scan found no files. */
  emptySources: z.array(z.string()),
  zeroByteItems: count,
  largestBytes: count,
  parts: count,
  requests: count,
  /** Containers that were listed: their own size, and that of what they say they hold. */
  containers: z.object({ listed: count, bytes: count, expandedBytes: z.number().nonnegative() }),
  /** For an upload to a sandbox whose disk is too small for it; otherwise null. */
  sandboxSpace: sandboxSpace.nullable(),
  /** From now to the end, if it is started now. */
  time: timeForecast,
  /** Small files alone, or in packs; the requests of the whole upload. */
  packing: z.object({
    choice: z.enum(packChoices),
    isPacked: z.boolean(),
    files: count,
    packs: count,
    maxFileBytes: count,
    aloneRequests: count,
    packedRequests: count,
  }),
});
export type PreflightView = z.infer<typeof preflightView>;
