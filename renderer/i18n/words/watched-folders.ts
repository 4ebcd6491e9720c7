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
  review: 'Needs review',
  found: 'Sent with findings',
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
    'Lading stops watching the folder. Nothing in it is changed. The file history stays, so a later rule never uploads the same files again, and so do the uploads and their receipts.',
  removeKeep: 'Keep watched folder',
  removeConfirm: 'Remove watched folder',
} as const;

/** One watched folder. */
export const watchedFolder = {
  withFindings: (files: number) => `${count(files)} with findings`,
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
    `${time}, ${plural(files, 'file', 'files')} in ${duration}`,
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
      `${plural(files, "file can't", "files can't")} be read. Check the permissions.`,
    earlierSending: (files: number) =>
      `${plural(files, 'file waits', 'files wait')} for the current upload, which may have the same files.`,
  },
  retryAt: (time: string) => `Next try ${time}`,
  temporary: (files: number) =>
    `${plural(files, 'file has', 'files have')} the name of a temporary or partial file, or ${files === 1 ? 'is' : 'are'} in a folder that does. Files are taken under their final name.`,
  examples: (paths: readonly string[]) => `For example: ${paths.map((path) => `“${path}”`).join(', ')}.`,
  watchedFolderItself: 'the watched folder',
  ignored: (subfolder: string) => `What is already in “${subfolder}” is not uploaded.`,
  notExamined: (items: number) =>
    `${plural(items, "file or folder can't", "files or folders can't")} be read. Check the permissions.`,
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
  sentFound: (issue: string) => `Sent, ${issue.toLowerCase()}`,
  filters: {
    all: 'All',
    open: 'Waiting',
    sent: 'Sent',
    attention: 'Needs attention',
    found: 'Findings',
    other: 'Not uploaded',
  },
  unchanged: 'Same content as before',
  copyOf: (path: string) => `Same content as ${path}`,
  renamedFrom: (path: string) => `Was ${path}`,
  version: (number: number) => `Version ${count(number)}`,
  movedTo: (path: string) => `Moved to ${path}`,
  openUpload: 'Show upload',
  decideInUpload: 'Decide in the upload',
  emptyTitle: 'No files yet',
  empty: 'Every file that Lading sees in the folder is listed here, with what happened to it.',
  noMatchTitle: 'No matching files',
  noMatch: 'No file matches the search and the filter.',
  exportHistory: 'Export CSV',
} as const;

export const watchBatches = {
  csvName: (folder: string) => `Uploads of ${folder}`,
  listed: (uploads: number) => plural(uploads, 'upload', 'uploads'),
  uploadId: 'Upload',
  closed: 'Started',
  dataset: 'Dataset',
  files: 'Files',
  size: 'Size',
  status: 'Status',
  upload: (id: number) => `Upload ${id}`,
  emptyTitle: 'No uploads yet',
  empty:
    'When the folder has been quiet for a while, its complete files become one upload. Each has its own receipt.',
} as const;
