import { sizeAfterText, sizeEstimateText } from '../../../preload/contract/texts/database-growth-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { packableText, packedText, packingText } from '../../../preload/contract/texts/packing-text.ts';
import { capitalize, count, formatGb } from '../format.ts';
import { plural } from './common.ts';

import { status as statusWords } from './status.ts';

const files = (amount: number) => plural(amount, 'file', 'files');

export const newUpload = {
  title: 'New upload',
  steps: 'New upload steps',
  scanFirst: 'The other steps open once the files are scanned.',
  source: 'Source',
  preflight: 'Pre-flight',
  custodians: 'Custodians',
  passwords: 'Passwords',
  settings: 'Processing settings',
  review: 'Review',
  draftSummary: (dataset: string, database: string, amount: string, size: number) =>
    `${dataset} · ${database} · ${amount} · ${formatBytes(size)}`,
  ofFound: (amount: string, found: number) => `${amount} of ${count(found)} found`,
  nothingSentYet: 'Nothing leaves this computer until you start the upload.',
  backTo: (step: string) => `Back to ${step}`,
  nextStep: (step: string) => `Next: ${step}`,
  fieldsToFix: (amount: number) => `Fix ${plural(amount, 'highlighted field', 'highlighted fields')}`,
  draftSaved: 'Draft saved',

  discard: 'Discard draft',
  discardTitle: 'Discard this draft?',
  discardDescription: (dataset: string) =>
    `This deletes the inventory of “${dataset}” along with its custodians and settings. Your files aren't touched, and nothing has been sent.`,
  discardKeep: 'Keep draft',
  notFoundTitle: 'Draft not found',
  notFoundDescription: 'It may have been discarded. Start a new upload, or check the list of uploads.',
  startNew: 'New upload',
} as const;

export const newUploadPreflight = {
  sections: 'Scan results by section',
  summary: 'Summary',
  heading: 'Scan results',
  description: 'What was found on disk. Nothing has been sent.',
  emptySources: (amount: number) =>
    amount === 1 ? 'A source has no files' : `${count(amount)} sources have no files`,
  toUpload: 'To upload',
  size: 'Size',
  largest: 'Largest file',
  empty: 'Empty files',
  skipped: 'Skipped',
  failed: 'Failed',
  estimate: 'Estimated time from now',
  /** `measurements`: earlier uploads; null where no line would make a difference. */
  timeBasis: (measurements: number | null) =>
    measurements === null
      ? 'The limits decide how long it takes, not the speed of your line.'
      : measurements === 0
        ? "The line to this server isn't measured yet. Half a minute after sending begins, the upload shows its own time."
        : `By the line to this server, as measured in ${measurements === 1 ? 'the last upload' : `the last ${measurements} uploads`}, and the limits.`,
  packed: (packing: Parameters<typeof packingText>[0]) =>
    `${packingText(packing)}. You can change that in Review.`,
  requests: 'Requests',
  parts: 'Parts',
  links: 'Links',
  linksDescription:
    "The platform downloads links itself and doesn't report whether it succeeded. Lading checked each link from this computer, whose network may differ from the platform's.",
  link: 'Link',
  linkCheck: 'Check',
  linkFine: 'Can be downloaded',
  types: 'File types',
  type: 'Type',
  files: 'Files',
  share: 'Share of size',
  unknownType: (extension: string) => (extension === '' ? 'Unknown, no extension' : `Unknown, ${extension}`),
  allTypes: (amount: number) => `Show all ${count(amount)} types`,
  fewerTypes: 'Show fewer types',
  notSent: "Won't be uploaded",
  notSentDescription:
    'They were skipped, also by your choice, or failed. The receipt lists each one with its reason.',
  noProblems: 'No problems found in the files',
  noProblemsDescription: 'Each one was opened and checked.',
  status: 'Status',
  reason: 'Reason',
  path: 'File',
  nothingToUpload: 'Nothing to upload',
  nothingToUploadDescription:
    'Every file was skipped or failed. Fix the problems listed below, or choose other sources.',
} as const;

const profileDiffers = 'If your deployment differs, import its interface profile in Settings.';

export const newUploadSettings = {
  heading: 'Processing settings',
  description: "These apply to the whole dataset and can't be changed after it's created.",
  existingDataset: 'Existing dataset',
  differences: (settings: number) =>
    `${plural(settings, 'setting differs', 'settings differ')} from the database's earlier datasets`,
  existingDatasetDescription: "It keeps the settings it was created with. What you choose here isn't sent.",
  /** What an option in a list says: what is sent for it, and whether that is a guess. */
  optionValue: {
    accepted: (value: string) => `${value} · accepted in an earlier dataset`,
    assumed: (value: string) => `${value} · assumed`,
  },
  namedValue: (label: string, value: string, isAssumed: boolean) =>
    `${label} (${value}${isAssumed ? ', assumed' : ''})`,
  /** What the chosen value says. */
  chosenValue: {
    accepted: (value: string) => `Sent as “${value}”, which this platform accepted in an earlier dataset.`,
    assumed: (value: string) => `Sent as “${value}”, which is assumed.`,
    typed: (value: string) => `Sent as typed: “${value}”.`,
  },
  assumedValues:
    "Values marked “assumed” are guesses: the platform's documentation doesn't name them, and the platform may refuse them.",
  typeOtherValue: 'If you know the right value, type it.',
  platformDefault: 'Platform default',
  platformDefaultIs: (value: string) => `Platform default (${value})`,
  groups: [
    { title: 'Duplicates and known files', fields: ['deduplication', 'deNist'] },
    { title: 'Dates and language', fields: ['timezone', 'ocrLanguage'] },
    { title: 'Email', fields: ['inlineImages', 'hyperlinkedImages'] },
    { title: 'Chat', fields: ['chatSegmentation', 'chatAttachments'] },
    { title: 'PDF and text', fields: ['pdfGeneration', 'pdfPageSize', 'speakerNotes'] },
    { title: 'Projects and custodian', fields: ['partialProjects', 'custodian'] },
  ] as readonly { readonly title: string; readonly fields: readonly string[] }[],
  otherSettings: 'Other settings',
  allAssumed: `The platform's documentation doesn't name these fields, so Lading uses the names in its interface profile. ${profileDiffers}`,
  allButAssumed: (documented: readonly string[]) =>
    `The platform's documentation names only these fields: ${documented.join(', ')}. For the others, Lading uses the names in its interface profile. ${profileDiffers}`,
  someAssumed: (assumed: readonly string[]) =>
    `The platform's documentation doesn't name these fields: ${assumed.join(', ')}. For them, Lading uses the names in its interface profile. ${profileDiffers}`,
  yes: 'Yes',
  no: 'No',
  searchZone: 'Type a city, such as New York',
  searchLanguage: 'Type a language or its code, such as deu',
  automatic: 'Automatic',
  unlistedProject: (id: number) => `Project ${id}`,
  projectsHint: 'Enter project IDs separated by commas, such as 12, 48.',
  projectsInvalid: 'Enter whole numbers separated by commas.',
  templates: 'Templates',
  template: 'Template',
  chooseTemplate: 'Choose a template',
  noTemplates: 'No templates yet. You can save these settings as one.',
  applyTemplate: 'Apply template',
  applied: (name: string) => `Applied “${name}”.`,
  notInProfile: (fields: readonly string[]) =>
    `Skipped settings that this connection's profile doesn't define: ${fields.join(', ')}.`,
  saveAs: 'Save as template…',
  saveAsTitle: 'Save settings as a template',
  templateName: 'Template name',
  templateReplaces: 'This replaces the template with the same name.',
  saved: (name: string) => `Saved as “${name}”.`,
  removed: (name: string) => `Removed “${name}”.`,
  removeTemplate: 'Remove template…',
  removeTitle: (name: string) => `Remove template “${name}”?`,
  removeDescription: "Uploads that used it aren't affected.",
  removeKeep: 'Keep template',
  removeConfirm: 'Remove template',
  integrity: 'Integrity',
  sha1: 'Send the SHA-1 of every file to the platform',
  sha1Description:
    'The platform checks that the file it assembled matches the one on your disk. The receipt lists the hashes, and later uploads can find duplicates by them. Recommended.',
  partCheck: 'Check each part (MD5)',
  partChecks: {
    auto: 'If the platform supports it',
    always: 'Always',
    never: 'Never',
  },
  partCheckDescriptions: {
    auto: "Lading detects whether the platform's ETags are MD5 checksums and compares them if they are.",
    always: "If a part's ETag isn't its MD5 checksum, the part is uploaded again.",
    never: 'ETags are stored but not compared. A SHA-1 still covers the whole file.',
  },
  hints: {
    deduplication: 'Finds exact duplicates by the SHA-1 of the native file. Email is compared differently.',
    timezone: 'Used for dates without a time zone and for email headers in PDFs.',
    deNist: 'Removes files on the public list of known software.',
    pdfGeneration: 'Which documents get a PDF.',
    inlineImages: 'When images stay in the email body instead of becoming attachments.',
    ocrLanguage:
      'Automatic covers the Latin alphabet, Chinese, Japanese, and Korean. A language you choose is recognized in addition to English.',
    hyperlinkedImages: 'Downloaded from the internet and shown in the email body.',
    chatSegmentation: 'How long conversations are split into documents.',
    chatAttachments: 'Works only while the access token in the export is valid.',
    speakerNotes: 'Whether they appear in the PDF and the text.',
    partialProjects: 'Complete projects always receive the documents.',
    custodian: 'Applies to the whole dataset. A custodian assigned to a file overrides it.',
  } as Readonly<Record<string, string>>,
} as const;

export const newUploadReview = {
  heading: 'Review and start',
  description: "You can't change the database or the dataset after the upload starts.",
  destination: 'Destination',
  server: 'Server',
  database: 'Database',
  databaseId: (id: number) => `ID ${id}`,
  dataset: 'Dataset',
  inactive: (state: string) => `The database is ${state}`,
  sentWithoutPasswords: 'Without them, locked files are uploaded but may not be processed.',
  notYet: "Don't start",
  newDataset: 'New, created when the upload starts',
  newBesideEarlier: (id: number) =>
    `New, created when the upload starts. An earlier upload from this computer made one of this name, ID ${id}, which stays as it is.`,
  existingDataset: (id: number) => `Existing, ID ${id}`,
  sandbox: 'Sandbox on this computer',
  source: 'Source',
  sources: 'Sources',
  files: 'Files',
  notSent: 'Not uploaded',
  notSentFiles: (skipped: number, failed: number, unreadFolders: number) =>
    [
      skipped === 0 ? null : `${files(skipped)} skipped`,
      failed === 0 ? null : statusWords.failedFiles(failed, unreadFolders),
    ]
      .filter((part) => part !== null)
      .join(' · '),
  notSentNone: 'None: every file that was found will be uploaded',
  errors: (amount: number) => `Pre-flight found ${plural(amount, 'error', 'errors')}`,
  errorsText: 'Nothing here stops the upload. Look at the files before you start.',
  errorsOf: (title: string, amount: number, size: number) =>
    `${title}: ${count(amount)}${size === 0 ? '' : ` (${formatBytes(size)})`}`,
  estimate: 'Estimated time from now',
  packing: 'Small files',
  packingDescription:
    'A ZIP is made while it is uploaded. The platform expands it: every document keeps its path and custodian, and the receipt lists every file with its hashes. Many small files take less time with fewer requests.',
  packingChoice: (packing: Parameters<typeof packableText>[0]) => `How to send ${packableText(packing)}`,
  packingAuto: 'Automatic',
  packingAutoNow: (isPacked: boolean) => `Automatic: ${isPacked ? 'packed' : 'one by one'}`,
  packingAutoDescription: 'Packed if that saves at least a minute and half of the requests.',
  packingAlways: (packing: Parameters<typeof packedText>[0]) => capitalize(packedText(packing)),
  packingNever: 'One by one',
  packingRequests: (requests: number) => `The upload takes ${plural(requests, 'request', 'requests')}.`,
  growth: 'Database size',
  growthText: (database: string, bytes: number, links: number, nowGb: number | null) =>
    [
      `Adds about ${formatBytes(bytes)} of native data`,
      ...(links === 0 ? [] : [` and ${plural(links, 'link', 'links')} of unknown size`]),
      ` to ${database}`,
      ...(nowGb === null ? ['.'] : [`, now ${formatGb(nowGb)}.`]),
    ].join(''),
  growthExpanded: (containers: number, bytes: number) =>
    `At least ${formatBytes(bytes)} once ${plural(containers, 'listed container expands', 'listed containers expand')}.`,
  growthAfter: sizeAfterText,
  sizeUnknown: "This key can't read the database's current size.",
  requestsAndParts: (requests: number, parts: number) =>
    `${plural(requests, 'request', 'requests')}, ${plural(parts, 'part', 'parts')}`,
  growthHint: sizeEstimateText,
  custodians: 'Custodians',
  unassignedDecided: 'You decided to upload these files without a custodian.',
  decideCustodians: 'Decide custodians',
  showCsv: 'Show CSV',
  undecidedCustodians: "You can start without deciding. Custodians can't be changed afterwards.",
  allCustodians: (amount: number) => `Show all ${count(amount)} custodians`,
  fewerCustodians: 'Show fewer custodians',
  moreCustodians: (amount: number) => `and ${plural(amount, 'other custodian', 'other custodians')}`,
  processing: 'Processing settings',
  allDefault: 'Platform defaults for every setting.',
  integrity: 'Integrity',
  sha1On: 'SHA-1 and SHA-256 of every file',
  sha1Off: "No SHA-1: the platform can't check the files it assembles",
  edit: (step: string) => `Edit ${step.toLowerCase()}`,
  databaseCheck: 'Is this the right database?',
  databaseCheckName: (name: string) => `Type the database name, “${name}”, to continue`,
  databaseCheckMismatch: "That doesn't match the database name. Uppercase and lowercase matter.",
  start: 'Start upload',
  blockers: {
    checking: 'Checking the database…',
    unchecked: "Can't confirm that this is the right database. See the error above.",
    settings:
      'A processing setting is invalid. Go back to Processing settings and fix the highlighted field.',
    connection: "The connection isn't ready. Check it in Settings.",
    engine: "The upload engine isn't running yet.",
  },
  nothing: 'There is nothing to upload.',
  typeDatabase: 'Type the database name above to start.',
  ready: (amount: string, size: number) => `${amount} (${formatBytes(size)}) ready to upload.`,
} as const;
