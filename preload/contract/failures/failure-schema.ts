/**
 * The closed set of ways in which something expected can go wrong, with the details of each, as schemas. Only what
 * parses messages from another process or the store needs them at run time; everything else imports `failure.ts`.
 * Those of the application, apart from uploads, are in `app-failure-schema.ts`.
 */
import { z } from 'zod';
import { unconfirmedDatabase } from '../views/database-check.ts';
import { directoryForm } from '../views/directory.ts';
import { connectionForm } from '../views/interface-form.ts';
import { skipReasons } from '../views/skip-schema.ts';
import { holdableIssues } from '../views/states.ts';
import { unavailableReason } from '../views/unavailable-source.ts';
import { waitReason } from '../views/wait-reason.ts';
import { appFailures } from './app-failure-schema.ts';

/** Whether a value has a code of the table and the details that the table asks for. */
function fits(table: Readonly<Record<string, z.ZodObject>>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  const entry =
    typeof value.code === 'string' && Object.hasOwn(table, value.code) ? table[value.code] : undefined;
  return entry?.safeParse(value).success === true;
}

const text = z.string();
const path = z.string();
/** Beside a file's own row the path is not repeated. */
const pathIfNotShown = z.string().optional();
/** The operating system's code, e.g. EACCES. */
const errno = z.string();
const bytes = z.number().nonnegative();
const uploadId = z.int();
const operation = z.string();
const status = z.int();
const platformMessage = z.string().optional();
const answered = { operation, status, platformMessage };

export const custodianMapProblems = [
  'empty',
  'too-large',
  'too-many-rows',
  'not-text',
  'separator-unclear',
  'columns-missing',
  'columns-excess',
  'quote-not-closed',
  'quote-misplaced',
  'row-too-long',
  'path-missing',
  'path-leads-up',
  'custodian-missing',
  'custodian-invalid',
  'custodian-damaged',
  'path-twice',
] as const;
const custodianMapProblem = z.enum(custodianMapProblems);
export type CustodianMapProblem = z.infer<typeof custodianMapProblem>;

export const watchRuleProblems = [
  'unknown-placeholder',
  'brace-not-closed',
  'nothing-names-custodian', // {custodian} in a rule that names none
  'custodian-rule-malformed',
  'not-a-folder',
  'not-absolute',
  'in-watched-folder',
  'marker-is-move-to',
  'watched-by-rule', // another rule takes files of the same folder
] as const;
const watchRuleProblem = z.enum(watchRuleProblems);
export type WatchRuleProblem = z.infer<typeof watchRuleProblem>;

export type SkipCode = keyof typeof skipReasons;
export type SkipReason = {
  [Code in SkipCode]: { readonly code: Code } & DetailsOf<(typeof skipReasons)[Code]>;
}[SkipCode];

const simpleFailures = {
  // A connection
  'server-url-missing': z.object({}),
  'server-url-malformed': z.object({}),
  'server-url-has-extras': z.object({ url: text }),
  'server-url-insecure': z.object({ url: text }),
  'key-missing': z.object({}),
  'key-malformed': z.object({}),
  'key-refused': z.object(answered),
  'not-the-platform': z.object({ url: text, reason: waitReason.optional() }),
  'connection-not-found': z.object({}),
  'connection-not-ready': z.object({}),
  'connection-exists': z.object({ name: text }),
  'server-not-connected': z.object({ serverUrl: text }),
  'profile-missing': z.object({ path }),
  'profile-unreadable': z.object({ path, errno }),
  'profile-invalid': z.object({ path, problems: z.array(text), more: z.int() }),
  'database-not-found': z.object({ databaseId: z.int(), platformMessage }),
  'database-name-unknown': z.object({ name: text }),
  'database-name-ambiguous': z.object({ name: text, databaseIds: z.array(z.int()) }),
  'upload-forbidden': z.object({ databaseId: z.int(), databaseName: text }),
  'database-inactive': z.object({ databaseId: z.int(), databaseName: text, state: text }),
  'database-unconfirmed': unconfirmedDatabase,
  /** A name was typed although none was needed, and it is another one. */
  'database-name-differs': z.object({ databaseId: z.int(), databaseName: text, typed: text }),
  'dataset-not-found': z.object({ datasetId: z.int(), databaseName: text, platformMessage }),

  // An upload
  'upload-not-found': z.object({ uploadId }),
  /** The store was edited: it contradicts the upload's log. */
  'upload-altered': z.object({
    uploadId,
    altered: z.enum(['log', 'server', 'database', 'dataset', 'sources']),
  }),
  'upload-running': z.object({ uploadId }),
  'upload-not-started': z.object({ uploadId }),
  'upload-started': z.object({ uploadId }),
  'upload-cancelled': z.object({ uploadId }),
  'upload-finished': z.object({ uploadId }),
  'folder-not-found': z.object({ uploadId, folderId: z.int() }),
  'glob-invalid': z.object({ pattern: text, problem: text }),
  'hash-list-unreadable': z.object({ path, errno }),
  'hash-list-empty': z.object({ path }),
  'item-not-found': z.object({ uploadId, itemId: z.int() }),
  /** Without a problem, the group that names the custodian is missing. Position: in the pattern, from 1. */
  'custodian-pattern-invalid': z.object({
    pattern: text,
    problem: text.nullable(),
    position: z.int().positive().nullable(),
  }),
  /** The first problem, and how many there are. */
  'custodian-map-invalid': z.object({
    path,
    problem: custodianMapProblem,
    line: z.int().positive().nullable(),
    column: z.int().positive().nullable(),
    /** The line of the row that says something else. */
    otherLine: z.int().positive().nullable(),
    problems: z.int(),
  }),
  'processing-setting-unknown': z.object({ field: text, known: z.array(text) }),
  'processing-setting-extended': z.object({ field: text, basis: connectionForm.shape.basis }),
  'processing-setting-invalid': z.object({
    field: text,
    expected: z.enum(['boolean', 'project-ids', 'time-zone', 'language', 'text']),
    /** Of a language: what was probably meant. */
    suggestions: z.array(z.object({ code: text, name: text })).optional(),
  }),
  'source-path-empty': z.object({}),
  'source-not-granted': z.object({}),
  'drop-unreadable': z.object({}),
  /** Lading's own data folder. */
  'state-in-source': z.object({ path, source: path }),
  /** `own`: the file or folder of Lading's that the source is, or is in. */
  'source-in-state': z.object({ path, own: path }),
  'sources-overlap': z.object({ inner: text, outer: text, same: z.boolean() }),
  'password-file-unreadable': z.object({ path, errno }),
  'link-malformed': z.object({ position: z.int() }),
  'link-duplicate': z.object({ link: text }),
  'link-not-needed': z.object({ link: text }),
  'link-secret-missing': z.object({ path: pathIfNotShown }),

  // A watched folder
  'watch-rule-not-found': z.object({ ruleId: z.int() }),
  /** `field` as in the configuration file; `value` is the part that is wrong. */
  'watch-rule-invalid': z.object({ field: text, problem: watchRuleProblem, value: text }),
  'watch-name-taken': z.object({ name: text }),
  /** Its ledger is about the folder that it had. */
  'watch-folder-fixed': z.object({ name: text }),
  'watch-rehearsing': z.object({ name: text }),

  // Evidence on disk
  'source-missing': z.object({ path }),
  /** The root of the file was away, and a person didn't want to wait for it. */
  'source-unavailable': z.object({ path: pathIfNotShown, root: path, reason: unavailableReason }),
  'path-missing': z.object({ path: pathIfNotShown }),
  'path-unreadable': z.object({ path: pathIfNotShown, errno, atByte: bytes.optional() }),
  'path-not-a-file': z.object({
    path: pathIfNotShown,
    found: z.enum(['folder', 'symbolic-link', 'special-file', 'other']),
  }),
  'path-too-long': z.object({ path: pathIfNotShown }),
  'folder-unreadable': z.object({ path: pathIfNotShown, errno: errno.optional() }),
  'vanished-during-scan': z.object({ path: pathIfNotShown }),
  'changed-during-scan': z.object({ path: pathIfNotShown }),
  'file-too-large': z.object({
    path: pathIfNotShown,
    sizeBytes: bytes,
    limit: z.union([z.object({ maxFileBytes: bytes }), z.object({ maxParts: z.int(), maxPartBytes: bytes })]),
  }),
  'file-changed': z.object({
    path: pathIfNotShown,
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('grew'), fromBytes: bytes, toBytes: bytes }),
      z.object({ kind: z.literal('shrank'), fromBytes: bytes, toBytes: bytes }),
      z.object({ kind: z.literal('truncated'), atByte: bytes }),
      z.object({ kind: z.literal('modified') }),
      z.object({ kind: z.literal('replaced') }),
      z.object({ kind: z.literal('touched') }),
      z.object({ kind: z.literal('sent-part-differs'), partNumber: z.int() }),
    ]),
  }),

  // The store
  /** `command`: what the holder called itself, such as `lading upload`. */
  'store-locked': z.object({
    path,
    holder: z.object({ command: text, pid: z.int(), host: text, since: text }).optional(),
  }),
  'store-newer': z.object({ path, version: z.int(), supported: z.int() }),
  /** Of a build before the first store that can be upgraded, whose version is `oldest`. */
  'store-preview': z.object({ path, version: z.int(), oldest: z.int() }),
  'store-outdated': z.object({ path }),
  'store-read-only': z.object({ path, errno: errno.optional() }),
  'store-cannot-open': z.object({ path, errno: errno.optional() }),
  /** A folder with files that aren't Lading's, given as its data folder. `found`: one of them. */
  'folder-not-lading': z.object({ path, found: text }),
  /** A file or folder of another user where only this user's may be. */
  'folder-foreign': z.object({ path, uid: z.int() }),
  'folder-shared': z.object({ path }),
  'store-damaged': z.object({ path, detail: text }),
  /** A value that Lading didn't write in this form. `row` is the row's ID, or what stands for it. */
  'stored-value-damaged': z.object({ table: text, column: text, row: text }),
  'disk-full': z.object({ path: pathIfNotShown }),

  // A file that Lading was asked to write
  'write-failed': z.object({
    path: pathIfNotShown,
    reason: z.enum([
      'folder-missing',
      'is-a-folder',
      'special-file',
      'not-allowed',
      'reader-stopped',
      'exists',
      'other',
    ]),
    errno,
  }),
  /** `same`: it is the source itself. */
  'output-in-source': z.object({ path, source: path, same: z.boolean() }),

  // The platform
  forbidden: z.object(answered),
  'not-found': z.object(answered),
  'cap-reached': z.object(answered),
  refused: z.object(answered),
  'unexpected-answer': z.object({ operation, reason: waitReason }),
  unreachable: z.object({ host: text, operation, reason: waitReason }),
  'outcome-unknown': z.object({ operation, reason: waitReason }),
  /** What a person was shown before a change isn't what holds now. */
  'record-changed': z.object({}),
  /** Of an item whose completion was requested, or a link that was sent. */
  'cancelled-unconfirmed': z.object({}),
  'source-file-complete': z.object({}),
  'parameter-missing': z.object({ operation, parameter: text }),
  /** `problem` is the schema's own words. */
  'parameter-invalid': z.object({ operation, parameter: text, problem: text }),
  /** The platform gave a new file the ID of one that the upload already has. */
  'source-file-not-new': z.object({ path, sourceFileId: z.int() }),
  /** The platform says that it could not put the parts together. */
  'assembly-failed': z.object({ path: pathIfNotShown, state: text, platformMessage }),
  'completion-unconfirmed': z.object({ path: pathIfNotShown, attempts: z.int(), reason: waitReason }),

  // The part host
  'part-refused': z.object({
    path: pathIfNotShown,
    partNumber: z.int().optional(),
    status,
    platformMessage,
  }),
  'part-url-malformed': z.object({}),
  'part-url-insecure': z.object({ origin: text }),
  'part-url-local': z.object({ origin: text }),
  'part-url-refused': z.object({
    path: pathIfNotShown,
    partNumber: z.int(),
    attempts: z.int(),
    status,
  }),
  'part-differs': z.object({ path: pathIfNotShown, partNumber: z.int(), attempts: z.int() }),
  'part-intercepted': z.object({
    path: pathIfNotShown,
    partNumber: z.int(),
    attempts: z.int(),
    reason: waitReason,
  }),

  // A legal hold directory
  'directory-csv-invalid': z.object({ path, errors: z.int() }),
  'directory-csv-changed': z.object({ path }),
  'directory-csv-unchecked': z.object({}),
  /** `problem`: where in the file. */
  'custodian-template-invalid': z.object({ path, problem: z.string() }),
  'custodian-template-not-found': z.object({ name: z.string() }),
  'custodian-template-exists': z.object({ name: z.string() }),
  'directory-not-chosen': z.object({}),
  'directory-csv-unusable': z.object({ path }),
  /** The first of them by name. */
  'custodians-unmatched': z.object({ path, custodians: z.array(z.string()), total: z.int() }),
  'directory-forbidden': z.object({ directoryId: z.int(), platformMessage }),
  'directory-not-found': z.object({ directoryId: z.int(), platformMessage }),
  /** Whether the platform has carried it out isn't known. */
  'directory-sync-unknown': z.object({ directoryId: z.int(), form: directoryForm, reason: waitReason }),

  // A receipt
  'receipt-missing': z.object({ path }),
  'receipt-unreadable': z.object({ path, errno }),
  'receipt-not-a-file': z.object({ path }),
  'receipt-invalid': z.object({
    path,
    problem: z.enum(['empty', 'not-text', 'not-json', 'csv', 'not-a-receipt', 'line-too-long']),
  }),
  'receipt-cut-off': z.object({ path, line: z.int() }),
  'receipt-edited': z.object({ path, line: z.int() }),
  'receipt-newer': z.object({ path }),
  'receipt-preview': z.object({ path }),
  'receipt-changed': z.object({ path }),
  'receipt-overtaken': z.object({}),
  'signing-key-unreadable': z.object({ path, errno }),
  'timestamp-url-malformed': z.object({}),
  'timestamp-url-has-password': z.object({ url: text }),
  'timestamp-certificates-invalid': z.object({}),
  'timestamp-url-not-confirmed': z.object({}),
  'compare-folder-unreadable': z.object({ path, missing: z.boolean() }),
  'compare-folder-ambiguous': z.object({ path, name: text }),

  ...appFailures,

  // Stopped
  stopped: z.object({}),
  /** Before an upload was created. */
  'stopped-before-upload': z.object({}),
  closing: z.object({}),
  interrupted: z.object({}),
  bug: z.object({ where: text.optional() }),
} as const;

type SimpleCode = keyof typeof simpleFailures;
type SimpleFailure = {
  [Code in SimpleCode]: { readonly code: Code } & Readonly<z.output<(typeof simpleFailures)[Code]>>;
}[SimpleCode];

export const skipReason = z.custom<SkipReason>((value) => fits(skipReasons, value));

/** A failure that led to another. */
const cause = z.custom<SimpleFailure>((value) => fits(simpleFailures, value));

const failureTable = {
  ...simpleFailures,
  'nothing-to-send': z.object({
    sources: z.array(text),
    firstProblem: z.object({ path, reason: z.union([cause, skipReason]) }).optional(),
  }),
  'dataset-unconfirmed': z.object({ attempts: z.int(), cause }),
  'source-file-unconfirmed': z.object({ path: pathIfNotShown, attempts: z.int(), cause }),
  'completion-refused': z.object({ path: pathIfNotShown, cause }),
  'held-by-rule': z.object({ issue: z.enum(holdableIssues) }),
  'completion-unknown': z.object({ path: pathIfNotShown, cause }),
  'link-unknown': z.object({ path: pathIfNotShown, cause }),
} as const;

export type FailureCode = keyof typeof failureTable;
type DetailsOf<Schema extends z.ZodObject> = keyof Schema['shape'] extends never
  ? unknown
  : Readonly<z.output<Schema>>;
export type FailureDetails<Code extends FailureCode> = DetailsOf<(typeof failureTable)[Code]>;

export type FailureOf<Code extends FailureCode> = { readonly code: Code } & FailureDetails<Code>;
export type Failure = { [Code in FailureCode]: FailureOf<Code> }[FailureCode];

/** A failure that led to another. One that has a cause itself is represented by that cause. */
export type FailureCause = SimpleFailure;

/** Why an item is not sent. */
export type Reason = Failure | SkipReason;

export const failureSchema = z.custom<Failure>((value) => fits(failureTable, value));
export const reasonSchema = z.custom<Reason>(
  (value) => fits(failureTable, value) || fits(skipReasons, value),
);
