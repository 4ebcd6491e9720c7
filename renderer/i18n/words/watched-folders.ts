import { exceptionLabels } from '../../../preload/contract/texts/exception-text.ts';
import type { Issue } from '../../../preload/contract/views/exception.ts';
import { holdableIssues } from '../../../preload/contract/views/states.ts';
import type { EarlierFile } from '../../../preload/contract/watch/watched-folder.ts';
import { count } from '../format.ts';
import { plural, seconds } from './common.ts';

export const watchStatus = {
  draft: 'Draft',
  active: 'Watching',
  sending: 'Uploading',
  paused: 'Paused',
  broken: 'Broken',
  waiting: 'Waiting',
  needsReview: 'Needs review',
  failed: 'Failed',
} as const;

/** The list of watched folders. */
export const watchedFolders = {
  title: 'Watched folders',
  about: (all: number, active: number) =>
    `${plural(all, 'watched folder', 'watched folders')} · ${count(active)} active`,
  add: 'New watched folder',
  search: 'Search watched folders',
  name: 'Name',
  status: 'Status',
  folder: 'Folder',
  destination: 'Destination',
  database: 'Database',
  dataset: 'Dataset',
  lastTaken: 'Last taken',
  never: 'Never',
  settling: 'Settling',
  pending: 'To upload',
  pendingHint: (size: string) => `${size} not uploaded yet`,
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
  review: 'Needs review',
  decide: 'Decide',
  found: 'Sent with exceptions',
  why: 'Details',
  databaseNumber: (id: number) => `Database ${id}`,
  needPerson: (amount: number) =>
    `${plural(amount, 'watched folder needs', 'watched folders need')} your attention`,
  emptyTitle: 'No watched folders yet',
  empty:
    'Lading uploads the files that people put into a watched folder: automatically, once, and only when they are complete. You choose the folder, dataset, and custodians, and a rehearsal shows what would be uploaded.',
  csvName: 'Watched folders',
  moreActions: (name: string) => `Actions for ${name}`,
} as const;

/** What can be done with one. */
export const watchActions = {
  activate: 'Activate',
  activating: 'Activating…',
  pause: 'Pause',
  scanNow: 'Scan now',
  scanStarted: 'The folder is being scanned.',
  edit: 'Edit…',
  remove: 'Remove…',
  showUploads: 'Show uploads',
  resumeUpload: 'Resume upload',
  enterKey: 'Enter new key',
  openSettings: 'Open settings',
  confirmDatabase: 'Confirm database',
  continueSetup: 'Continue setup',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeDescription:
    "Lading stops watching the folder. Nothing in it is changed. The uploads, their receipts, and the file history stay. A later rule with the same folder, server, and database doesn't upload again what was uploaded.",
  removeKeep: 'Keep watched folder',
  removeConfirm: 'Remove watched folder',
} as const;

/** One watched folder. */
export const watchedFolder = {
  withExceptions: (files: number) => `${count(files)} with exceptions`,
  about: (database: string, path: string) => `${database} · ${path}`,
  tabs: 'Watched folder',
  overview: 'Overview',
  files: 'Files',
  batches: 'Uploads',
  notFound: 'Watched folder not found',
  notFoundDescription: 'It may have been removed. The list shows all watched folders.',
  toList: 'Show watched folders',
  draft: 'This watched folder is a draft. Nothing is uploaded until you activate it.',
  cannotActivate: "This watched folder can't be activated",
  unconfirmed: 'Nothing is uploaded until you confirm the database.',
  broken: 'Complete files wait. Fix the cause, then activate the watched folder again.',
  rule: 'Rule',
  now: 'Now',
  facts: {
    status: 'Status',
    folder: 'Folder',
    files: 'Files',
    complete: 'Taken when',
    batch: 'Uploaded when',
    destination: 'Destination',
    dataset: 'Dataset',
    settings: 'Processing settings',
    custodian: 'Custodian',
    found: 'Locked or damaged',
    copies: 'Copies',
    hours: 'Hours',
    afterwards: 'Afterwards',
    detection: 'Change detection',
    lastScan: 'Last scan',
    lastTaken: 'Last taken',
    time: 'Time to send',
    retry: 'Failed files',
    temporary: 'Temporary names',
    notExamined: 'Not readable',
    ignored: 'Subfolder',
    unsettled: 'Not complete yet',
  },
  noScan: 'Not scanned yet',
  underOneSecond: 'less than 1 s',
  scan: (time: string, files: number, duration: string) =>
    `${time}, ${plural(files, 'file', 'files')} in the folder, in ${duration}`,
  unsettled: {
    notActive: (files: number) =>
      `${plural(files, 'file is', 'files are')} looked at again once the watched folder is active.`,
    waiting: (files: number, settleSeconds: number) =>
      `${plural(files, 'file is', 'files are')} taken once unchanged for ${seconds(settleSeconds)}.`,
    changing: (files: number) => `${plural(files, 'file is', 'files are')} still changing.`,
    temporary: (files: number) =>
      `${plural(files, 'file has', 'files have')} had the name of a temporary or partial file, or of such a folder, for more than an hour. Rename what is complete.`,
    marker: (files: number, marker: string) =>
      `${plural(files, 'file waits', 'files wait')} for ${marker} in the same folder.`,
    earlierMarker: 'the marker file',
    inUse: (files: number) => `${plural(files, 'file is', 'files are')} open in another program.`,
    unreadable: (files: number) =>
      `${plural(files, "file can't", "files can't")} be read. Check the permissions, and the disk or network share.`,
    earlierSending: (files: number) =>
      `${plural(files, 'file waits', 'files wait')} for an upload that isn't over, or needs review, and may have the same files.`,
  },
  retryAt: (time: string) => `Next try ${time}`,
  temporary: (files: number) =>
    `${plural(files, 'file has', 'files have')} the name of a temporary or partial file, or ${files === 1 ? 'is' : 'are'} in a folder that does. Files are taken under their final name.`,
  examples: (paths: readonly string[]) => `For example: ${paths.map((path) => `“${path}”`).join(', ')}.`,
  watchedFolderItself: 'the watched folder',
  ignored: (subfolder: string) => `What is already in “${subfolder}” is not uploaded.`,
  notExamined: (items: number) =>
    `${plural(items, "file or folder can't", "files or folders can't")} be read. Check the permissions, and the disk or network share.`,
  longest: (path: string, since: string) => `Longest: ${path}, since ${since}`,
} as const;

/** The file history of a watched folder. */
export const watchFiles = {
  search: 'Search files',
  filter: 'Files',
  listed: (files: number) => plural(files, 'entry', 'entries'),
  file: 'File',
  size: 'Size',
  status: 'Status',
  custodian: 'Custodian',
  taken: 'Taken',
  kind: 'Note',
  states: {
    settling: 'Settling',
    settled: 'Complete',
    taken: 'Uploading',
    sent: 'Sent',
    failed: 'Failed',
    held: 'Needs review',
    renamed: 'Renamed',
    skipped: 'Skipped',
    gone: 'Gone',
  },
  failedAndGone: 'Failed, then gone',
  otherCustodian: (sent: string, now: string) =>
    `Sent under the custodian ${sent}; the rule names ${now} now. Change it in the platform.`,
  found: (found: string) => `Found: ${found.toLowerCase()}.`,
  sentFound: (issue: string) => `Sent, ${issue.toLowerCase()}`,
  filters: {
    all: 'All',
    open: 'Waiting',
    sent: 'Sent',
    exceptions: 'Exceptions',
    other: 'Not uploaded',
  },
  unchanged: 'Same content as before',
  copyOf: (path: string, earlier: EarlierFile | null) => {
    const { rule = null, uploadId = null, custodian = null } = earlier ?? {};
    const facts = [
      ...(rule === null ? [] : [`watched folder “${rule}”`]),
      ...(uploadId === null ? [] : [`upload ${uploadId}`, custodian ?? 'no custodian']),
    ].join(', ');
    return `Same content as ${path}${facts === '' ? '' : ` (${facts})`}`;
  },
  renamedFrom: (path: string) => `Was ${path}`,
  version: (number: number) => `Version ${count(number)}`,
  movedTo: (path: string) => `Moved to ${path}`,
  openUpload: 'Show upload',
  openEarlier: (id: number) => `Show upload ${id}, which has the earlier file`,
  decideInUpload: 'Decide in the upload',
  emptyTitle: 'No files yet',
  empty: 'Every file that Lading sees in the folder is listed here, with what happened to it.',
  noMatchTitle: 'No matching files',
  noMatch: 'No file matches the search and the filter.',
  noneInFilter: 'No file matches the filter.',
  showAll: 'Show all files',
  exportHistory: 'Export CSV',
} as const;

export const watchBatches = {
  csvName: (folder: string) => `Uploads of ${folder}`,
  listed: (uploads: number) => plural(uploads, 'upload', 'uploads'),
  uploadId: 'Upload',
  closed: 'Started',
  dataset: 'Dataset',
  files: 'Taken',
  accepted: 'Accepted',
  size: 'Size',
  status: 'Status',
  upload: (id: number) => `Upload ${id}`,
  emptyTitle: 'No uploads yet',
  empty:
    'When the folder has been quiet for a while, its complete files become one upload. Each has its own receipt.',
} as const;

/** What Lading does about a watched folder that can't upload, and what a person can do. Follows what happened. */
export const watchAdvice = {
  paused: 'Nothing is uploaded until you activate it.',
  folder: {
    missing: "Check the disk or network share. Uploads continue when it's back.",
    replaced:
      'Connect the original disk or share. If this is the right folder, pause the watched folder, then activate it.',
    unreadable: 'Fix the permission. Uploads continue when the folder can be read.',
    'not-answering': 'Check the network share. Uploads continue when it responds.',
  },
  schedule: 'Complete files wait until then.',
  key: 'Complete files wait until then.',
  connection: 'Check it in Settings. Uploads continue when it works.',
  platform: 'Lading keeps trying. Check the network if this lasts.',
  custodianMap:
    'Restore the CSV if it is missing, or edit the watched folder and choose another one. Complete files wait.',
  passwordFile:
    'Restore the file if it is missing, or edit the watched folder and choose another one. Complete files wait.',
  diskFull: 'Free up space. Uploads continue when there is enough.',
  store: 'Uploads continue once Lading can write to its data folder.',
  upload: 'Complete files wait until then.',
  failed: (files: number) => `See why under Files, then retry ${files === 1 ? 'it' : 'them'} in the upload.`,
  retried: (time: string) => `Lading tries again ${time}.`,
  held: (files: number) => `Upload or skip ${files === 1 ? 'it' : 'them'}.`,
} as const;

/** What happened, where the list has no room for all of it. */
export const watchReasons = {
  folder: (reason: string) => `Folder ${reason}`,
  custodianMap: "The list of custodians can't be read, or doesn't stop changing",
  passwordFile: "The file of passwords can't be read",
  failed: (files: number) => plural(files, 'file failed', 'files failed'),
  held: (files: number, found: readonly string[]) =>
    [
      plural(files, 'file needs review', 'files need review'),
      ...(found.length === 0 ? [] : [`(${found.map((each) => each.toLowerCase()).join(', ')})`]),
    ].join(' '),
  otherCustodian: (files: number) =>
    `${plural(files, 'renamed file has', 'renamed files have')} another custodian by the rule than was sent: see Exceptions under Files.`,
  found: (files: number, issues: readonly Issue[]) => {
    const kinds = (issues.length === 0 ? holdableIssues : issues).map((issue) =>
      exceptionLabels[issue].toLowerCase(),
    );
    const last = kinds.pop();
    const listed = kinds.length === 0 ? last : `${kinds.join(', ')}, or ${last}`;
    return `${plural(files, 'sent file is', 'sent files are')} ${listed}.`;
  },
} as const;

const copies = (files: number) => plural(files, 'copy', 'copies');

/** Copies of uploaded files, where the rule asks a person. */
export const watchCopies = {
  decideAll: {
    send: (files: number) => `Upload ${copies(files)}…`,
    skip: (files: number) => `Skip ${copies(files)}…`,
  },
  confirm: {
    send: (files: number) => (files === 1 ? 'Upload copy' : `Upload ${copies(files)}`),
    skip: (files: number) => (files === 1 ? 'Skip copy' : `Skip ${copies(files)}`),
  },
  titles: {
    send: (files: number) => `Upload ${copies(files)}?`,
    skip: (files: number) => `Skip ${copies(files)}?`,
  },
  which: (files: number, size: string, search: string) =>
    [
      files === 1
        ? `One file (${size}) has the same content as a file that was uploaded before.`
        : `${count(files)} files (${size}) have the same content as files that were uploaded before.`,
      ...(search === '' ? [] : [`Only those that match the search “${search}”.`]),
    ].join(' '),
  consequences: {
    send: "Each is uploaded under its own path and custodian. This can't be undone.",
    skip: "They aren't uploaded, and the file history lists them as skipped. If you change what the rule does with copies, they are looked at again.",
  },
  done: {
    send: (files: number) =>
      files === 1 ? 'One copy will be uploaded.' : `${count(files)} copies will be uploaded.`,
    skip: (files: number) => (files === 1 ? 'One copy was skipped.' : `${count(files)} copies were skipped.`),
  },
} as const;

/** What became of one file of a watched folder, in sentences that can be read out in court. */
export const watchHistory = {
  title: 'History of this file',
  facts: {
    status: 'Status',
    why: 'Why',
    note: 'Note',
    custodian: 'Custodian',
    modified: 'Modified',
    firstSeen: 'First seen',
    settled: 'Complete',
    taken: 'Taken',
    gone: 'Left the folder',
    sha256: 'SHA-256',
  },
  seen: (path: string) => `${path} was seen.`,
  settled: (path: string) => `${path} is complete and waits for its upload.`,
  taken: (path: string) => `${path} is being uploaded.`,
  sent: (path: string) => `${path} was uploaded.`,
  sentVersion: (path: string, version: number) =>
    `${path} had changed and was uploaded as version ${version}.`,
  sentCopy: (path: string, earlier: string) =>
    `${path} was uploaded as a copy: it has the same content as ${earlier}.`,
  failed: (path: string) => `${path} failed.`,
  held: (path: string) => `${path} needs review.`,
  renamed: (path: string, earlier: string | null) =>
    earlier === null
      ? `${path} was recorded as renamed and not uploaded again.`
      : `${earlier} was renamed to ${path}. It was not uploaded again.`,
  unchanged: (path: string) => `${path} was seen again with the same content. It was not uploaded again.`,
  skipped: (path: string) => `${path} was skipped.`,
  renamedAndSkipped: (path: string, earlier: string) =>
    `${earlier} was renamed to ${path}, and stays skipped under this name.`,
  gone: (path: string) => `${path} left the folder, or was replaced there, before it was uploaded.`,
  failedAndGone: (path: string) => `${path} failed, and is no longer in the folder as it was.`,
  movedTo: (path: string) => `It was then moved to ${path}.`,
} as const;
