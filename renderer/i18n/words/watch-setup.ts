import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../format.ts';
import { plural, seconds } from './common.ts';

/** The wizard. */
export const watchSetup = {
  title: 'New watched folder',
  editTitle: (name: string) => `Edit “${name}”`,
  about: 'Nothing is uploaded until you activate it.',
  steps: 'Steps of the watched folder',
  stepNames: {
    folder: 'Folder',
    destination: 'Destination',
    custodians: 'Custodians',
    schedule: 'Schedule and handling',
    rehearsal: 'Rehearsal',
  },
  next: (step: string) => `Next: ${step}`,
  saveDraft: 'Save draft',
  keepPaused: 'Keep paused',
  discard: 'Discard changes',
  discardTitle: 'Discard your changes?',
  discardNew: 'What you entered is lost, and nothing is watched.',
  discardEdit: 'What you entered is lost. The watched folder stays as it was last saved.',
  discardKeep: 'Keep editing',
  pausesTitle: 'This watched folder is active',
  pauses:
    'It is paused when you reach the rehearsal, so that nothing is uploaded under a rule you have not checked. Activate it again there.',

  folderHeading: 'Folder to watch',
  folderDescription: 'Files that people put here are uploaded once, when they are complete.',
  folder: 'Folder',
  drop: 'Drop a folder here',
  dropToUse: 'Drop to use this folder',
  dropOr: 'or choose it on a disk or a network share',
  chooseFolder: 'Choose folder',
  changeFolder: 'Change folder',
  folderFixed:
    "The folder can't be changed after the first activation, because the file history belongs to it.",
  folderMissing: 'Choose the folder to watch.',
  name: 'Name',
  nameHint: "Optional. Without one, the folder's name is used.",
  complete: 'When a file is complete',
  settle: 'Unchanged for',
  settleHint: 'A file is taken when its size and time have not changed for this long and it can be opened.',
  quiet: 'Folder quiet for',
  quietHint: 'Files that are complete become one upload when nothing has changed for this long.',
  rescan: 'Scan every',
  rescanHint:
    'The whole folder is compared with the file history this often. A large folder is scanned less often.',
  secondsUnit: 'seconds',
  temporaryTitle: 'Temporary files are never uploaded',
  temporary:
    'Names that browsers, Office, and copy programs use for unfinished files are skipped: *.tmp, *.part, *.partial, *.crdownload, *.download, ~$*, .~lock.*, and names such as .report.pdf.Ab12Cd. They are uploaded under their final name.',
  marker: 'Marker file',
  markerHint:
    'Optional. Files of a folder are taken only once a file of this name is in it, such as _COMPLETE.txt. The marker is not uploaded.',
  which: 'Which files',
  include: 'Only files that match',
  includeHint: 'One pattern per line, such as *.pdf or Custodians/**. Empty for all files.',
  exclude: 'Except files that match',
  excludeHint: 'One pattern per line. Overrides the patterns above.',
  line: (number: number) => `Line ${count(number)}: `,
  polling: 'How changes are noticed',
  pollingAuto: 'Automatically',
  pollingAutoHint: 'By events and regular scans on local disks, by scans alone on network shares.',
  pollingAlways: 'By scans alone',
  pollingAlwaysHint: 'For a disk whose events get lost.',
  pollingNever: 'By events and scans, also on network shares',
  pollingNeverHint: 'For a share whose server reports changes. Files are noticed sooner.',

  destinationHeading: 'Destination',
  destinationDescription: 'Where complete files are uploaded.',
  dataset: 'Dataset name',
  datasetHint: 'You can use {folder}, {date}, {time}, and {custodian}.',
  datasetRepeats: 'Without {time}, two uploads of a day can have datasets of the same name.',
  datasetExample: (name: string) => `For example: ${name}`,
  datasetMissing: 'Enter a name for the dataset.',
  datasetPer: 'New dataset',
  datasetPers: {
    rule: 'One for everything',
    day: 'One per day',
    folder: 'One per top-level folder',
    batch: 'One per upload',
  },
  datasetPerHints: {
    rule: 'All files go to the same dataset.',
    day: 'Uploads that start on the same day share a dataset.',
    folder: 'Each folder directly below the watched folder has its own.',
    batch: 'What was copied together has its own.',
  },
  template: 'Processing settings',
  templateHint: 'For new datasets. Save a template in a new upload to use it here.',
  templateDefaults: 'Platform defaults',
  templateKept: (amount: number) => `As set (${plural(amount, 'setting', 'settings')})`,
  exampleFolder: 'Collection',
  exampleTopFolder: 'Roe, Sam',
  exampleCustodian: 'Roe, Sam',

  custodiansHeading: 'Custodians',
  custodiansDescription:
    'The CSV comes first, then the rule, then the default. Once uploaded, a file keeps its custodian.',
  rule: 'Rule',
  ruleNone: 'No rule',
  ruleFolder: 'Folder name',
  ruleFolderHint: 'The folder at a certain level below the watched folder is the custodian.',
  rulePattern: 'Pattern',
  rulePatternHint: 'Part of the path is the custodian.',
  level: 'Folder level below the watched folder',
  levelInvalid: (most: number) => `Enter a whole number from 1 to ${most}.`,
  pattern: 'Pattern',
  patternMissing: 'Enter a pattern with (?<custodian>…) around the name.',
  csvHint: 'Each line has a path below the watched folder and a custodian. It is read again for each upload.',

  scheduleHeading: 'Review, schedule, and afterwards',
  scheduleDescription:
    'Files are noticed at any hour. You choose which need review first, when the others are uploaded, and what happens then.',
  hours: 'Upload',
  schedules: {
    always: 'At any hour',
    evenings: 'Outside office hours',
    nights: 'At night',
    custom: 'At hours you choose',
  },
  hoursOf: (number: number, all: number) => `Hours ${number} of ${all}`,
  addHours: 'Add hours',
  removeHours: 'Remove hours',
  afterwards: 'After a file is uploaded',
  leave: 'Leave it where it is',
  leaveHint: 'Lading never changes anything in the folder.',
  move: 'Move it into a subfolder',
  moveHint: 'Only after the platform has accepted the file, and if it is unchanged.',
  moveTo: 'Subfolder',
  moveWarningTitle: 'This is the only setting that moves files',
  moveWarning:
    'Lading never moves, changes, or deletes evidence otherwise. A moved file keeps its path below the subfolder and never replaces another file. Leave files where they are if the folder is original media.',
  moveToMissing: 'Enter a name for the subfolder.',
  sameContent: 'Copies of uploaded files',
  sameContents: {
    send: 'Upload them, marked as the same content',
    skip: "Don't upload them",
    ask: 'Ask me',
  },
  sameContentHints: {
    send: "Each path is evidence of its own. Whether the platform removes duplicates depends on the dataset's deduplication setting.",
    skip: 'They are listed as skipped in the file history. Each file is read once more, to compare it.',
    ask: 'They need review in the file history. Each file is read once more, to compare it.',
  },
  found: 'What is found before the upload',
  foundHint:
    'Files are uploaded as they are, and what was found stays with them. Those that you choose here need review before they are uploaded:',
  hold: {
    damaged:
      'Damaged or unrecognized files, such as files of only zeros, or with another hash than a list says',
    locked: 'Files that no password opens',
    empty: 'Empty files',
    unchecked: "Files that couldn't be checked",
  },
  passwordFile: 'Passwords',
  passwordFileHint:
    'A file with one password per line, outside of the watched folder. It is read before each upload, and all of its passwords go to the platform. Lading stores its path only.',
  passwordFileButtons: { choose: 'Choose file', replace: 'Choose another', remove: 'Remove' },
  pack: 'Small files',
  packs: {
    auto: "Pack them when it's faster",
    always: 'Always pack them',
    never: 'Upload each file separately',
  },

  rehearsalHeading: 'Rehearsal',
  rehearsalDescription:
    'What this rule would do with the files that are in the folder now. Nothing is uploaded.',
  goesTo: (database: string) => `Uploads to ${database}.`,
  rehearsing: 'Reading the folder…',
  cancelRehearsal: 'Cancel rehearsal',
  rehearseAgain: 'Rehearse again',
  result: ({
    files,
    size,
    datasets,
    custodians,
    withoutCustodian,
  }: {
    readonly files: number;
    readonly size: string;
    readonly datasets: number;
    readonly custodians: number;
    readonly withoutCustodian: number;
  }) =>
    [
      `With this rule, ${plural(files, 'file', 'files')} (${size}) would go to `,
      datasets === 1 ? 'one dataset' : `${count(datasets)} datasets`,
      custodians === 0
        ? ', without a custodian.'
        : `, under ${plural(custodians, 'custodian', 'custodians')}.`,
      custodians === 0 || withoutCustodian === 0
        ? ''
        : ` ${plural(withoutCustodian, 'file has', 'files have')} no custodian.`,
    ].join(''),
  withoutCustodianTitle: (files: number) =>
    `${plural(files, 'file', 'files')} would be uploaded without a custodian`,
  withoutCustodianText: 'To name a custodian for them, go back to Custodians.',
  resultNone: 'With this rule, no file that is in the folder now would be uploaded.',
  datasets: 'Datasets',
  custodians: 'Custodians',
  files: 'Files',
  size: 'Size',
  more: (amount: number) => `and ${count(amount)} more`,
  notTaken: 'Not uploaded now',
  notYetSettled: 'Not complete yet',
  alreadyTaken: 'Taken before (see Files)',
  unreadable: "Can't be read",
  skipped: {
    excluded: 'Excluded by a pattern',
    'not-included': 'Match no pattern',
    'marker-missing': 'Waiting for the marker file',
    'same-content': 'Same content as an uploaded file',
    'not-a-file': 'Links and devices',
  },
  examples: (amount: number, all: number) =>
    amount < all ? `First ${count(amount)} of ${count(all)} files` : 'Files',
  path: 'File',
  datasetColumn: 'Dataset',
  custodian: 'Custodian',
  activate: 'Activate',
  rehearsalCanceled: 'The rehearsal was canceled.',
  rehearsalFailed: "The rehearsal couldn't be completed.",
  sizeOf: (bytes: number) => formatBytes(bytes),
} as const;

/** A rule in plain sentences. */
export const watchRuleText = {
  allFiles: 'Every file.',
  only: (patterns: string) => `Only files that match ${patterns}.`,
  except: (patterns: string) => `Files that match ${patterns} are skipped.`,
  settle: (settleSeconds: number) =>
    `It hasn't changed for ${seconds(settleSeconds)}, can be opened, and neither it nor a folder that it's in has the name of a temporary or partial file.`,
  marker: (marker: string) => `A file named ${marker} must be in its folder; it isn't uploaded itself.`,
  quiet: (quietSeconds: number) =>
    `Nothing in the folder has changed for ${seconds(quietSeconds)}. What was copied together becomes one upload.`,
  quietFolder: (quietSeconds: number) =>
    `Nothing in a top-level folder has changed for ${seconds(quietSeconds)}. Each top-level folder becomes its own upload.`,
  placeholders: {
    folder: '[top-level folder]',
    date: '[date]',
    time: '[time]',
    custodian: '[custodian]',
  },
  dataset: {
    rule: (name: string) => `“${name}”, one for everything.`,
    day: (name: string) => `“${name}”, a new one each day.`,
    folder: (name: string) => `“${name}”, a new one for each top-level folder.`,
    batch: (name: string) => `“${name}”, a new one for each upload.`,
  },
  sendsAll: 'Everything is uploaded, and what is found stays with each file.',
  keeps: (issues: string) =>
    `Files that are ${issues} need review before they are uploaded. Other files don't.`,
  passwords: (path: string) => `Passwords from ${path} go to the platform.`,
  custodianMap: (path: string) => `From the CSV ${path}.`,
  custodianFolder: (level: number) => `The name of the folder at level ${level}.`,
  custodianPattern: (pattern: string) => `From the path, by the pattern ${pattern}.`,
  custodianOtherwise: (name: string) => `Otherwise ${name}.`,
  custodianAll: (name: string) => `${name}, for every file.`,
  custodianNone: 'No custodian.',
  otherwiseNone: 'Otherwise none.',
  copies: {
    send: 'A copy of a file that was uploaded is uploaded under its own path and marked as the same content.',
    skip: "A copy of a file that was uploaded isn't uploaded.",
    ask: 'A copy of a file that was uploaded needs review.',
  },
  hours: (hours: string) => `Upload hours: ${hours}.`,
  leave: 'Files stay where they are.',
  moveTo: (folder: string) => `Uploaded files are moved into “${folder}” in the watched folder.`,
  events: 'The file system reports changes, and the folder is scanned regularly.',
  scansOnly: 'The folder is scanned regularly. Its file system reports no changes.',
  defaults: 'Platform defaults',
  settings: (amount: number) => plural(amount, 'setting', 'settings'),
} as const;
