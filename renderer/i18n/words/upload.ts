import type { FailureCode } from '../../../preload/contract/failures/failure.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../../preload/contract/texts/format-duration.ts';
import { decimal } from '../../../preload/contract/texts/format-number.ts';
import { keyStorageText } from '../../../preload/contract/texts/signing-key-text.ts';
import type { ReceiptKey } from '../../../preload/contract/views/signing-key.ts';
import { count } from '../format.ts';
import { common, filesOrItems, plural } from './common.ts';
import { status } from './status.ts';

const orElsewhere = 'Or cancel this upload, and start a new one to another database.';

export const upload = {
  about: (database: string, dataset: string, sources: string) => `${database} › ${dataset} · from ${sources}`,
  moreSources: (first: string, more: number) =>
    `${first} and ${plural(more, 'other source', 'other sources')}`,
  pause: 'Pause',
  pauseTitle: 'Pause upload',
  keepUploading: 'Keep uploading',
  finishParts: 'Finish parts',
  finishPartsAbout: (seconds: number | null) =>
    seconds === null
      ? 'Parts are being uploaded. To lose nothing, finish them first.'
      : `Parts are being uploaded. To lose nothing, finish them first (about ${formatDuration(Math.ceil(seconds))}).`,
  acceptedOnceSending: 'Whether the platform lets you upload there is known once sending begins',
  finishingParts: (seconds: number | null) =>
    seconds === null ? 'Finishing parts' : `Finishing parts, about ${formatDuration(Math.ceil(seconds))}`,
  pauseNow: 'Pause now',
  pauseNowAbout: (sentBytes: number) =>
    `If you pause now, ${formatBytes(sentBytes)} will be uploaded again when you resume.`,
  resume: 'Resume',
  cancel: 'Cancel upload',
  retried: (files: number) =>
    files === 0 ? 'No file can be retried' : `${plural(files, 'file is', 'files are')} retried`,
  chosenAgain: (files: number) =>
    `${plural(files, 'file')} skipped before ${files === 1 ? 'is' : 'are'} uploaded, such as duplicates of a file that can't be.`,
  leftFolder: (files: number) =>
    `${plural(files, 'file', 'files')} left the watched folder or ${files === 1 ? 'was' : 'were'} replaced there: skipped. What is there now goes with another upload. See Files of the watched folder.`,
  stillFailed: (files: number) =>
    `${plural(files, 'file stays', 'files stay')} failed: no longer at ${files === 1 ? 'its' : 'their'} path, unreadable, or changed.`,
  retryFailed: (files: number, others = 0) => `Retry ${filesOrItems(files, others).replace(' ', ' failed ')}`,
  receipt: 'Receipt',
  receiptJson: 'JSON, complete',
  receiptVerifyAbout: 'Check a saved receipt, and compare it with a folder',
  receiptJsonAbout: 'Every file and event, in a form that can be verified later',
  receiptCsv: 'CSV, one row per file',
  receiptCsvAbout: "For a spreadsheet or a load file; it can't be verified",
  receiptSaved: 'Receipt saved',
  receiptCsvSaved: 'CSV saved',
  receiptSavedUnstamped: 'Receipt saved, but not time-stamped',
  receiptSavedUnsigned: 'Receipt saved, but not signed',
  receiptSavedEdited: "Receipt saved, but it isn't intact",
  storeEdited:
    "What this computer stores about the upload isn't what the upload's log recorded: somebody or something changed it. Keep the receipt and the data folder as they are.",
  receiptHead: (head: string) => `Log head: ${head}`,
  receiptKey: ({ fingerprint, storage, replaces }: ReceiptKey) =>
    replaces === null
      ? `Signed with the key ${fingerprint}, ${keyStorageText(storage)}.`
      : `Signed with a new key, ${fingerprint}, because the earlier one (${replaces}) was lost, damaged, or replaced. Tell everyone who compares fingerprints.`,
  receiptUnsigned: (why: string) => `${why} To get a signed receipt, fix this, then save it again.`,
  copyLogHead: 'Copy log head',
  copyFingerprint: 'Copy key fingerprint',
  saveLogHead: 'Save log head…',
  logHeadSaved: 'Log head saved',
  enterPasswords: 'Enter passwords',
  sentWithoutPasswords:
    'Until you enter them again, files are uploaded without them. Passwords that were sent before are still used for the whole dataset.',
  passwordsFromNow:
    'Passwords go with the files that are uploaded from now on, and the platform uses them for the whole dataset.',
  exported: 'List exported',
  continueDraft: 'Continue draft',
  openSettings: 'Open settings',
  /** How it continues after what stopped it. */
  continueAfter: {
    'disk-full': 'Lading resumes this upload when there is enough space again.',
    forbidden: `Ask an administrator of the database or of its organization for permission to upload, then resume. ${orElsewhere}`,
    'upload-forbidden': `Then resume. ${orElsewhere}`,
  } as Readonly<Partial<Record<FailureCode, string>>>,
  hashLists: 'Hash lists that came with the media',
  draft: 'This upload is a draft. Nothing has been uploaded yet.',
  cancelTitle: (name: string) => `Cancel “${name}”?`,
  cancelText:
    "Files that the platform accepted stay in the database. Nothing more is uploaded, and the upload can't be resumed. To continue later, pause it instead.",
  cancelKeep: 'Keep upload',
  cancelConfirm: 'Cancel upload',
  uploadedBytes: (amount: string) => `${amount} uploaded`,
  skippedCount: (files: number) => `${count(files)} skipped`,
  failedCount: (files: number) => `${count(files)} failed`,
  needsReviewCount: (files: number) => `${count(files)} ${files === 1 ? 'needs' : 'need'} review`,
  estimating: 'Estimating time left',
  noLimit: 'No bandwidth limit',
  filesPerSecond: (rate: number) => `${decimal(rate, rate < 10 ? 1 : 0)} files/s`,
  /** Below the percentage, which is of the bytes or of the files, whichever are behind: both are beside it. */
  completeOf: { files: 'of files complete', bytes: 'of bytes complete' },
  acceptedOf: (accepted: string, files: number) => `${accepted} of ${plural(files, 'file', 'files')}`,
  acceptedOnly: 'accepted',
  handedOverOf: (handedOver: string, links: number) => `${handedOver} of ${plural(links, 'link', 'links')}`,
  handedOverOnly: 'handed over',
  acceptedBytes: (amount: string) => `accepted, ${amount}`,
  platform: (status: string) => `Platform: ${status}`,
  speedLast: (duration: string) => `Speed, last ${duration}`,
  speedFinal: (duration: string) => `Speed, final ${duration}`,
  speedAt: (time: string, rate: string) => `${time}: ${rate}`,
  timesIn: (zone: string) => `Times in ${zone}`,
  progress: 'Upload progress',
  tabs: 'Upload details',
  files: 'Files',
  exceptions: 'Exceptions',
  custodians: 'Custodians',
  settings: 'Settings',
  log: 'Log',
} as const;

export const uploadFiles = {
  search: 'Search files',
  file: 'File',
  listed: (files: number, links: number, skipped: number, unreadFolders: number) =>
    [
      common.filesAndLinks(files, links),
      ...(skipped > 0 ? [`${count(skipped)} skipped`] : []),
      ...(unreadFolders > 0 ? [status.notRead(unreadFolders)] : []),
    ].join(' · '),
  custodian: 'Custodian',
  size: 'Size',
  progress: 'Progress',
  progressOf: (path: string) => `Progress of ${path}`,
  status: 'Status',
  sha1: 'SHA-1',
  platformState: (state: string) => `Platform: ${state}`,
  hashing: 'Hashing',
  empty: 'No files',
  noMatch: 'No matching files',
  activePack: (number: number, packed: number, size: number, morePacks: number) =>
    [
      `Pack ${count(number)}: ${plural(packed, 'file', 'files')}, ${formatBytes(size)}`,
      ...(morePacks > 0 ? [`and ${plural(morePacks, 'more pack', 'more packs')}`] : []),
    ].join(' '),
  pack: (number: number, packed: number) => `in pack ${number}, with ${plural(packed, 'file', 'files')}`,
  /** `size`: that of the first, the largest. */
  parts: (parts: number, size: string) =>
    `${plural(parts, 'part', 'parts')} of ${parts === 1 ? '' : 'up to '}${size}`,
  noParts: 'Parts are planned when this file starts uploading.',
  linkSize: (size: string) => `${size} according to its server`,
  modified: (time: string) => `Modified ${time}`,
  sourceFile: (id: number) => `Source file ${id}`,
  reason: 'Reason',
  noExceptions: 'No exceptions',
  noKnownExceptions: 'No known exceptions',
  noneFailed: 'No file failed or needs review.',
  noneSent: 'No file was sent',
  noneOfSent: 'No exceptions in the files that were sent',
  noneFound: 'None of the files to upload was found to be locked, damaged, or empty.',
  noOtherFound: 'None of the other files was found to be locked, damaged, or empty.',
  canceledFiles: (files: number) =>
    `${plural(files, "file wasn't", "files weren't")} uploaded, because the upload was canceled.`,
  foundUnknown: "Whether files are locked or damaged isn't known.",
  alsoSkipped: (skipped: number) => `${plural(skipped, 'file was', 'files were')} skipped.`,
  show: 'Show',
  selectToDecide: 'Select files to review',
  tooManySelected: (selected: number, max: number) =>
    `${count(selected)} selected. Select up to ${count(max)} to decide about them.`,
  all: (files: number) => `All exceptions (${count(files)})`,
  withSkipped: (files: number) => `Exceptions and skipped (${count(files)})`,
  group: (label: string, files: number) => `${label} (${count(files)})`,
  showSkipped: 'Show skipped files',
  notChecked: (checked: number, files: number) =>
    `Only ${count(checked)} of ${plural(files, 'file was', 'files were')} checked before they were sent: others may be locked or damaged.`,
  neverChecked: 'The files were not checked before they were sent: they may be locked or damaged.',
  lockedFiles: (files: number) => plural(files, 'locked file', 'locked files'),
  lockedText:
    'Asks for the passwords, or for copies without protection. Passwords that you enter in the next upload to this dataset are used for the whole dataset.',
  lockedCsvText: 'The files that may not be processed, for a spreadsheet',
} as const;

/** A drive, volume, or share that is unavailable. */
export const unavailableSources = {
  title: (paths: readonly string[]) =>
    paths.length === 1 ? `Waiting for ${paths[0]}` : `Waiting for ${count(paths.length)} sources`,
  source: (path: string, reason: string, since: string) => `${path}: ${reason} since ${since}.`,
  only: (reason: string, since: string) => `${reason} since ${since}.`,
  text: 'Connect or mount it. The upload continues automatically when its files are available again.',
  scanText: 'The scan continues automatically when it responds. Other sources are scanned meanwhile.',
  stop: 'Stop waiting…',
  stopTitle: 'Stop waiting?',
  stopText:
    'The remaining files of this source are marked as failed. What was uploaded of them is kept, and you can retry them when the source is available again.',
  keepWaiting: 'Keep waiting',
  stopConfirm: 'Mark files as failed',
} as const;

const someFiles = (files: number | undefined): string =>
  files === undefined ? 'files' : files === 1 ? 'this file' : plural(files, 'file', 'files');

const askedFiles = (files: number, name: string | undefined): string =>
  files === 1 && name !== undefined ? `“${name}”` : someFiles(files);

/** ": only zeros, encrypted or locked" */
const listed = (found: readonly string[]): string =>
  found.length === 0 ? '' : `: ${found.map((each) => each.toLowerCase()).join(', ')}`;

/** For files and links whose outcome is unknown, or that a rule doesn't send. */
export const review = {
  title: (files: number) => plural(files, 'file needs review', 'files need review'),
  text: "Sent, but never confirmed by the platform. Check the dataset first: retrying a file that is there creates a duplicate, and skipping one that isn't leaves a gap.",
  /** `files`: of the selected ones, or the only one; all without it. */
  retry: (files?: number) => `Retry ${someFiles(files)}`,
  skip: (files?: number) => `Skip ${someFiles(files)}`,
  /** `name`: of a single file. */
  retryTitle: (files: number, name?: string) => `Retry ${askedFiles(files, name)}?`,
  retryText: (files: number) =>
    files === 1
      ? 'If the platform already has it, it will be in the dataset twice.'
      : 'Files that the platform already has will be in the dataset twice.',
  skipTitle: (files: number, name?: string) => `Skip ${askedFiles(files, name)}?`,
  skipText: (files: number, isWatched: boolean) =>
    `${files === 1 ? "It's" : "They're"} marked as skipped, and the receipt says why.${isWatched ? ' A good copy that replaces a skipped file in the watched folder later is sent as a new version.' : ''}`,
  /** About files that need review as the rule of a watched folder says. */
  withheldText: (files: number, found: readonly string[]) =>
    `${files === 1 ? "1 of them wasn't" : `${count(files)} of them weren't`} sent, as the rule of the watched folder says, because of what was found${listed(found)}. Upload or skip ${files === 1 ? 'it' : 'them'}.`,
  onlyWithheldText: (files: number, found: readonly string[]) => {
    const [they, weren, them] = files === 1 ? ['It', 'was', 'it'] : ['They', 'were', 'them'];
    return `${they} ${weren} not sent, as the rule of the watched folder says, because of what was found${listed(found)}. Upload ${them} as ${they.toLowerCase()} ${files === 1 ? 'is' : 'are'}, or skip ${them}.`;
  },
  someText: 'To decide about some only, go to Exceptions.',
  upload: (files?: number) => `Upload ${someFiles(files)}`,
  notSent: (files: number) => `${plural(files, "file can't", "files can't")} be uploaded`,
  kept: (files: number) =>
    `${plural(files, 'file', 'files')} left the watched folder, and the platform may have ${files === 1 ? 'it. It still needs' : 'them. They still need'} review: check the dataset, then skip ${files === 1 ? 'it' : 'them'}.`,
  uploadTitle: (files: number, name?: string) => `Upload ${askedFiles(files, name)}?`,
  uploadText: (files: number) =>
    `${files === 1 ? 'It is uploaded as it is' : 'They are uploaded as they are'}. What was found stays with ${files === 1 ? 'it' : 'them'}.`,
  cancel: 'Not now',
  links: 'Complete links, one per line',
  linksHint:
    'What may grant access in a link is never stored: the part after “?” and, where you hid it, the path. Paste those links again in full.',
} as const;

export const failedLinks = {
  title: 'Complete links needed',
  text: (links: number) =>
    `What may grant access in a link is never stored: the part after “?” and, where you hid it, the path. ${plural(links, 'failed link has', 'failed links have')} such a part. ${links === 1 ? 'Paste it again in full, or it fails again.' : "Paste them again in full. Links you don't paste fail again."}`,
  links: 'Complete links, one per line',
  more: (links: number) => `and ${plural(links, 'other', 'others')}`,
  retry: 'Retry links',
} as const;

export const uploadCustodians = {
  custodian: 'Custodian',
  folders: 'Folders',
  files: 'Files',
  size: 'Size',
  accepted: 'Accepted',
  all: 'All',
  acceptedOf: (accepted: number, all: number) => `${count(accepted)} of ${count(all)}`,
  empty: 'No custodians',
  emptyText: 'The files were uploaded without a custodian.',
} as const;

export const uploadSettings = {
  database: 'Database',
  dataset: 'Dataset',
  datasetId: (id: number) => `dataset ${id}`,
  databaseId: (id: number) => `database ${id}`,
  sources: 'Sources',
  server: 'Server',
  created: 'Created',
  started: 'Started',
  ended: 'Ended',
  duration: 'Duration',
  durationText: (duration: string, average: string | null) =>
    average === null ? duration : `${duration}, ${average}`,
  bandwidth: 'Bandwidth',
  hours: 'Hours',
  anyHour: 'Any hour',
  ownLimits: 'Limits of this upload',
  ownLimitsHint:
    'They came from its command line. Without them, the bandwidth limit and the schedule in Settings hold.',
  removeLimits: 'Remove its limits',
  integrity: 'Integrity',
  sha1On: 'SHA-1 of every file',
  sha1Off: 'No SHA-1',
  packs: 'Packs',
  packed: (files: number, packs: number) =>
    `${plural(files, 'file', 'files')} packed into ${plural(packs, 'ZIP', 'ZIPs')}; every other file is a source file of its own`,
  notPacked: 'None: every file is a source file of its own',
  custodianRule: 'Custodians',
  ruleNone: 'No rule',
  ruleMap: (name: string) => `CSV ${name}`,
  rulePattern: (pattern: string) => `Pattern ${pattern}`,
  ruleFolder: (level: number) => `Folder name at level ${level} below each source`,
  defaultCustodian: (name: string) => `default ${name}`,
  processing: 'Processing settings',
  processingNone: 'Platform defaults',
  yes: 'Yes',
  no: 'No',
} as const;

export const uploadLog = {
  number: 'No.',
  time: 'Time',
  event: 'Event',
  details: 'Details',
  recorded: 'As recorded',
  empty: 'No events yet',
} as const;

/** Labels for an event's fields; '' where the value needs none. A field that is missing here is shown by its own name. */
export const logFields: Readonly<Record<string, string>> = {
  code: 'code',
  databaseId: 'database',
  databaseName: 'database',
  datasetId: 'dataset',
  files: 'files',
  folders: 'folders',
  item: 'item',
  keyId: 'key',
  links: 'links',
  warned: 'with warnings',
  machine: 'on',
  name: 'name',
  note: '',
  osUser: 'signed in as',
  parts: 'parts',
  partsKept: 'parts kept',
  path: 'file',
  previousName: 'was',
  problems: 'not read',
  profile: 'interface profile',
  profileSha256: 'profile SHA-256',
  reason: '',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sizeBytes: '',
  serverUrl: 'server',
  sourceFileId: 'source file',
  sources: 'from',
  state: 'platform',
  subject: '',
  usedBefore: 'used before',
  userName: 'by',
  version: 'Lading',
};

const outcomes = {
  skipped: 'skipped',
  failed: 'failed',
  held: 'to review',
  queued: 'queued',
} as const;

/** In the log: what became of items. */
export const logOutcome = (items: number, outcome: keyof typeof outcomes, why: string | null): string =>
  `${plural(items, 'item', 'items')} ${outcomes[outcome]}${why === null ? '' : `: ${why}`}`;
