import { maxLinks } from '../../../preload/contract/bounds.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

const maxListedLines = 8;

/** "2, 5, and 9"; "2, 5, 9, … and 12 more" for a long list. */
function lineList(lines: readonly number[]): string {
  const shown = lines.slice(0, maxListedLines).map(count);
  const more = lines.length - shown.length;
  if (more > 0) return `${shown.join(', ')}, and ${count(more)} more`;
  if (shown.length < 3) return shown.join(' and ');
  return `${shown.slice(0, -1).join(', ')}, and ${shown.at(-1)}`;
}

export const newUploadSource = {
  heading: 'Source and destination',
  description: 'Choose what to upload and where. Lading scans it first and shows you what it finds.',
  continueForm: (name: string, sources: number) =>
    `Continue “${name}”, ${plural(sources, 'source', 'sources')}?`,
  continueFormText: "You added this before you opened another screen. It isn't scanned yet.",
  continue: 'Continue',
  startEmpty: 'Start empty',
  continueDraft: (drafts: number) =>
    drafts === 1 ? 'Continue a saved draft?' : 'Continue one of the saved drafts?',
  continueDraftLabel: (name: string) => `Continue draft “${name}”`,
  savedDraft: (name: string, database: string, sources: number, created: string) =>
    `“${name}” for ${database}, ${plural(sources, 'source', 'sources')}, ${created}`,
  moreDrafts: (drafts: number) =>
    `${plural(drafts, 'more draft is', 'more drafts are')} in the list of uploads.`,
  destination: 'Destination',
  filesAndLinks: 'Files and links',
  connection: 'Connection',
  chooseConnection: 'Choose a connection',
  noConnections: 'No connections yet',
  noConnectionsDescription: 'Add a connection in Settings, or try Lading with the sandbox on this computer.',
  openSettings: 'Open settings',
  openSandbox: 'Open sandbox',
  connectionNotReady: "This connection isn't ready",
  checkConnection: 'Check connection',
  database: 'Database',
  databaseHint: 'Type to search.',
  databaseId: (id: number) => `ID ${id}`,
  similarDatabases: {
    title: 'Another database has a similar name',
    text: ([chosen, ...others]: readonly string[], more: number) =>
      `You chose ${chosen}, not ${[...others, ...(more > 0 ? [`${count(more)} more`] : [])].join(' or ')}.`,
  },
  databasesLoading: 'Loading databases…',
  databasesNone: "This API key can't see any databases. Ask your platform's administrator for access.",
  stateUnknown: 'State not reported',
  sizeUnknown: 'Size not reported',
  sizeNow: (size: string) => `Size now: ${size}`,
  inactive: {
    title: (database: string, state: string) => `Upload to “${database}”, which is ${state}?`,
    safe: 'Choose another',
    accept: (state: string) => `Use ${state} database`,
  },
  usedForSources: (dataset: string, at: string) =>
    `Chosen because these sources were uploaded to it before, to “${dataset}” on ${at}.`,
  sentBefore: {
    title: 'These sources were uploaded before',
    row: (items: number, dataset: string, database: string, at: string) =>
      `${plural(items, 'file', 'files')} to “${dataset}” in ${database}, ${at}`,
    more: (datasets: number) => `and to ${plural(datasets, 'other dataset', 'other datasets')}.`,
    text: 'To the same database, you can send only what is new, once the scan has compared the files.',
  },
  shared: {
    title: 'Another unfinished upload has the same sources',
    row: (sources: readonly string[]) =>
      sources.length > 1 ? `${count(sources.length)} sources are in the` : `${sources[0]} is in the`,
    kind: (isDraft: boolean) => (isDraft ? 'draft' : 'upload'),
    to: (database: string) => `(${database}) too.`,
    more: (uploads: number) => `And in ${plural(uploads, 'other upload', 'other uploads')}.`,
    text: 'Each upload sends its own copy of the files.',
  },
  uploadPermission: {
    closed: {
      title: 'Closed to organization admins',
      text: "Organization admins have no access to this database's documents. Your account can upload only with an upload permission of its own; the platform doesn't say whether it has one.",
    },
    refused: {
      title: (at: string) => `The platform refused your last upload, ${at}`,
      text: "Your account wasn't allowed to upload to this database. Ask a database administrator for the upload permission, or choose another database.",
    },
    usedBefore: (at: string) =>
      `Your key uploaded to this database before, ${at}. The platform doesn't say whether it still may.`,
    granted: 'Your account can upload to this database.',
    missing: {
      title: 'No permission to upload',
      text: "Your account isn't allowed to upload to this database. Ask a database administrator for the upload permission, or choose another database.",
    },
    unknown:
      "The platform doesn't say whether your account can upload to this database. It decides when sending begins, which can be later than the start where hours are set.",
  },
  reloadDatabases: 'Reload databases',
  dataset: 'Dataset',
  datasetNew: 'New dataset',
  datasetNewDescription: 'Created when sending begins.',
  datasetExisting: 'Existing dataset',
  datasetExistingDescription: 'Keeps its processing settings.',
  datasetName: 'Dataset name',
  datasetNameHint: 'Suggested from the source and date.',
  datasetDescription: 'Description (optional)',
  datasetChosen: 'Dataset',
  datasetChosenHint: 'Datasets that this computer has uploaded to. For any other, choose “Another dataset…”.',
  datasetUse: (id: number, uploads: number, lastUsed: string) =>
    `ID ${id} · ${plural(uploads, 'upload', 'uploads')}, last on ${lastUsed}`,
  datasetOther: 'Another dataset…',
  datasetOtherDescription: 'Enter its ID',
  datasetId: 'Dataset ID',
  datasetIdHint: 'A whole number, shown by the platform.',
  drop: 'Drop folders and files anywhere in this window',
  dropOr: 'or choose them:',
  dropToAdd: 'Drop to add',
  chooseFolders: 'Choose folders…',
  chooseFiles: 'Choose files…',
  useSample: 'Use sample matter',
  sampleDescription: "Three custodians' files to try Lading with.",
  selected: 'Selected folders and files',
  nothingSelected: 'Nothing selected yet.',
  folder: 'Folder',
  file: 'File',
  removeSource: (path: string) => `Remove ${path}`,
  removed: (path: string) => `Removed ${path}.`,
  added: (amount: number) => `Added ${plural(amount, 'source', 'sources')}.`,
  alreadyAdded: (amount: number) => `${plural(amount, 'source was', 'sources were')} already in the list.`,
  links: 'Links (optional, one per line)',
  linksHint:
    'The platform downloads these directly. The part after “?” may grant access, so it is used once and never stored.',
  linkNotUrl: (lines: readonly number[]) =>
    lines.length === 1
      ? `Line ${lineList(lines)} isn't a web address. It must start with https://.`
      : `Lines ${lineList(lines)} aren't web addresses. They must start with https://.`,
  linkWithoutScheme: (lines: readonly number[]) =>
    lines.length === 1
      ? `Line ${lineList(lines)} doesn't start with https://.`
      : `Lines ${lineList(lines)} don't start with https://.`,
  addScheme: (lines: number) => `Add https:// to ${plural(lines, 'line', 'lines')}`,
  linksTooMany: `Enter no more than ${count(maxLinks)} links per upload.`,
  maskLinks: 'Hide the path of links',
  maskLinksDescription:
    'Off: the receipt shows each address up to “?”. On: only the host and the file name are stored and shown, with a fingerprint that tells links apart. Choose this if a link has its secret in the path. To retry a link after a restart, you paste it again.',
  followSymlinks: 'Follow symbolic links',
  followSymlinksDescription:
    'Off: symbolic links are skipped and listed with the reason. On: their targets are uploaded too.',
  scanFiles: 'Scan files',
  missingConnection: 'Choose a connection.',
  missingDatabase: 'Choose a database.',
  missingName: 'Enter a dataset name.',
  nameTooLong: 'Use no more than 255 characters.',
  datasetIdInvalid: 'Enter a whole number above 0.',
  missingSources: 'Add at least one folder, file, or link.',

  scanning: 'Scanning files',
  scanningDescription: 'Lading reads names, sizes, and dates. Nothing is sent.',
  scanningFiles: 'Files found',
  scanningBytes: 'Total size',
  scanningSkipped: 'Skipped',
  scanningStop: 'Stop and discard',
  scanningStopping: 'Stopping…',
  interrupted: 'Scan interrupted',
  interruptedDescription:
    'Continue reads the folders again, and opens only files that are new, changed, or not checked yet.',
  continueScan: 'Continue scan',

  scannedHeading: 'Source and destination',
  scannedDescription: 'The inventory of this draft comes from these sources.',
  server: 'Server',
  sources: 'Sources',
  changeSources: 'Change sources',
  replaces: (name: string) => `Scanning replaces the draft “${name}”`,
  replacesText:
    "Custodian rules, filters, and passwords are kept; processing settings, too, unless you choose another database. What you assigned, chose, or decided for single folders and files isn't.",
  changeKeep: 'Keep draft',
} as const;
