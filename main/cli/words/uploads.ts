/** What upload, resume and status say. */
import { reasonText } from '../../../preload/contract/failures/failure-table.ts';
import { formatBytes, formatExactBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../../preload/contract/texts/format-duration.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import type { Severity } from '../../../preload/contract/views/finding.ts';
import { fileCount } from '../../../preload/contract/views/upload-progress.ts';
import type { Inspection, ItemState, ProblemItem, Tally, UploadId } from '../../engine/index.ts';

/** States of a file, as labels. */
export const itemStates: Readonly<Record<ItemState, string>> = {
  queued: 'Queued',
  uploading: 'Uploading',
  accepted: 'Accepted',
  handedOver: 'Handed over',
  skipped: 'Skipped',
  failed: 'Failed',
  held: 'Needs review',
};

export const permission = 'Ask for permission to upload to the database, then resume the upload.';

export const databases = {
  stopping: 'Stopping.',
  none: "This key can't see any databases.",
  columns: {
    id: 'ID',
    name: 'Name',
    state: 'State',
    size: 'Size',
    organization: 'Organization',
    upload: 'Upload',
    database: 'Database',
    lastUsed: 'Last upload from here',
  },
  datasets: 'Datasets that this computer uploaded to, for --dataset-id:',
  upload: { granted: 'allowed', missing: 'not allowed', closed: 'closed to org admins', unknown: 'unknown' },
} as const;

export const confirmDatabase = {
  inactive: 'Upload to it anyway? Type yes to upload: ',
  question: (name: string) => `Type the database's name (${name}) to upload to it: `,
} as const;

export const queue = {
  waiting: (holder: string) => `Waiting for ${holder} to finish. Press Ctrl-C to stop waiting.`,
  stopping: 'Stopping.',
} as const;

export const control = {
  notRunning: (id: UploadId, state: string) => `Upload ${id} isn't running (${state}).`,
  nothingRuns: 'No upload is running.',
  paused: (id: UploadId) => `Upload ${id} is paused. Everything uploaded so far is kept.`,
  cancelled: (id: UploadId) =>
    `Upload ${id} is canceled. Files that the platform accepted stay there; the others aren't uploaded.`,
  confirmCancel: (id: UploadId, dataset: string) =>
    `Cancel upload ${id} (${dataset})? It can't be resumed. Type yes to cancel it: `,
  notCancelled: 'Nothing was canceled.',
  decided: {
    retry: (id: UploadId, files: number) =>
      `Upload ${id}: ${plural(files, 'file')} that needed review will be sent now, unless the upload is paused or waits for its hours.`,
    skip: (id: UploadId, files: number) =>
      `Upload ${id}: skipped ${plural(files, 'file')} that needed review.`,
  },
  keptInReview: (files: number) =>
    `${plural(files, 'file')} left the watched folder, and the platform may have ${files === 1 ? 'it' : 'them'}: ${files === 1 ? 'it still needs' : 'they still need'} review. Check the dataset, then pass --needs-review skip.`,
  decidedByOthers: (files: number) => `Someone else decided about ${count(files)} of them meanwhile.`,
  packedWithOthers: (files: number) =>
    `${plural(files, 'file')} that ${files === 1 ? 'matches still needs' : 'match still need'} review: ${files === 1 ? 'it is' : 'they are'} in a pack with files that don't match, and a pack is decided as one.`,
  stopping: 'Stopping.',
} as const;

/** The state of an upload that nobody started. */
export const draft = 'draft';

/** The state of an upload whose process was killed, or whose computer lost its power. */
export const interrupted = 'interrupted';

/** The state of an upload that has finished, with files that failed or need review. */
export function incomplete(problem: string): string {
  return `incomplete: ${problem}`;
}

/** After the first Ctrl-C. */
export function finishingParts(secondsLeft: number | null, sentBytes: number): string {
  const time = secondsLeft === null ? '' : ` (about ${formatDuration(Math.ceil(secondsLeft))})`;
  return `Finishing the parts that are being uploaded${time}, then stopping. Press Ctrl-C again to stop now; ${formatBytes(sentBytes)} will then be uploaded again.`;
}

export const stopping = 'Stopping. Everything uploaded so far is kept. Press Ctrl-C again to quit now.';

export function connected(serverUrl: string, userName: string, keyId: string): string {
  return `Connected to ${serverUrl} as ${userName} (key ${keyId}).`;
}

export function noAnswerYet(serverUrl: string): string {
  return `No response from ${serverUrl} yet. Retrying…`;
}

export function rateLimitNotShared(path: string): string {
  return `Can't write ${path}, which keeps all Lading processes within the rate limit. This process sends at most a fifth of the allowed requests.`;
}

export function uploadTitle(id: UploadId, dataset: string, database: string): string {
  return `Upload ${id} · ${dataset} · ${database}`;
}

export function uploadName(id: UploadId): string {
  return `Upload ${id}`;
}

export function stopped(id: UploadId, accepted: Tally, wasAsked: boolean): string {
  const kept = `Upload ${id} is kept: ${tally(accepted)} accepted so far.`;
  return wasAsked ? `Stopped. ${kept}` : kept;
}

export const resumeWith = (command: string): string => `To resume, run: ${command}`;

export const moreInJson = (rows: number): string => `… and ${count(rows)} more; --json lists all of them`;

export const limits = {
  hours: (hours: string) => `Hours: ${hours}`,
  bandwidth: (limit: string) => `Bandwidth limit: ${limit}`,
  usual: (text: string) =>
    `Set in the window: ${text} To change it for an upload, pass --limit-rate or --hours.`,
  replaced: (text: string) => `In place of what is set in the window: ${text}`,
  waitingUntil: (time: string) => `waiting until ${time}`,
} as const;

const dryRunDatabase = {
  checked: 'The database was checked.',
  unconnected: "The database wasn't checked, because no server and API key were given.",
  refused: 'The upload would be refused now.',
} as const;

export const dryRun = {
  stopping: 'Stopping.',
  refusedNow: (reason: string) => `Without --dry-run, this upload would be refused now: ${reason}`,
  done: (database: keyof typeof dryRunDatabase) =>
    `Dry run: nothing was uploaded or saved. ${dryRunDatabase[database]}`,
} as const;

export const summary = {
  dataset: (id: number | null, name: string) => `${id === null ? '' : ` in dataset ${id}`} “${name}”`,
  handedOver: (links: number) =>
    `${plural(links, 'link')}: the platform downloads ${links === 1 ? 'it' : 'them'} itself and doesn't report whether it succeeded. Check ${links === 1 ? 'it' : 'them'} in the platform.`,
  unreadFolders: (folders: number) =>
    `, of which ${folders === 1 ? '1 is a folder' : `${count(folders)} are folders`} that couldn't be read`,
  /** Files that need review as their rule says were never sent; the platform may have the others. */
  heldNote: (held: number, withheld: number) => {
    if (withheld === 0)
      return `check the dataset to see whether ${held === 1 ? 'it was' : 'they were'} accepted`;
    const byRule = 'not sent, as the rule of the watched folder says';
    return withheld === held
      ? byRule
      : `${count(withheld)} ${byRule}; check the dataset to see whether the rest was accepted`;
  },
  otherReasons: 'other reasons',
  seeAll: (command: string) => `to list them: ${command}`,
  moreProblems: (files: number, command: string) => `… and ${count(files)} more: ${command}`,
  hashLists: 'Hash lists',
  found: 'Findings',
  receipt: 'Receipt',
  retry: 'Retry',
  review: 'Review',
  reviewCommands: (command: string) =>
    `${command} --needs-review retry to upload, or --needs-review skip; with --review-only GLOB, only those that match`,
} as const;

export const resume = {
  nothing: (drafts: number) =>
    drafts === 0
      ? 'Nothing to resume: every upload has finished.'
      : `Nothing to resume. ${plural(drafts, 'draft')} can be started in Lading's window.`,
  nothingOnServer: 'Nothing to resume on this server.',
  otherServer: (id: UploadId, serverUrl: string) =>
    `Upload ${id} wasn't resumed, because it belongs to ${serverUrl}.`,
  otherKeyServer: (id: UploadId, serverUrl: string) =>
    `Upload ${id} wasn't resumed: nothing says that the API key is for ${serverUrl}. If it is, pass --server ${serverUrl}.`,
  connected: (id: UploadId, serverUrl: string, userName: string) =>
    `Upload ${id}: connected to ${serverUrl} as ${userName}.`,
  otherKey: (id: UploadId, before: string, userName: string, now: string) =>
    `Upload ${id} was started with key ${before}. The rest is uploaded as ${userName} with key ${now}. The log records the change.`,
  noHours: (id: UploadId, folder: string) =>
    `Upload ${id}: the hours of ${folder} don't apply to this command. To keep hours, pass --hours.`,
  /** `when` is null where nothing keeps the rule from sending now, and a time otherwise. */
  leftToRule: (id: UploadId, folder: string, when: 'once-active' | string | null) => {
    const sends = `Upload ${id} waits: its watched folder ${folder} sends it, while the watch command or the window runs`;
    if (when === null) return `${sends}.`;
    return when === 'once-active' ? `${sends} and once it is active.` : `${sends}, next at ${when}.`;
  },
  retrying: (failed: string) => `Retrying ${failed}.`,
  chosenAgain: (files: number) =>
    `Sending ${plural(files, 'file')} that ${files === 1 ? 'was' : 'were'} skipped before, such as duplicates of a file that can't be sent.`,
  leftFolder: (files: number) =>
    `Skipped ${plural(files, 'file')} that left the watched folder, or were replaced there: the rule sends what is there now.`,
  stillFailed: (files: number) =>
    `Not retried: ${plural(files, 'file')}, no longer at the path, unreadable, or changed.`,
  foundFiles: (files: number) => `Found ${plural(files, 'file')} in folders that couldn't be read before.`,
  finished: (id: UploadId) => `Upload ${id} has finished.`,
  nothingLeft: 'There is nothing left to upload.',
  failed: (items: string) => `${items} failed. To retry, pass --retry-failed.`,
  held: (items: string, held: number, seeAll: string, commands: string) =>
    `${items} ${held === 1 ? 'needs' : 'need'} review. See why: ${seeAll}. Then decide: ${commands}.`,
} as const;

export const status = {
  database: (name: string, isSandbox: boolean) => (isSandbox ? `${name} (sandbox)` : name),
  none: 'No uploads yet.',
  columns: {
    upload: 'Upload',
    state: 'Status',
    dataset: 'Dataset',
    database: 'Database',
    files: 'Files',
    accepted: 'Accepted',
    handedOver: 'Links',
    size: 'Accepted size',
    found: 'Findings',
    failed: 'Failed',
    held: 'Needs review',
    skipped: 'Skipped',
    cancelled: 'Canceled',
  },
  filesNote: 'Files are those to upload; skipped ones are counted beside them.',
  heading: (id: UploadId, state: string) => `Upload ${id}: ${state}`,
  begun: 'Begun',
  sentOf: (files: string, sent: string) => `${files}, ${sent} of it sent`,
  labels: {
    dataset: 'Dataset',
    database: 'Database',
    server: 'Server',
    result: 'Result',
    created: 'Created',
    finished: 'Finished',
    sources: 'Sources',
    stopped: 'Stopped',
    review: 'Review',
    waiting: 'Waiting',
    hashLists: 'Hash lists',
    found: 'Findings',
    cancelled: 'Canceled',
    limits: 'Limits',
    timeLeft: 'Time left',
  },
  waitingFor: (source: string, since: string) => `${source} (since ${since})`,
  notCreated: 'not created yet',
} as const;

export const problems = {
  heading: 'Exceptions:',
  more: (files: number) => `… and ${count(files)} more. To list them all, use --json or the receipt.`,
  moreInDryRun: (files: number) => `… and ${count(files)} more. To list them all, use --json.`,
} as const;

/** Heads the files that were sent although something was found of them. */
export const foundHeading = 'Found in files that are sent all the same:';

/** Why a file was not uploaded. */
export function problemText({ reason, found }: ProblemItem): string {
  const text = reason === null ? '' : reasonText(reason);
  return found === undefined ? text : `${text} Found: ${found.toLowerCase()}.`;
}

/** "4 files, 15.0 MB" */
export function tally({ items, bytes }: Tally): string {
  return `${plural(items, 'file')}, ${formatBytes(bytes)}`;
}

/** How many of an upload's files, of its links, or of its items where it has both. */
export function countItems(
  items: number,
  upload: Parameters<typeof fileCount>[0],
  which: 'failed' | '' = '',
): string {
  const noun = upload.links === 0 ? 'file' : fileCount(upload) === 0 ? 'link' : 'item';
  return plural(items, which === '' ? noun : `${which} ${noun}`);
}

/** The files in a state of an upload. The sizes of what links lead to are unknown. */
export function stateTally(
  { items, bytes }: Tally,
  upload: Parameters<typeof fileCount>[0],
  format: (bytes: number) => string = formatBytes,
): string {
  const counted = countItems(items, upload);
  return bytes === 0 && upload.links > 0 ? counted : `${counted}, ${format(bytes)}`;
}

/** "15.0 MB (15,000,000 bytes)" */
export function withExactBytes(bytes: number): string {
  return `${formatBytes(bytes)} (${formatExactBytes(bytes)})`;
}

export function linkTally(one: Tally): string {
  return plural(one.items, 'link');
}

export const keyFileReadable = (path: string) =>
  `Other users of this computer can read ${path}. Run: chmod 600 ${path}`;

export const moreLocked = (files: number): string => `and ${count(files)} more: see --locked-list`;

export const tryingPasswords = (passwords: number, files: number): string =>
  `Trying ${passwords === 1 ? '1 password' : `${count(passwords)} passwords`} on ${
    files === 1 ? '1 locked file' : `${count(files)} locked files`
  }…`;

export const lockedListWritten = (path: string): string => `Locked files: ${path}`;

const severities: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', info: 'Info' };

export const findings = {
  severities,
  heading: 'Findings:',
  checked: ({ checked, files, isSkipped }: Inspection) =>
    isSkipped ? `Checked ${count(checked)} of ${plural(files, 'file')}` : `Checked ${plural(files, 'file')}`,
  nothing: 'No problems found in the files: every file can be read, and no content contradicts its name.',
  skipped: (files: number) => `, ${count(files)} of them skipped`,
  opened: (files: number, isAll: boolean) =>
    `, ${isAll ? 'all' : `${count(files)} of them`} opened by your passwords`,
  more: (rows: number) => `… and ${count(rows)} more`,
  advice: 'To do:',
  all: 'To list all findings, use --findings FILE, or --dry-run --json.',
  written: (path: string) => `Findings: ${path}`,
  scanning: (checked: number, files: number) => `Checking files: ${count(checked)} of ${count(files)}`,
} as const;
