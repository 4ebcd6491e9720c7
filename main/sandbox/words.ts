/** Everything the sandbox says. As the platform: titles of error responses. As a program: why it can't start. */

import { count, plural } from '../../preload/contract/texts/format-number.ts';
import { formatCommand } from '../app/command-line.ts';

const invalidKey = 'The API key is missing or invalid.';
const alreadyComplete = 'The upload of this source file is already complete';

/** Titles of error responses (platform-interface 7). */
export const apiErrors = {
  invalidKey,
  rateLimit: (requestsPerSecond: number) => `At most ${requestsPerSecond} requests per second are allowed.`,
  failedAuthRateLimit: 'Too many requests with a missing or invalid API key.',
  unexpected: 'Something went wrong in the sandbox.',
  unknownAddress: 'There is nothing at this address.',
  unknownOperation: 'There is no such operation.',
  localOnly: 'The sandbox is available on this computer only.',
  inspectionKey: 'The key is missing or invalid.',
  invalidJson: "The body isn't valid JSON.",
  notFound: (what: string, by = 'ID') => `No ${what} was found for the given ${by}.`,
  notReadBack: (what: string) => `The ${what} couldn't be read back.`,
  organizationAdminOnly: 'You need to be an admin of this organization.',
  organizationOrParentAdminOnly:
    'You need to be an admin of this organization or of its parent organization.',
  closedToOrgAdmins:
    "You need the permission DB_ADMIN on this database: it isn't open to admins of its organization.",
  databaseAdminOnly: 'You need to be an admin of this database or of its organization.',
  legalHoldAdminOnly:
    'You need to be an admin or legal hold admin of the organization that owns the directory.',
  projectAdminOnly: 'You need to be an admin of this project, of its database, or of its organization.',
  uploadPermission: 'You need the permission DB_UPLOAD on this database.',
  limitParameter: 'The parameter limit must be an integer from 1 to 200.',
  afterParameter: 'The parameter after must be an integer.',
  invalidBody: (field: string, problem: string) =>
    `${field === '' ? 'The body' : `The field ${field}`} isn't valid: ${problem}.`,
  uniqueItems: 'has the same item twice',
  selfRemoval: "You can't remove yourself from the organization. Another admin can.",
  lastOrganizationAdmin: 'This is the only admin of the organization. Make another member an admin first.',
  lastDatabaseAdmin: (database: string) =>
    `This is the only admin of ${database}, which isn't open to admins of its organization. Make another user an admin first.`,
  invitationCap: (max: number) => `The limit of ${max} invitations per organization has been reached.`,
  missingParameter: (name: string) => `The parameter ${name} is missing.`,
  eventLimitParameter: 'The parameter limit must be an integer from 1 to 10000.',
  integerParameter: (name: string) => `The parameter ${name} must be an integer of 64 bits.`,
  timeRange: 'The parameter begin must be at most the parameter end.',
  unknownProblem: 'unknown problem',
  timeZone: 'must be a name of the IANA time zone database',
  extendedSetting: 'belongs to the extended form of the interface',
  language: 'must be auto or a code of ISO 639-3',
  notPartial: (projectId: number) => `${projectId} isn't a partial project of this database`,
  yearParameter: 'The parameter year must be a year of four digits.',
  monthParameter: 'The parameter month must be an integer from 1 to 12.',
  futureMonth: 'The parameters year and month name a month that has not begun.',
  notInMonth: 'The database did not exist in this month.',
  folderPath: 'must be a folder path that ends with a slash',
  etags: 'must list the ETag of every part, in part order',
  sha1: 'must be 40 hexadecimal digits',
  datasetCap: (max: number) =>
    `The limit of ${max} datasets per database created through the API has been reached.`,
  partNumber: (max: number) => `The part number must be an integer from 1 to ${max}.`,
  alreadyComplete: `${alreadyComplete}.`,
  noMoreParts: `${alreadyComplete}; it accepts no more parts.`,
  downloadedFromLink: 'This source file is downloaded from its direct link; there is no upload to complete.',
  wrongSha1: "The given SHA-1 doesn't match the parts. Upload the parts that differ again.",
  fileNotWritten: "The sandbox couldn't write the assembled file to its disk.",
  partNotWritten: "The sandbox couldn't write this part to its disk.",
  tooManyEtags: (max: number, given: number) =>
    `An upload has at most ${max} parts; ${given} ETags were given.`,
  etagCount: (parts: number, given: number) => `${parts} parts were uploaded, but ${given} ETags were given.`,
  partMissing: (partNumber: number) => `Part ${partNumber} is missing.`,
  wrongEtag: (partNumber: number) =>
    `The ETag given for part ${partNumber} isn't the ETag of the uploaded part.`,
  partTooSmall: (partNumber: number, sizeBytes: number, minBytes: number) =>
    `Part ${partNumber} has ${sizeBytes} bytes; every part but the last needs at least ${minBytes}.`,
  fileTooLarge: (maxBytes: number, sizeBytes: number) =>
    `A source file has at most ${maxBytes} bytes; this one has ${sizeBytes}.`,
  keyOnPartUrl: 'Use a part URL without an Authorization header.',
  wrongSignature: "The signature of this part URL isn't valid.",
  expiredUrl: 'This part URL has expired.',
  lengthRequired: 'A part must have a Content-Length.',
  partTooLarge: (maxBytes: number) => `A part has at most ${maxBytes} bytes.`,
} as const;

interface FullName {
  readonly firstName: string;
  readonly lastName: string;
}

function fullName({ firstName, lastName }: FullName): string {
  return `${firstName} ${lastName}`;
}

function listOf(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ');
}

/** The description of an organization's event (platform-interface 2.10). */
export const eventDescriptions = {
  apiKeyCreated: (keyName: string) => `Created the API key ${keyName}.`,
  databasePermissionsChanged: (user: FullName, database: string, permissions: readonly string[]) =>
    `Set the permissions of ${fullName(user)} on ${database} to ${listOf(permissions)}.`,
  databasePermissionsRemoved: (user: FullName, database: string) =>
    `Removed the permissions of ${fullName(user)} on ${database}.`,
  directorySynced: (directory: string) => `Synchronized the legal hold directory ${directory}.`,
  datasetCreated: (dataset: string, database: string) => `Created the dataset ${dataset} in ${database}.`,
  invitationDeleted: (email: string) => `Deleted the invitation of ${email}.`,
  invitationResent: (email: string) => `Sent the invitation of ${email} again.`,
  invitationSent: (email: string) => `Invited ${email}.`,
  memberAdded: (user: FullName) => `Added ${fullName(user)} to the organization.`,
  memberIdentifiersChanged: (user: FullName, identifiers: readonly string[]) =>
    `Set the identifiers of ${fullName(user)} to ${listOf(identifiers)}.`,
  memberPermissionsChanged: (user: FullName, permissions: readonly string[]) =>
    `Set the permissions of ${fullName(user)} in the organization to ${listOf(permissions)}.`,
  memberRemoved: (user: FullName) => `Removed ${fullName(user)} from the organization.`,
  userLoggedIn: (user: FullName) => `${fullName(user)} logged in.`,
} as const;

/** What happened to a direct link: the title of an error response, or the problem of a source file. */
export const linkProblems = {
  unreachable: "The direct link couldn't be reached.",
  noMoreData: 'The host of the direct link sent no more data.',
  changed: 'The file behind the direct link changed during the download.',
  localAddress: 'The direct link leads to a service of this computer.',
  badRedirect: "The direct link redirects to an address that can't be used.",
  tooMuchData: 'The host of the direct link sent more than the size of the file.',
  tooLarge: (maxBytes: number) => `A source file has at most ${maxBytes} bytes; this one has more.`,
  noRoom: "There isn't enough disk space for the file behind the direct link.",
  tooSlow: 'The host of the direct link was too slow.',
  noRanges: "The host of the direct link doesn't support Range requests.",
  status: (status: number) => `The host of the direct link responded with status ${status}.`,
} as const;

export const containerProblems = {
  unreadable: (detail: string) => `The container couldn't be read: ${detail}`,
  expandsTooMuch: 'it expands to many times its size',
  tooManyEntries: (max: number) => `it has more than ${count(max)} files`,
  takesTooLong: 'it takes too long to open',
  beyondEnd: 'it is beyond the end of the container',
  noTarHeader: (position: number) => `there is no valid header at byte ${position}`,
  noRoom: "There isn't enough disk space to open this container.",
} as const;

/** What is wrong with a custodian CSV: titles of error responses, or the end of one. */
export const csvProblems = {
  at: (line: number, column: string, problem: string) => `Line ${line}, column ${column}: ${problem}.`,
  malformed: (detail: string) => `The file isn't a valid CSV: ${detail}.`,
  notUtf8: (line: number) => `Line ${line}: the file isn't UTF-8 text.`,
  empty: 'The file is empty. Its first line must name the columns.',
  columnTwice: 'the file has more than one column of this name',
  noAddress: 'a person needs an email or a user principal name',
  date: (value: string) => `“${value.slice(0, 40)}” isn't a date in the format yyyy-MM-dd`,
  tooLarge: (maxBytes: number) => `A custodian CSV has at most ${maxBytes} bytes.`,
  noFile: "The field file isn't valid: the form must have one file in it.",
  endedEarly: "The body isn't a form, or it ended early.",
  notWritten: "The sandbox couldn't write the CSV to its disk.",
  mediaType: {
    base: 'The content type must be multipart/form-data.',
    extended: 'The content type must be multipart/form-data or text/csv.',
  },
} as const;

/** Printed by the process before it exits; shown after "The sandbox didn't start:". */
export const startProblems = {
  invalidArguments: (detail: string) => `the arguments are invalid: ${detail}`,
  noDataDir: 'it needs a data folder (--data DIR).',
  invalidNumber: (flag: string, min: number, given: string) =>
    `--${flag} must be a whole number of at least ${min}, not “${given}”.`,
  invalidPort: '--port must be at most 65535.',
  invalidEtags: (given: string) => `--etags must be md5 or opaque, not “${given}”.`,
  invalidForm: (given: string) => `--form must be base or extended, not “${given}”.`,
  certificates: (detail: string) => `its certificates can't be read or written: ${detail}`,
  dataDirInUse: (path: string) =>
    `another sandbox is using the data folder ${path}. To start this one, stop the other one, or choose another folder with --data. For the other's address and API keys, run: ${formatCommand('sandbox', '--keys', '--data', path)}`,
  dataDirNotSandbox: (path: string) =>
    `the data folder ${path} has other files in it. Choose an empty folder with --data.`,
  dataDirNotYours: (path: string) =>
    `the data folder ${path} belongs to another user. Choose a folder of your own with --data.`,
  notAFolder: (path: string) => `${path} must be a folder of yours, not a link or a file. Move it away.`,
  notAFile: (path: string) => `${path} must be a file of yours, not a link or a folder. Move it away.`,
  secretsDamaged: (path: string) =>
    `the file with its keys, ${path}, is damaged. Restore it, or delete it to get new keys.`,
  secretsUnreadable: (path: string, detail: string) =>
    `the file with its keys, ${path}, can't be read: ${detail}.`,
  otherVersion: 'another version of Lading made it. Choose another folder with --data.',
  dataDirUnusable: (path: string, detail: string) => `the data folder ${path} can't be used: ${detail}`,
  portInUse: (port: number) => `port ${port} is in use. Choose another with --port, or 0 for a free one.`,
  cannotListen: (detail: string) => `it can't listen on its port: ${detail}`,
  faultsNotJson: (detail: string) => `the faults file isn't JSON: ${detail}`,
  faultsInvalid: (detail: string) => `the faults file is invalid: ${detail}`,
  endedSilently: 'it ended without a message.',
  notReady: (seconds: number) => `it wasn't ready after ${seconds} seconds.`,
} as const;

/** The web pages. */
export const ui = {
  banner: 'Sandbox. What you upload here stays on this computer.',
  overview: 'Received files',
  sizes:
    'The sizes of databases and datasets are those of their documents: an expanded container is not counted, what it held is. ' +
    "The sandbox's billing counts both. The platform's documentation doesn't say which it bills.",
  documents: (files: number) => plural(files, 'document'),
  databases: (databases: number) => plural(databases, 'database'),
  limits: {
    heading: 'What the sandbox does',
    text:
      'It opens ZIP and tar files and email messages, including nested ones, and assigns a custodian to each document in ' +
      'them. Encrypted files in ZIP files are opened with the passwords of the whole dataset, which are kept in memory ' +
      'only; the others are listed as locked. Mail archives, disk images, 7z files, and other containers stay one document ' +
      'each. Of the dataset settings, deduplication, the default custodian, and partial projects are applied; the others ' +
      "are stored as given. It doesn't extract text or create PDFs.",
  },
  directories: 'Legal hold directories',
  directoriesNote: 'People synchronized from CSV files',
  noDatasets: 'No datasets yet.',
  unfinished: (files: string) => `${files} unfinished`,
  noSourceFiles: 'No source files yet.',
  noDocuments: 'Documents appear here once a source file has been processed.',
  columns: {
    dataset: 'Dataset',
    directory: 'Directory',
    organization: 'Organization',
    people: 'People',
    id: 'ID',
    sourceFiles: 'Source files',
    documents: 'Documents',
    size: 'Size',
    created: 'Created',
    file: 'File',
    state: 'Status',
    custodian: 'Custodian',
    parts: 'Parts',
    sha1: 'SHA-1',
    path: 'Path',
    sourceFile: 'Source file',
  },
  settings: 'Settings',
  settingsNote: 'As sent when the dataset was created',
  fromLink: 'from a link',
  datasetCustodian: "dataset's default",
  noCustodian: 'none',
  moreSourceFiles: 'More source files',
  moreDocuments: 'More documents',
  states: {
    UPLOADING: 'Uploading',
    ASSEMBLING: 'Assembling',
    DOWNLOADING: 'Downloading',
    PROCESSING: 'Processing',
    PROCESSED: 'Processed',
    DOWNLOAD_FAILED: 'Download failed',
  },
  partlyProcessed: 'Partly processed',
  locked: 'Locked',
  lockedNote: 'Encrypted, and no password of the dataset opens it.',
  allPaths: 'All paths',
  allCustodians: 'All custodians',
  duplicates: 'Duplicates',
  duplicatesNote: 'Their paths and custodians were added to documents with the same content',
  sameContent: 'Same content as',
  moreDuplicates: 'More duplicates',
  andMore: (count: string) => `and ${count} more`,

  unreadable: 'Unreadable',
  readable: 'Readable',
  closedPage: {
    missing: {
      title: 'Open this page from Lading',
      text: 'It shows uploaded files, so it opens only with an address from Lading.',
    },
    used: {
      title: 'This address was already used',
      text:
        "Each address opens this page once. If you didn't open it, someone else on this computer did, and saw the " +
        'names of the uploaded files: stop the sandbox to end their access.',
    },
    otherUser: {
      title: 'This page opens only for the user who started the sandbox',
      text: "The system doesn't say that your browser is that user's.",
    },
    expired: { title: 'This address has expired', text: 'An address can be used for 12 hours.' },
    invalid: {
      title: "This address isn't valid",
      text: "It isn't complete, or it belongs to another sandbox.",
    },
    closed: {
      title: 'This page is closed',
      text: 'The sandbox was restarted, or the page was opened in another browser.',
    },
  },
  newAddress: {
    heading: 'To open the page',
    window: 'In Lading, go to Sandbox and choose “Open in browser”.',
    commandLine:
      'If you started the sandbox in a terminal, run this in another one, with the same --data or --state if you passed one:',
  },
  notFoundTitle: 'Not found',
  notFound: 'There is nothing at this address',
} as const;
