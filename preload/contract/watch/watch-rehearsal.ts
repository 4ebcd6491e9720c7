import { z } from 'zod';

const count = z.int().nonnegative();
const tally = z.object({ files: count, bytes: count });
const exampleCount = 200;
/** What the rule would do with what is in the folder now. Nothing is recorded or sent. */
export const rehearsalView = z.object({
  files: count,
  bytes: count,
  datasets: z.array(tally.extend({ name: z.string() })),
  /** Datasets and custodians beyond those that are listed. */
  moreDatasets: count,
  custodians: z.array(tally.extend({ custodian: z.string().nullable() })),
  moreCustodians: count,
  /** Not in `files`: temporary names. */
  notYetSettled: count,
  skipped: z.array(
    z.object({
      code: z.enum(['excluded', 'not-included', 'marker-missing', 'same-content', 'not-a-file']),
      files: count,
    }),
  ),
  /** Taken before, whatever became of it: sent, failed, skipped in its upload, or needing review there. */
  alreadyTaken: count,
  /** The subfolder that sent files are moved to, if it is there: what is in it isn't sent. */
  ignoredFolder: z.string().nullable(),
  unreadable: count,
  examples: z
    .array(z.object({ path: z.string(), dataset: z.string(), custodian: z.string().nullable() }))
    .max(exampleCount),
});
export type RehearsalView = z.infer<typeof rehearsalView>;
export const rehearsalExamples = exampleCount;
