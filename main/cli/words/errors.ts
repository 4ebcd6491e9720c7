/** What the command line says when something is wrong: what happened, and which option or command helps. */

import { errnoText } from '../../../preload/contract/failures/errno-text.ts';
import type { Failure, FailureCode, FailureOf } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { isOperationName, operations } from '../../../preload/contract/platform/operations.ts';
import { emptyRangeText } from '../../../preload/contract/texts/selection-text.ts';
import { formatCommand, watchService } from '../../app/command-line.ts';
import { damagedProgramText } from '../damaged-program.js';
import { mayLackOperation, whoMayCall } from './api.ts';
import { permission } from './uploads.ts';

const inputFiles = {
  certificates: 'certificate file',
  settings: 'settings file',
  passwords: 'password file',
  faults: 'faults file',
  key: 'key file',
  body: 'body file',
  config: 'config file',
  status: 'status file',
} as const;
export type InputFile = keyof typeof inputFiles;

export const errorPrefix = 'error:';
export const warningPrefix = 'warning:';

type Text<Names extends string> = { readonly [Name in Names]: string };
type AtPath = Text<'path'>;
type Detail = Text<'detail'>;
type OfOperation = Text<'operation'>;
type OfOption = Text<'option'>;
/** The system's code. */
type OfSystem = Text<'errno'>;
type InFile = AtPath & { readonly file: InputFile };
type OtherServer = Text<'serverUrl' | 'given'> & { readonly uploadId: number };
type Problems = { readonly problems: readonly string[]; readonly more: number };

function listed({ problems, more }: Problems): string {
  return `${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** A question that can't be asked, because there is no terminal, or the output is for a program. */
function unasked(nothing: string, why: string, action: string): string {
  return `${nothing}. ${why}, so Lading asks first, and it can't ask here. To ${action} without being asked, pass --yes.`;
}

/** Mistakes in how the command was called, or in a file that only the command line reads. */
const usageTexts = {
  /** commander's own words. */
  'command-line': ({ detail }: Detail) => detail,
  'sources-missing': () => 'Nothing to upload. Pass at least one file or folder, or --link URL.',
  'dataset-missing': () =>
    'No dataset. Pass --dataset NAME to create one, or --dataset-id ID to use an existing one.',
  'dataset-ambiguous': () => 'Pass --dataset (new) or --dataset-id (existing), not both.',
  'option-needs-option': ({ option, needs }: OfOption & { readonly needs: string }) =>
    `${option} only applies with ${needs}. Pass both, or leave out ${option}.`,
  'range-empty': ({ from, to }: { readonly from: string; readonly to: string }) => emptyRangeText(from, to),
  'option-for-new-dataset': ({ option }: OfOption) =>
    `${option} applies to a new dataset only. Remove it, or pass --dataset instead of --dataset-id.`,
  'confirmation-missing': () =>
    unasked('Nothing was canceled', "A canceled upload can't be resumed", 'cancel it'),
  'deletion-confirmation-missing': ({ size, dataDir }: { readonly size: string; readonly dataDir: string }) =>
    unasked(
      'Nothing was deleted',
      `The ${size} of sandbox data in ${dataDir} can't be restored`,
      'delete it',
    ),
  'sync-confirmation-missing': () =>
    unasked('Nothing was synchronized', 'A sync overwrites people in the directory', 'synchronize'),
  'link-needs-upload': () =>
    `A link belongs to one upload. Pass the upload too: ${formatCommand('resume', 'UPLOAD', '--link', 'URL')}`,
  'review-only-needs-upload': () =>
    `A pattern decides about the files of one upload. Pass the upload too: ${formatCommand('resume', 'UPLOAD', '--needs-review', 'retry', '--review-only', 'GLOB')}`,
  'review-only-matches-none': ({ uploadId }: { readonly uploadId: number }) =>
    `No file of upload ${uploadId} that needs review matches, so nothing was decided. To list those that need review, run: ${formatCommand('status', String(uploadId))}`,
  'decided-by-others': ({ uploadId }: { readonly uploadId: number }) =>
    `Nothing was decided: someone else decided about those files of upload ${uploadId} meanwhile. To see what became of them, run: ${formatCommand('status', String(uploadId))}`,
  'request-taken': ({ uploadId }: { readonly uploadId: number }) =>
    `The process that uses the data folder took the request and hasn't said what came of it. It may still be carried out. To see whether it was, run: ${formatCommand('status', String(uploadId))}`,
  'no-uploads': ({ path }: AtPath) =>
    `Nothing to resume: ${path} has no upload. If a command was ended before it created one, run that command again; if the upload is in another data folder, pass --state DIR.`,
  'upload-on-other-server': ({ uploadId, serverUrl, given }: OtherServer) =>
    `Upload ${uploadId} belongs to ${serverUrl}, not to ${given}. Remove --server and unset LADING_SERVER.`,
  'key-of-other-server': ({ uploadId, serverUrl }: Omit<OtherServer, 'given'>) =>
    `Upload ${uploadId} belongs to ${serverUrl}, and this API key was used with another server. Use its key, or pass --server ${serverUrl} if the key is for both.`,
  'file-missing': ({ file, path }: InFile) => `There is no ${inputFiles[file]} at ${path}.`,
  'file-unreadable': ({ file, path, errno }: InFile & OfSystem) =>
    `Can't read the ${inputFiles[file]} ${path} (${errnoText(errno)}).`,
  'not-a-file': ({ file, path }: InFile) => `The ${inputFiles[file]} ${path} isn't a file.`,
  'input-too-large': ({ file, path }: InFile) =>
    `${path} is too large to be a ${inputFiles[file]}. Check the path.`,
  'file-not-utf8': ({ file, path, line }: InFile & { readonly line: number }) =>
    `The ${inputFiles[file]} ${path} isn't UTF-8 text (line ${line}). Save it as UTF-8.`,
  'status-unknown': ({ path }: AtPath) =>
    `${path} isn't a status of this version of Lading. Use the version that runs as the service.`,
  'watch-config-invalid': ({ path, ...found }: AtPath & Problems) =>
    `Can't use the config file ${path}: ${listed(found)}. Fix it, then check it with: ${formatCommand('watch', '--config', path, '--check')}`,
  'log-file-unwritable': ({ path, errno }: AtPath & OfSystem) =>
    `Can't write the log file ${path} (${errnoText(errno)}). Pass another one with --log-file.`,
  'log-file-foreign': ({ path }: AtPath) =>
    `Can't use ${path} for the log: something other than a log of watched folders has that name, and would be changed. Move it, or pass another file with --log-file.`,
  'log-file-is-read': ({ path }: AtPath) =>
    `Can't use ${path} for the log: Lading reads it as the config file, a list of custodians, or another file of this watch. Pass another file with --log-file.`,
  'receipts-folder-unwritable': ({ path, errno }: AtPath & OfSystem) =>
    `Can't write receipts to ${path} (${errnoText(errno)}). Pass another folder with --receipts DIR.`,
  'watch-config-missing': () => 'No rules. Pass --config FILE, which describes the watched folders.',
  'watch-key-refused': () =>
    'The platform refused the API key, so nothing is sent until there is a new one. Put it into the file of --key-file, which is read again every few seconds; after changing LADING_API_KEY, start the command again.',
  'metrics-port-unusable': ({ port, errno }: OfSystem & { readonly port: number }) =>
    `Can't listen on port ${port} for metrics (${errnoText(errno)}). Pass another one with --metrics PORT; 0 picks a free one.`,
  'settings-not-json': ({ path, detail }: AtPath & Detail) =>
    `The settings file ${path} isn't JSON that can be used: ${detail}`,
  'settings-not-object': ({ path }: AtPath) =>
    `The settings file ${path} must contain one JSON object, such as {"timezone": "America/New_York"}.`,
  'key-file-empty': ({ path }: AtPath) => `The key file ${path} is empty.`,
  'key-file-malformed': ({ path }: AtPath) =>
    `${path} must contain the API key on one line and nothing else.`,
  /** Never with the value: someone may have pasted an API key. */
  'fingerprint-malformed': ({ option }: OfOption) => `${option} isn't a SHA-256 in hex. Copy all 64 digits.`,
  'timestamp-ca-without-url': () => 'Pass --timestamp-url too, the address of the time-stamping authority.',
  'timestamp-of-csv': () =>
    "A CSV receipt has no signature, so it can't be time-stamped. Write a JSON receipt.",
  'parameters-missing': ({ operation, missing }: OfOperation & { readonly missing: readonly string[] }) =>
    `${operation} needs ${missing.join(' and ')}. For its parameters, run: ${formatCommand('api', operation, '--help')}`,
  'body-not-json': ({ source, detail }: Detail & { readonly source: string }) =>
    `The body in ${source} isn't JSON that can be used: ${detail}`,
  'body-too-large': ({ source }: { readonly source: string }) =>
    `${source} is too large to be the body of an operation.`,
  'body-invalid': ({ operation, ...found }: OfOperation & Problems) =>
    `The body doesn't fit ${operation}: ${listed(found)}. Nothing was sent. For its fields, run: ${formatCommand('api', operation, '--help')}`,
  'operation-extended': ({ operation }: OfOperation) =>
    `${operation} belongs to the extended form of the interface, which the platform lacks by --form base.`,
  'change-unconfirmed': ({ operation }: OfOperation) =>
    unasked('Nothing was changed', `${operation} is a change for people`, 'make the change'),
  'call-stopped': ({ operation, mayBeDone }: OfOperation & { readonly mayBeDone: boolean }) =>
    mayBeDone
      ? `Stopped. It isn't known whether ${operation} was carried out. Look at the platform before you repeat it.`
      : 'Stopped. Nothing was changed.',
  'output-unwritable': ({ errno, hasBegun }: OfSystem & { readonly hasBegun: boolean }) =>
    `Can't write the output (${errnoText(errno)}). ${hasBegun ? `If an upload was running, it stops and is kept. Free some space, then run the command again, or: ${formatCommand('resume')}` : 'Free some space, then run the command again. If it was to change something, look first: the change may have been made.'}`,
} as const;

export type UsageCode = keyof typeof usageTexts;
export type UsageDetails<Code extends UsageCode> =
  Parameters<(typeof usageTexts)[Code]> extends [infer Details] ? Details : unknown;
export type UsageError = {
  [Code in UsageCode]: { readonly code: Code } & UsageDetails<Code>;
}[UsageCode];

/** A bug: its details are in a crash report, if one could be written. */
export interface Crash {
  readonly code: 'bug';
  readonly report: string | null;
  /** The command that resumes the interrupted upload. */
  readonly resume: string | null;
  /** It is no bug: a part of the program couldn't be loaded. */
  readonly isDamaged: boolean;
}

export type CliError = Failure | UsageError | Crash;

export function isUsageError(error: { readonly code: string }): error is UsageError {
  return Object.hasOwn(usageTexts, error.code);
}

/** One line: what happened, and what to do about it here. `isOfRule`: it is about a rule of the config file, not about the command. */
export function errorText(error: CliError, isOfRule = false): string {
  if (isUsageError(error)) {
    // Each code's entry takes that code's details; TypeScript can't follow the pair through the index.
    const text = usageTexts[error.code] as (details: unknown) => string;
    return text(error);
  }
  if (error.code === 'bug' && 'report' in error) return crashText(error);
  const own = ownTexts[error.code];
  const advice = adviceFor(error, isOfRule);
  return [own ?? failureText(error), ...(advice === undefined ? [] : [advice])].join(' ');
}

function crashText({ report, resume, isDamaged }: Crash): string {
  if (isDamaged) return damagedProgramText(report);
  const details = report === null ? "The details couldn't be saved." : `The details are in ${report}`;
  return resume === null
    ? `Something went wrong in Lading. ${details}`
    : `Something went wrong in Lading. Everything uploaded so far is kept. ${details}`;
}

/** Where the shared text is about a field of the window. */
const ownTexts: { readonly [Code in FailureCode]?: string } = {
  'server-url-missing': 'No server address.',
  'server-url-malformed': "The server address isn't valid. It should look like https://host/.",
};

const checkServer = 'Check --server or LADING_SERVER.';
const checkKey = 'Check LADING_API_KEY or --key-file.';
const trustCertificate =
  'To trust it, name a certificate file in NODE_EXTRA_CA_CERTS: that of your organization if it inspects encrypted ' +
  'traffic, or the one that the sandbox prints with --tls.';
const otherStore = 'To use another data folder, pass --state DIR.';
const checkSettings = 'Correct the processing settings.';

const advice: { readonly [Code in FailureCode]?: string | (() => string) } = {
  'server-url-missing': 'Pass --server URL or set LADING_SERVER.',
  'server-url-malformed': checkServer,
  'server-url-has-extras': checkServer,
  'key-missing': 'Set LADING_API_KEY or pass --key-file FILE.',
  'key-malformed': checkKey,
  'key-refused': checkKey,
  'database-inactive': 'To upload to it without being asked, pass --yes.',
  'database-not-found': () => `To list those that it can use, run: ${formatCommand('databases')}`,
  'database-name-unknown': () => `To list them, run: ${formatCommand('databases')}`,
  'dataset-not-found': () =>
    `To list the datasets that this computer uploaded to, run: ${formatCommand('databases')}`,
  'profile-missing': 'Check --profile.',
  'upload-not-started': 'To start it, open Lading, choose the draft, and review it.',
  'upload-not-found': () => `To list uploads, run: ${formatCommand('status')}`,
  'processing-setting-unknown': checkSettings,
  'processing-setting-extended':
    'Remove it from the file given with --settings. If the platform has the extended form, pass --form extended.',
  'processing-setting-invalid': checkSettings,
  'link-secret-missing': () => `Pass each one: ${formatCommand('resume', 'UPLOAD', '--link', 'URL')}`,
  'part-differs': 'To turn part checks off, pass --part-check never.',
  'state-in-source': otherStore,
  'store-locked': otherStore,
  'store-preview': otherStore,
  'store-outdated': () => `To upgrade it, run: ${formatCommand('resume')}`,
  'store-read-only': otherStore,
  'store-cannot-open': otherStore,
  'folder-foreign': otherStore,
  'folder-shared': otherStore,
  'store-damaged': otherStore,
  'stored-value-damaged': otherStore,
};

function permissionAdvice(operation: string): string | undefined {
  if (!isOperationName(operation)) return undefined;
  const { access } = operations[operation];
  return access === 'uploader' ? permission : whoMayCall(access);
}

function isExtended(operation: string): boolean {
  return isOperationName(operation) && operations[operation].form === 'extended';
}

function adviceFor(failure: Failure | FailureOf<'write-failed'>, isOfRule: boolean): string | undefined {
  if (failure.code === 'database-unconfirmed') {
    return `If this is the right database, ${isOfRule ? 'put its name into the rule as confirmDatabase' : 'pass its name with --confirm-database NAME'}.`;
  }
  if (failure.code === 'write-failed' && 'reason' in failure && failure.reason === 'exists') {
    return 'To replace it, pass --force.';
  }
  if (failure.code === 'store-locked' && failure.holder !== undefined) {
    return failure.holder.command === watchService ? otherStore : undefined;
  }
  if (failure.code === 'custodian-map-invalid' && failure.problem === 'separator-unclear')
    return isOfRule
      ? 'Or put csvSeparator into the rule: comma, semicolon, or tab.'
      : 'Or pass --csv-separator comma, semicolon, or tab.';
  if (failure.code === 'forbidden') return permissionAdvice(failure.operation);
  if (failure.code === 'not-found' && isExtended(failure.operation)) return mayLackOperation;
  const isUntrusted =
    failure.code === 'unreachable' &&
    failure.reason.kind === 'network' &&
    failure.reason.fault === 'certificate-not-trusted';
  if (isUntrusted) return trustCertificate;
  const text = advice[failure.code];
  return typeof text === 'function' ? text() : text;
}
