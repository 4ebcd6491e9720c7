/**
 * Watched folders: the rule as a person writes it, which is also the JSON of `lading watch --config`, and what the window
 * shows of it. Times in views are ISO 8601 in UTC, sizes are bytes.
 */
import { z } from 'zod';
import { failureSchema, reasonSchema } from '../failures/failure-table.ts';
import { csvSeparator, custodianName, maxPatternChars } from '../views/custodian-rule.ts';
import { finding } from '../views/finding.ts';
import { itemId, uploadId, watchRuleId } from '../views/ids.ts';
import { maxDatasetNameChars } from '../views/new-dataset.ts';
import { maxGlobLength, maxGlobs } from '../views/selection.ts';
import { holdableIssues, issues, packChoices } from '../views/states.ts';
import { timeForecast } from '../views/time-forecast.ts';
import { unavailableReason } from '../views/unavailable-source.ts';
import { waitReason } from '../views/wait-reason.ts';
import { timeOfDayPattern } from '../views/weekly-hours.ts';
import { maxNotTakenExamples } from './not-taken.ts';

const count = z.int().nonnegative();
const tally = z.object({ files: count, bytes: count });
const globs = z.array(z.string().min(1).max(maxGlobLength)).max(maxGlobs);
export const timeOfDay = z
  .string()
  .max(5)
  .regex(timeOfDayPattern, 'use a time from 00:00 to 23:59, such as 20:00');
const maxPathChars = 32_768;
export const maxSeconds = 86_400;
const seconds = z.int().min(1).max(maxSeconds);
export const maxRuleNameChars = 100;
export const maxEntryNameChars = 255;
const maxSettings = 200;

/** Views have what was stored, of any kind; what comes in is checked. The engine compares it with the profile. */
export const processingSettings = z
  .record(
    z.string().max(200),
    z.unknown().pipe(z.union([z.boolean(), z.string().max(2000), z.array(z.int()).max(1000)])),
  )
  .refine((fields) => Object.keys(fields).length <= maxSettings)
  .meta({ maxProperties: maxSettings });

/** The name of a file or folder, not a path. */
const entryName = z
  .string()
  .trim()
  .min(1)
  .max(maxEntryNameChars)
  .regex(/^[^/\\\0]*$/, 'use a name, not a path')
  .refine((name) => name !== '.' && name !== '..', 'use a name, not a path');

export const watchHours = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1).max(7).describe('0 is Sunday, 6 is Saturday.'),
  from: timeOfDay.describe('Local time.'),
  to: timeOfDay.describe(
    'Local time. If it is before from, the hours pass midnight. If it is the same, they are 24.',
  ),
});
export type WatchHours = z.infer<typeof watchHours>;

export const maxWatchHours = 20;
const hoursList = z.array(watchHours).min(1).max(maxWatchHours);
/** Files are taken at any hour and sent in any of these. Those of a single kind may be written without the list. */
export const watchSchedule = z
  .union([watchHours, hoursList])
  .transform((hours) => (Array.isArray(hours) ? hours : [hours]))
  .pipe(hoursList);
export type WatchSchedule = z.infer<typeof watchSchedule>;

/** `moveTo`: a folder in the watched folder. Accepted files are moved into it; it is never watched. */
export const afterwards = z.union([z.literal('leave'), z.strictObject({ moveTo: entryName })]);
export type Afterwards = z.infer<typeof afterwards>;

/** What shares a dataset: everything, each day, each top-level folder, or each batch. */
export const datasetScopes = ['rule', 'day', 'folder', 'batch'] as const;
export type DatasetScope = (typeof datasetScopes)[number];

export const watchRule = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(maxRuleNameChars)
    .optional()
    .describe("The rule's name. If it is missing, the folder's name."),
  path: z.string().min(1).max(maxPathChars).describe('The folder to watch.'),
  database: z.int().min(1).describe('The ID of the database.'),
  dataset: z
    .string()
    .trim()
    .min(1)
    .max(maxDatasetNameChars)
    .describe("The dataset's name, in which {folder}, {date}, {time}, and {custodian} are replaced."),
  datasetPer: z
    .enum(datasetScopes)
    .default('batch')
    .describe('What shares a dataset: everything, each day, each top-level folder, or each batch.'),
  settleSeconds: seconds
    .default(30)
    .describe("How long a file's size and time must not change before it is taken."),
  quietSeconds: seconds
    .default(120)
    .describe('How long nothing must change before the settled files become an upload.'),
  rescanSeconds: seconds
    .default(60)
    .describe('How often the whole folder is read. A folder that takes long to read is read less often.'),
  custodianBy: z
    .string()
    .max(maxPatternChars + 'regex:'.length)
    .nullable()
    .default(null)
    .describe(
      'Custodians by folder level (folder:1 is the first below the watched folder) or by a pattern (regex:RE).',
    ),
  custodian: custodianName
    .nullable()
    .default(null)
    .describe('The custodian of files for which nothing else names one.'),
  custodianMap: z
    .string()
    .min(1)
    .max(maxPathChars)
    .nullable()
    .default(null)
    .describe('The path of a CSV of paths and custodians. It overrides custodianBy.'),
  csvSeparator: csvSeparator
    .nullable()
    .default(null)
    .describe('What separates the columns of that CSV, where the file leaves it open.'),
  passwordFile: z
    .string()
    .min(1)
    .max(maxPathChars)
    .nullable()
    .default(null)
    .describe(
      'The path of a file with passwords for locked files, one per line. It is read before each upload.',
    ),
  hold: z
    .array(z.enum(holdableIssues))
    .max(holdableIssues.length)
    .default([])
    .describe(
      'Files in which this is found wait for a person instead of being sent. Everything is sent if empty.',
    ),
  settings: processingSettings.default({}).describe('Processing settings of new datasets, by field name.'),
  pack: z.enum(packChoices).default('auto').describe('When small files are sent together in packs.'),
  include: globs
    .default([])
    .describe('Patterns of the files to send, such as **/*.pst. Everything if empty.'),
  exclude: globs.default([]).describe('Patterns of files not to send. Overrides include.'),
  marker: entryName
    .nullable()
    .default(null)
    .describe("Files of a folder are taken once a file of this name is in it. It isn't sent."),
  sameContent: z
    .enum(['send', 'skip', 'ask'])
    .default('send')
    .describe('What to do with a copy of a file that was sent to the same database, or is about to be.'),
  schedule: watchSchedule
    .nullable()
    .default(null)
    .describe('When files are sent; they are taken at any hour. Null for any hour.'),
  afterwards: afterwards
    .default('leave')
    .describe('What happens to accepted files: they stay, or move into a subfolder, which is never watched.'),
  polling: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe(
      "Whether the folder is only scanned, without the file system's events: always on network shares.",
    ),
});
/** As a person writes it. */
export type WatchRuleInput = z.input<typeof watchRule>;
/** With every default. `name` is still missing where none was given. */
export type WatchRule = z.output<typeof watchRule>;
/** As it is stored and shown. */
export type NamedWatchRule = WatchRule & { readonly name: string };
export const namedWatchRule = watchRule.required({ name: true });
/** A rule in the window: what a person has to enter may still be missing. */
export const watchRuleDraft = watchRule.partial({ path: true, database: true, dataset: true });
export type WatchRuleDraft = z.output<typeof watchRuleDraft>;

export const watchStates = ['draft', 'active', 'paused', 'broken'] as const;
export type WatchState = (typeof watchStates)[number];

/** Why nothing is sent right now. It ends without a person, but for `key` and `upload`. */
export const watchWait = z.discriminatedUnion('kind', [
  /** The watched folder is away. */
  z.object({ kind: z.literal('folder'), reason: unavailableReason, since: z.string() }),
  z.object({ kind: z.literal('schedule'), until: z.string() }),
  /** The platform refused the key, or there is none. A person has to enter one. */
  z.object({ kind: z.literal('key'), since: z.string() }),
  /** No connection to the server is open: Lading is starting, or the connection was removed. */
  z.object({ kind: z.literal('connection') }),
  /** `reason` is null if the last attempt only said that the platform can't be reached. */
  z.object({ kind: z.literal('platform'), reason: waitReason.nullable(), since: z.string() }),
  z.object({ kind: z.literal('disk-full'), since: z.string() }),
  /** The store refuses what the rule has to write, as where its file system became read-only. */
  z.object({ kind: z.literal('store'), failure: failureSchema, since: z.string() }),
  /** The CSV of custodians can't be read: without it, files would get the wrong ones. */
  z.object({ kind: z.literal('custodian-map'), path: z.string(), since: z.string() }),
  /** The file of passwords can't be read: without it, files would be sent locked. */
  z.object({ kind: z.literal('password-file'), path: z.string(), since: z.string() }),
  /** An upload of the rule needs a person, who resumes it: whether its dataset was created is unknown, say. */
  z.object({ kind: z.literal('upload'), uploadId, failure: failureSchema.nullable() }),
]);
export type WatchWait = z.infer<typeof watchWait>;

export const ledgerStates = [
  'settling',
  'settled', // waits for its batch
  'taken', // in a batch
  'sent',
  'failed',
  'held', // a person decides: the outcome is unknown, or the content is the same and the rule asks
  'renamed', // a file that was taken before, under another path
  'skipped',
  'gone', // left before it was taken, or after its upload had failed to send it
] as const;
export type LedgerState = (typeof ledgerStates)[number];

/** Why a file is where it is in the ledger. */
export const watchReason = z.discriminatedUnion('code', [
  // Not yet
  z.object({ code: z.literal('changing') }),
  z.object({ code: z.literal('temporary-name') }),
  z.object({ code: z.literal('marker-missing'), marker: z.string() }),
  /** Another program has it open. */
  z.object({ code: z.literal('in-use'), errno: z.string() }),
  z.object({ code: z.literal('unreadable'), errno: z.string() }),
  /** It may be that file, renamed, or a later version of it, and its upload hasn't ended. */
  z.object({ code: z.literal('earlier-sending'), earlierPath: z.string() }),
  // Not sent
  z.object({ code: z.literal('excluded'), pattern: z.string() }),
  z.object({ code: z.literal('not-included') }),
  z.object({ code: z.literal('same-content'), earlierPath: z.string() }),
  /** A folder link, a device, and the like. */
  z.object({ code: z.literal('not-a-file') }),
  /** Sent, but it could not be moved afterwards. `errno` is null for one that was touched since: it may not be what was sent. */
  z.object({ code: z.literal('not-moved'), errno: z.string().nullable() }),
  /** What the upload says of it. */
  z.object({ code: z.literal('not-sent'), reason: reasonSchema }),
]);
export type WatchReason = z.infer<typeof watchReason>;

/** Why files aren't settled. */
export const unsettledTally = tally.extend({
  /** It is null for those that have not been unchanged for the settle time yet. */
  code: z
    .enum(['changing', 'temporary-name', 'marker-missing', 'in-use', 'unreadable', 'earlier-sending'])
    .nullable(),
  /** The file that has been settling for longest, and since when. */
  path: z.string(),
  since: z.string(),
});
export type UnsettledTally = z.infer<typeof unsettledTally>;

/** The custodians of a file that was renamed after it was sent. They are null for none. */
const otherCustodian = z.object({ sent: z.string().nullable(), now: z.string().nullable() });
export type OtherCustodian = z.infer<typeof otherCustodian>;

/** Where the file of `earlierPath` is. */
const earlierFile = z.object({
  /** The rule of the watched folder that it is in, if that is another one. */
  rule: z.string().nullable(),
  uploadId: uploadId.nullable(),
  custodian: z.string().nullable(),
});
export type EarlierFile = z.infer<typeof earlierFile>;

/** A version of a file. */
export const ledgerEntryView = z.object({
  id: z.int(),
  /** Below the watched folder. */
  path: z.string(),
  sizeBytes: count,
  /** It is null where no date expresses it. */
  modifiedAt: z.string().nullable(),
  state: z.enum(ledgerStates),
  reason: watchReason.nullable(),
  kind: z.enum(['new', 'copy', 'version']),
  /** From 1; a change of the content is a new version. */
  version: z.int().positive(),
  /** The path of the file that this is a copy of, or was before it was renamed. */
  earlierPath: z.string().nullable(),
  earlier: earlierFile.nullable(),
  custodian: z.string().nullable(),
  /** Its content. It is null if it isn't known: nothing was sent or read yet. */
  sha256: z.string().nullable(),
  firstSeenAt: z.string(),
  settledAt: z.string().nullable(),
  takenAt: z.string().nullable(),
  /** When it was found to be no longer at its path. */
  goneAt: z.string().nullable(),
  /** Where it was moved to afterwards, below the watched folder. */
  movedTo: z.string().nullable(),
  /** When a file that failed is tried again without a person. */
  retryAt: z.string().nullable(),
  uploadId: uploadId.nullable(),
  itemId: itemId.nullable(),
  /** The worst of what was found before it was sent, and all of it, worst first. */
  issue: z.enum(issues).nullable(),
  findings: z.array(finding).readonly(),
  /** Where the rule names another custodian at its path now. */
  otherCustodian: otherCustodian.nullable(),
});
export type LedgerEntryView = z.infer<typeof ledgerEntryView>;

const watchCounts = z.object({
  settling: count,
  settled: count,
  /** In a batch that isn't finished. */
  sending: count,
  sent: count,
  failed: count,
  /** Need review. */
  held: count,
  renamed: count,
  skipped: count,
});
export type WatchCounts = z.infer<typeof watchCounts>;

export const watchedFolderView = z.object({
  id: watchRuleId,
  rule: namedWatchRule,
  /** It is null if no saved connection leads to the server with that key. */
  connectionId: z.string().nullable(),
  serverUrl: z.string(),
  isSandbox: z.boolean(),
  /** It is null until it is known. */
  databaseName: z.string().nullable(),
  state: z.enum(watchStates),
  /** Why it is broken. */
  failure: failureSchema.nullable(),
  waitingFor: watchWait.nullable(),
  counts: watchCounts,
  /** What was found in files that need review, such as "Only zeros". */
  heldFor: z.array(z.string()),
  /** An upload in which a person decides about some of them. It is null where all of them are copies, which are in none. */
  reviewUpload: uploadId.nullable(),
  /** Sent files in which something was found that a person has to look at. */
  found: count,
  /** What was found in them, worst first. It is empty where they are too many to read. */
  foundIssues: z.array(z.enum(issues)),
  /** Files that were renamed after they were sent, for which the rule names another custodian now. */
  otherCustodian: count,
  /** The size of the files that are settled or being sent. */
  pendingBytes: count,
  /** Until they are sent, as of `at`. It is null without any, while it isn't active, and while no connection is open. */
  time: timeForecast.extend({ at: z.string() }).nullable(),
  lastTakenAt: z.string().nullable(),
  /** The last complete scan. */
  lastScan: z
    .object({
      at: z.string(),
      files: count,
      durationMs: z.number().nonnegative(),
      /**
       * Files that no pattern leaves out, but whose name, or that of a folder that they are in, is that of a temporary or
       * partial file. Unknown of a scan before the start, as is what follows.
       */
      temporary: count.optional(),
      /** Files with temporary names for over an hour: they are in the ledger. */
      overdue: count.optional(),
      /** Files and folders that it could not examine, and files that settled and could not be read since. */
      unreadable: count.optional(),
      /** Some of each, below the watched folder. '' is the folder itself. */
      examples: z
        .object({
          temporary: z.array(z.string()).max(maxNotTakenExamples),
          unreadable: z
            .array(z.object({ path: z.string(), errno: z.string().nullable() }))
            .max(maxNotTakenExamples),
        })
        .optional(),
    })
    .nullable(),
  /** The file that has been settling for longest. */
  oldestUnsettled: z
    .object({ path: z.string(), since: z.string(), reason: watchReason.nullable() })
    .nullable(),
  /** Whether the file system reports changes. Otherwise they are found by the regular scans alone. */
  usesEvents: z.boolean(),
  /** When failed files are tried again without a person. It is null if none are. */
  retryAt: z.string().nullable(),
  /** The upload that is being sent or waits to be. */
  uploadId: uploadId.nullable(),
  /** The upload that a person paused, and with it the rule: it stays paused until a person resumes one of them. */
  pausedUpload: uploadId.nullable(),
  /** Why a draft or a paused one can't be activated beside the other rules. */
  refusal: failureSchema.nullable(),
  /** The subfolder for sent files, if it was there before the first of them was moved: what is in it isn't sent. */
  ignoredFolder: z.string().nullable(),
  /** Whether accepted files may still have to be moved. An upload that hasn't ended counts. */
  isMoving: z.boolean(),
});
export type WatchedFolderView = z.infer<typeof watchedFolderView>;
