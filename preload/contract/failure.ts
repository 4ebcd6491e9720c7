/**
 * The closed set of ways in which something expected can go wrong: a code and typed details, no sentence.
 * `failure-text.ts` says what happened in plain English; the window and the command line add what to do.
 * An exception that is not a Failure is a bug.
 */
import { z } from 'zod';
import { waitReason } from './wait-reason.ts';

/** What a failure is about: the window's heading and the command line's exit code follow from it. */
export const failureKinds = [
  'bad-input',
  'profile-invalid',
  'url-insecure',
  'key-missing',
  'key-malformed',
  'key-refused', // 401
  'source', // evidence on disk: missing, unreadable, changed, too large
  'nothing-to-send',
  'store', // the database or its folder
  'disk-full',
  'write', // a file that Lading was asked to write
  'forbidden', // 403
  'not-found', // 404
  'cap-reached', // 422, platform-interface 7.4
  'refused', // any other 4xx
  'unexpected-answer',
  'unreachable',
  'outcome-unknown',
  'hash-mismatch',
  'receipt-invalid',
  'unavailable', // the sandbox, the keychain, updates
  'stopped',
  'not-known',
  'bug',
] as const;
export type FailureKind = (typeof failureKinds)[number];

function define<const Kind extends FailureKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return { kind, details: z.object(shape) };
}

/** Whether a value has a code of the table and the details that the table asks for. */
function fits(table: Readonly<Record<string, { readonly details: z.ZodObject }>>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('code' in value)) return false;
  const entry =
    typeof value.code === 'string' && Object.hasOwn(table, value.code) ? table[value.code] : undefined;
  return entry?.details.safeParse(value).success === true;
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

/** Why a file is skipped: by rule or by choice, which isn't a failure. */
const skipTable = {
  'symbolic-link': { details: z.object({}) },
  'symbolic-link-loop': { details: z.object({}) },
  'symbolic-link-broken': { details: z.object({}) },
  'special-file': { details: z.object({}) },
  /** A folder that could be read later; its files are items of their own. */
  'folder-rescanned': { details: z.object({ files: z.int().nonnegative() }) },
  'skipped-by-person': { details: z.object({}) },
} as const;
export type SkipCode = keyof typeof skipTable;
export type SkipReason = {
  [Code in SkipCode]: { readonly code: Code } & DetailsOf<(typeof skipTable)[Code]>;
}[SkipCode];

const simpleFailures = {
  // A connection
  'server-url-missing': define('bad-input', {}),
  'server-url-malformed': define('bad-input', {}),
  'server-url-has-extras': define('bad-input', { url: text }),
  'server-url-insecure': define('url-insecure', { url: text }),
  'key-missing': define('key-missing', {}),
  'key-malformed': define('key-malformed', {}),
  'key-refused': define('key-refused', answered),
  'not-the-platform': define('unexpected-answer', { url: text, reason: waitReason.optional() }),
  'connection-not-found': define('not-known', {}),
  'connection-not-ready': define('not-known', {}),
  'connection-exists': define('bad-input', { name: text }),
  'server-not-connected': define('not-known', { serverUrl: text }),
  'profile-missing': define('source', { path }),
  'profile-unreadable': define('source', { path, errno }),
  'profile-invalid': define('profile-invalid', { path, problems: z.array(text), more: z.int() }),
  'database-not-found': define('not-found', { databaseId: z.int(), platformMessage }),
  'dataset-not-found': define('not-found', { datasetId: z.int(), databaseName: text, platformMessage }),

  // An upload
  'upload-not-found': define('not-known', { uploadId }),
  'upload-running': define('bad-input', { uploadId }),
  'upload-started': define('bad-input', { uploadId }),
  'upload-cancelled': define('bad-input', { uploadId }),
  'upload-finished': define('bad-input', { uploadId }),
  'folder-not-found': define('not-known', { uploadId, folderId: z.int() }),
  'processing-setting-unknown': define('bad-input', { field: text, known: z.array(text) }),
  'processing-setting-invalid': define('bad-input', {
    field: text,
    expected: z.enum(['boolean', 'project-ids', 'time-zone', 'text']),
  }),
  'source-path-empty': define('bad-input', {}),
  'source-not-granted': define('bad-input', {}),
  'drop-unreadable': define('bad-input', {}),
  'sources-overlap': define('bad-input', { inner: text, outer: text, same: z.boolean() }),
  'password-file-unreadable': define('source', { path, errno }),
  'link-malformed': define('bad-input', { position: z.int() }),
  'link-duplicate': define('bad-input', { link: text }),
  'link-secret-missing': define('bad-input', { path: pathIfNotShown }),

  // Evidence on disk
  'source-missing': define('source', { path }),
  'path-missing': define('source', { path: pathIfNotShown }),
  'path-unreadable': define('source', { path: pathIfNotShown, errno, atByte: bytes.optional() }),
  'path-not-a-file': define('source', {
    path: pathIfNotShown,
    found: z.enum(['folder', 'symbolic-link', 'special-file', 'other']),
  }),
  'path-too-long': define('source', { path: pathIfNotShown }),
  'folder-unreadable': define('source', { path: pathIfNotShown, errno: errno.optional() }),
  'vanished-during-scan': define('source', { path: pathIfNotShown }),
  'changed-during-scan': define('source', { path: pathIfNotShown }),
  'file-too-large': define('source', {
    path: pathIfNotShown,
    sizeBytes: bytes,
    limit: z.union([z.object({ maxFileBytes: bytes }), z.object({ maxParts: z.int(), maxPartBytes: bytes })]),
  }),
  'file-changed': define('source', {
    path: pathIfNotShown,
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('grew'), fromBytes: bytes, toBytes: bytes }),
      z.object({ kind: z.literal('shrank'), fromBytes: bytes, toBytes: bytes }),
      z.object({ kind: z.literal('truncated'), atByte: bytes }),
      z.object({ kind: z.literal('modified') }),
      z.object({ kind: z.literal('replaced') }),
      z.object({ kind: z.literal('sent-part-differs'), partNumber: z.int() }),
    ]),
  }),

  // The store
  'store-locked': define('store', { path, holder: text.optional() }),
  'store-newer': define('store', { path, version: z.int(), supported: z.int() }),
  'store-preview': define('store', { path }),
  'store-outdated': define('store', { path }),
  'store-read-only': define('store', { path, errno: errno.optional() }),
  'store-cannot-open': define('store', { path, errno: errno.optional() }),
  'store-damaged': define('store', { path, detail: text }),
  'disk-full': define('disk-full', { path: pathIfNotShown }),

  // A file that Lading was asked to write
  'write-failed': define('write', {
    path: pathIfNotShown,
    reason: z.enum(['folder-missing', 'is-a-folder', 'not-allowed', 'reader-stopped', 'exists', 'other']),
    errno,
  }),

  // The platform
  forbidden: define('forbidden', answered),
  'not-found': define('not-found', answered),
  'cap-reached': define('cap-reached', answered),
  refused: define('refused', answered),
  'unexpected-answer': define('unexpected-answer', { operation, reason: waitReason }),
  unreachable: define('unreachable', { host: text, operation, reason: waitReason }),
  'outcome-unknown': define('outcome-unknown', { operation, reason: waitReason }),
  'parameter-missing': define('bad-input', { operation, parameter: text }),

  // The part host
  'part-refused': define('refused', {
    path: pathIfNotShown,
    partNumber: z.int().optional(),
    status,
    platformMessage,
  }),
  'part-url-malformed': define('unexpected-answer', {}),
  'part-url-insecure': define('url-insecure', { origin: text }),
  'part-url-refused': define('forbidden', {
    path: pathIfNotShown,
    partNumber: z.int(),
    attempts: z.int(),
    status,
  }),
  'part-differs': define('hash-mismatch', { path: pathIfNotShown, partNumber: z.int(), attempts: z.int() }),
  'part-intercepted': define('unexpected-answer', {
    path: pathIfNotShown,
    partNumber: z.int(),
    attempts: z.int(),
    reason: waitReason,
  }),

  // A receipt
  'receipt-missing': define('source', { path }),
  'receipt-unreadable': define('source', { path, errno }),
  'receipt-not-a-file': define('source', { path }),
  'receipt-invalid': define('receipt-invalid', {
    path,
    problem: z.enum(['empty', 'not-text', 'not-json', 'csv', 'not-a-receipt', 'line-too-long']),
  }),
  'receipt-cut-off': define('receipt-invalid', { path, line: z.int() }),
  'receipt-edited': define('receipt-invalid', { path, line: z.int() }),
  'receipt-newer': define('receipt-invalid', { path }),
  'receipt-preview': define('receipt-invalid', { path }),
  'receipt-changed': define('receipt-invalid', { path }),
  'receipt-overtaken': define('stopped', {}),
  'compare-folder-unreadable': define('source', { path, missing: z.boolean() }),
  'compare-folder-ambiguous': define('bad-input', { path, name: text }),

  // This computer
  'keychain-plaintext': define('unavailable', {}),
  'keychain-unavailable': define('unavailable', {}),
  'keychain-refused': define('unavailable', {}),
  'key-unreadable': define('key-missing', {}),
  'proxy-malformed': define('bad-input', {}),
  'proxy-has-password': define('bad-input', {}),
  'proxy-unsupported': define('bad-input', { entries: z.array(text) }),
  'certificate-unreadable': define('source', { path, errno }),
  'certificate-not-pem': define('bad-input', { path }),
  'certificate-damaged': define('bad-input', { path, position: z.int() }),
  'open-failed': define('unavailable', { path, detail: text }),
  'update-off': define('unavailable', {}),
  'update-not-available': define('unavailable', {}),
  'update-not-downloaded': define('unavailable', {}),
  'update-signature-invalid': define('unavailable', {}),
  'update-damaged': define('unavailable', {}),
  'update-server-unreachable': define('unavailable', {}),
  'update-check-failed': define('unavailable', {}),
  'update-download-failed': define('unavailable', {}),
  'sandbox-not-running': define('unavailable', {}),
  'sandbox-ended': define('unavailable', {}),
  'sandbox-key-fixed': define('unavailable', {}),
  'sample-matter-missing': define('unavailable', {}),
  'sandbox-failed': define('unavailable', { detail: text }),
  'engine-restarting': define('unavailable', {}),
  'engine-crashed-repeatedly': define('bug', {}),
  'engine-failed': define('bug', { detail: text }),
  'call-refused': define('forbidden', {}),
  'call-unknown': define('bug', { name: text }),
  'call-malformed': define('bug', { name: text, field: text }),

  // Stopped
  stopped: define('stopped', {}),
  closing: define('stopped', {}),
  interrupted: define('stopped', {}),
  bug: define('bug', { where: text.optional() }),
} as const;

type SimpleCode = keyof typeof simpleFailures;
type SimpleFailure = {
  [Code in SimpleCode]: { readonly code: Code } & Readonly<
    z.output<(typeof simpleFailures)[Code]['details']>
  >;
}[SimpleCode];

const skipReason = z.custom<SkipReason>((value) => fits(skipTable, value));

/** A failure that led to another. */
const cause = z.custom<SimpleFailure>((value) => fits(simpleFailures, value));

const failureTable = {
  ...simpleFailures,
  'nothing-to-send': define('nothing-to-send', {
    sources: z.array(text),
    firstProblem: z.object({ path, reason: z.union([cause, skipReason]) }).optional(),
  }),
  'dataset-unconfirmed': define('outcome-unknown', { attempts: z.int(), cause }),
  'source-file-unconfirmed': define('outcome-unknown', { path: pathIfNotShown, attempts: z.int(), cause }),
  'completion-refused': define('refused', { path: pathIfNotShown, cause }),
  'completion-unknown': define('outcome-unknown', { path: pathIfNotShown, cause }),
  'link-unknown': define('outcome-unknown', { path: pathIfNotShown, cause }),
} as const;

export type FailureCode = keyof typeof failureTable;
export const failureCodes = Object.keys(failureTable) as readonly FailureCode[];
type DetailsOf<Entry extends { readonly details: z.ZodObject }> =
  keyof Entry['details']['shape'] extends never ? unknown : Readonly<z.output<Entry['details']>>;
type Details<Code extends FailureCode> = DetailsOf<(typeof failureTable)[Code]>;

export type FailureOf<Code extends FailureCode> = { readonly code: Code } & Details<Code>;
export type Failure = { [Code in FailureCode]: FailureOf<Code> }[FailureCode];

/** A failure that led to another. One that has a cause itself is represented by that cause. */
export type FailureCause = SimpleFailure;

export function asCause(failure: Failure): FailureCause {
  const cause = 'cause' in failure ? failure.cause : failure;
  // Every failure that is not in the table of simple ones has a simple cause, or is never a cause.
  return cause as FailureCause;
}

export const failureSchema = z.custom<Failure>((value) => fits(failureTable, value));

/** Why an item is not sent. */
export type Reason = Failure | SkipReason;
export const reasonSchema = z.custom<Reason>((value) => fits(failureTable, value) || fits(skipTable, value));

export function isSkipReason(reason: Reason): reason is SkipReason {
  return Object.hasOwn(skipTable, reason.code);
}

export function failureKind({ code }: Pick<Failure, 'code'>): FailureKind {
  return failureTable[code].kind;
}

export type Failed = { readonly ok: false; readonly failure: Failure };
export type Result<T> = { readonly ok: true; readonly value: T } | Failed;

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

type DetailsArgument<Code extends FailureCode> =
  Record<never, never> extends Details<Code> ? [details?: Details<Code>] : [details: Details<Code>];

export function failure<Code extends FailureCode>(code: Code, ...[details]: DetailsArgument<Code>): Failed {
  // The code and its own details make one member of the union; TypeScript cannot see it through the generic.
  return { ok: false, failure: { code, ...(details as object | undefined) } as Failure };
}
