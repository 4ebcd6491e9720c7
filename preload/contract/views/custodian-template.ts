/** Who gets what, saved under a name for the next upload of a client. */
import { z } from 'zod';
import {
  custodianName,
  custodianNames,
  custodianRules,
  mapIdentity,
  maxCustodianChars,
} from './custodian-rule.ts';

const name = z.string().trim().min(1).max(100);

/** The database it was saved for. */
const savedFor = z.object({
  serverUrl: z.string().max(2000),
  databaseId: z.int(),
  databaseName: z.string().max(2000),
});

/** As a file, too. Paths are below the chosen folders: no path of a computer is in it. */
export const custodianTemplateFile = z.object({
  format: z.literal('lading-custodian-template'),
  version: z.literal(1),
  name,
  savedFor,
  /** The upload's default. */
  custodian: custodianName.nullable(),
  rules: custodianRules,
  /** The identity of the rule's CSV, or null without one. */
  map: mapIdentity
    .extend({
      rows: z
        .array(
          z.object({
            line: z.int().nonnegative(),
            path: z.string().max(5000),
            custodian: z.string().max(maxCustodianChars),
          }),
        )
        .max(1_000_000),
    })
    .nullable(),
  /** Spellings that became one, and accepted matches with a directory. */
  names: custodianNames,
});
export type CustodianTemplateFile = z.infer<typeof custodianTemplateFile>;

export const custodianTemplateView = z.object({
  id: z.int(),
  name: z.string(),
  savedFor,
  savedAt: z.string(),
  /** How close it is to the draft it is listed for. */
  fits: z.enum(['database', 'server', 'other']),
  rules: z.int(),
  names: z.int(),
});
export type CustodianTemplateView = z.infer<typeof custodianTemplateView>;

/** What an earlier upload says of who gets what, for a draft of the same sources and database. */
export const earlierCustodians = z.object({
  datasetName: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The name of its CSV. */
  csv: z.string().nullable(),
  /** Folders and files that a person assigned there. Their assignments stay with that upload. */
  manual: z.int().nonnegative(),
  /** Whether the draft has the same rules, CSV, default, and names. Otherwise it has none. */
  isUsed: z.boolean(),
});
export type EarlierCustodians = z.infer<typeof earlierCustodians>;

export const templateName = name;
