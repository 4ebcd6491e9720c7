/** Who would get what by a draft's rules, before they apply, and what a CSV of custodians has. */
import { z } from 'zod';
import { custodianOrigins } from './custodian-rule.ts';

/** As many as a person looks through, and as a window lists at once. */
export const maxListedCustodians = 10_000;

const count = z.int().nonnegative();
const tally = z.object({ items: count, bytes: count });

export const custodianPreview = z.object({
  /** Most files first; null for files without a custodian. */
  custodians: z.array(
    tally.extend({
      custodian: z.string().nullable(),
      /** What names it, for most of its files. */
      from: z.enum([...custodianOrigins, 'none']),
      /** A few of its folders and files. */
      samples: z.array(z.string()),
    }),
  ),
  /** Custodians beyond those listed. */
  moreCustodians: count,
  /** Files that get another custodian than now. */
  changed: tally,
});
export type CustodianPreview = z.infer<typeof custodianPreview>;

/** A row of a CSV that names no folder and no file of the upload. */
export const unmatchedRow = z.object({ line: count, path: z.string(), custodian: z.string() });
export type UnmatchedRow = z.infer<typeof unmatchedRow>;

/** What a CSV of custodians names in an upload. */
export const mapMatch = z.object({
  matched: count,
  /** Rows that name folders inside containers that couldn't be listed: nobody knows whether they are there. */
  unchecked: count,
  /** The first of them. */
  unmatched: z.array(unmatchedRow).readonly(),
  unmatchedRows: count,
  /** Folders with files that no row names and another rule does. Below one, no row names anything. */
  unnamedFolders: count,
  /** The first of them, by their paths below the source. */
  unnamed: z.array(z.string()).readonly(),
});
export type MapMatch = z.infer<typeof mapMatch>;
