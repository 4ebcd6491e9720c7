/** A file that was sent, or is to be, with something that a person has to look at. */
import { z } from 'zod';
import { issues } from './states.ts';

const issue = z.enum(issues);

export const foundFile = z.object({
  path: z.string(),
  issue,
  /** The title of what was found, such as "Only zeros". It is null where that is gone. */
  finding: z.string().nullable(),
});
export type FoundFile = z.infer<typeof foundFile>;

/** How many files of a watched folder by issue, and some of them. */
export const foundInRule = z.object({
  ruleId: z.int(),
  issues: z.partialRecord(issue, z.int().positive()),
  files: z.array(foundFile),
});
export type FoundInRule = z.infer<typeof foundInRule>;
