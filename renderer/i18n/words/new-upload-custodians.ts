import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { maxFolderLevel } from '../../../preload/contract/views/custodian-rule.ts';
import { count } from '../format.ts';
import { filesOrItems, plural } from './common.ts';

export const newUploadCustodians = {
  heading: 'Assign custodians',
  description:
    'A manual assignment overrides the CSV. Then come the patterns, the folder name, and the default. A deeper folder overrides the one above.',
  assignBy: 'Assign by',
  csv: 'CSV',
  csvHint:
    'Each line has a path and a custodian. A line applies to the folder and everything below it, or to one file. The longest path wins.',
  /** Without the header, so that a file of 42 rows may have a line 43. */
  csvRows: (rows: number) => plural(rows, 'row', 'rows'),
  importCsv: 'Import CSV',
  replaceCsv: 'Replace CSV',
  removeCsv: 'Remove CSV',
  separator: 'Separator',
  separators: { automatic: 'Automatic', comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
  separatorOfRefused: 'Choose what separates the columns of the CSV that was refused.',
  separatorAsksAgain: 'To read the CSV with another separator, you choose the file again.',
  csvAllMatch: (rows: number, others: number) =>
    others > 0
      ? `${plural(rows, 'row matches a folder or file', 'rows match folders or files')} of this upload.`
      : rows === 1
        ? 'The row matches a folder or file of this upload.'
        : `All ${plural(rows, 'row', 'rows')} match folders or files of this upload.`,
  csvUnchecked: (rows: number) =>
    `${plural(rows, 'row names a folder', 'rows name folders')} inside a container that Lading can't look into: unchecked.`,
  csvUnmatched: (rows: number, csv: string) =>
    `${plural(rows, 'row', 'rows')} of ${csv} ${rows === 1 ? 'matches' : 'match'} no folder and no file of this upload`,
  csvUnnamed: (folders: number, csv: string) =>
    `${plural(folders, 'folder is', 'folders are')} in no row of ${csv}`,
  csvUnnamedDescription: (shown: readonly string[], all: number) => {
    const rest = all > shown.length ? `, and ${count(all - shown.length)} more` : '';
    return `Another rule names the custodian: ${shown.map((path) => `“${path || '.'}”`).join(', ')}${rest}.`;
  },
  showNotInCsv: 'Show folders',
  csvLine: (line: number, path: string) => `Line ${count(line)}: ${path}`,
  csvMoreLines: (lines: number) => `and ${plural(lines, 'more line', 'more lines')}.`,
  pattern: (number: number, all: number) => (all === 1 ? 'Pattern' : `Pattern ${number}`),
  patternExample: '^(?<custodian>.+?)/',
  patternHint: 'A regular expression over the path below the source. Its group (?<custodian>…) is the name.',
  patternWithoutGroup: 'Put (?<custodian>…) around the part of the path that names the custodian.',
  patternInvalid: (problem: string, position: number) => `At character ${position}: ${problem}.`,
  ignoreCase: 'Ignore case',
  addPattern: 'Add pattern',
  removePattern: 'Remove pattern',
  examples: 'Examples',
  previewLabel: 'Preview of custodians',
  previewTitle: (files: number) =>
    files === 0
      ? 'Preview: no file changes its custodian'
      : `Preview: ${plural(files, 'file changes its custodian', 'files change their custodian')}`,
  previewDescription: 'The pattern applies once you leave its field.',
  moreCustodians: (amount: number) => `and ${plural(amount, 'other custodian', 'other custodians')}`,
  undoChange: {
    rules: 'Undo rule change',
    assign: 'Undo assignment',
    rename: 'Undo renaming',
    'leave-unassigned': 'Undo decision',
  },
  undone: 'The last change of custodians was undone.',
  redone: 'The change of custodians was redone.',
  leaveUnassigned: 'Leave without custodian',
  leftUnassigned: (items: number, size: number, links: number) =>
    `${filesOrItems(items, links)} ${items === 1 ? 'stays' : 'stay'} without a custodian (${formatBytes(size)})`,
  undoLeave: 'Change decision',
  folderName: 'Folder name',
  folderLevel: 'Folder level below the source',
  folderLevelInvalid: `Enter a whole number from 1 to ${maxFolderLevel}.`,
  example: 'Example',
  exampleTooShallow: 'No folder is that deep, so the rule assigns no custodian.',
  exampleNoFolders: 'The sources contain no folders, so the rule assigns no custodian.',
  defaultCustodian: 'Default custodian',
  defaultHint: 'Leave empty for no custodian.',
  view: 'View',
  summary: 'Summary',
  assignByFolder: 'Folders and files',
  custodian: 'Custodian',
  folders: 'Folders',
  files: 'Files',
  size: 'Size',
  partlyUnassigned: (items: number) => `${count(items)} unassigned`,
  varies: 'Varies by folder',
  noFiles: 'No files to upload',
  moreFolders: (folders: number) => `and ${count(folders)} more`,
  similar: (names: readonly string[]) => {
    const quoted = names.map((name) => `“${name}”`);
    return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)} are similar names`;
  },
  similarDescription:
    'If they are one person, use one name: the platform treats them as different custodians. If not, leave them.',
  mergeInto: (name: string, names: number) => `Use “${name}” for ${names === 2 ? 'both' : 'all'}`,
  merged: (name: string) => `Files assigned to ${name}.`,
  similarGroups: (groups: number) =>
    groups === 1
      ? 'Some custodians have similar names'
      : `${count(groups)} groups of custodians have similar names`,
  showSimilar: 'Show names',
  similarTitle: 'Similar names',
  moreSimilar: (groups: number) => `and ${plural(groups, 'more group', 'more groups')}.`,
  unassigned: (items: number, size: number, links: number) =>
    `${filesOrItems(items, links)} ${items === 1 ? 'has' : 'have'} no custodian (${formatBytes(size)})`,
  unassignedDescription:
    'Assign one with a rule or a default custodian on the left, or by folder. Or decide to upload them without one.',
  showUnassigned: 'Show files',
  filters: { 'without-custodian': 'Files without a custodian', 'not-in-csv': 'Folders in no row of the CSV' },
  noneLeft: 'Nothing left',
  noneLeftDescription: 'Remove the filter to see all folders and files.',
  tally: (custodians: number, unassigned: number, links = 0) =>
    `${plural(custodians, 'custodian', 'custodians')} · ${
      unassigned === 0 ? 'all files assigned' : `${filesOrItems(unassigned, links)} without a custodian`
    }`,
  sourceFolder: 'Source folder',
  folder: 'Folder',
  assignedBy: 'Assigned by',
  origins: {
    manual: 'Manual',
    map: 'CSV',
    pattern: 'Pattern',
    folder: 'Folder name',
    default: 'Default',
    none: '–',
  },
  treeLabel: 'Folders, files, and custodians',
  treeKeys: 'Arrow keys expand and collapse · Space selects · Enter or F2 assigns · Delete clears',
  assignedEntries: (entries: number, custodian: string) =>
    `Assigned ${custodian} to ${plural(entries, 'folder or file', 'folders and files')}.`,
  overridesCleared: (entries: number) =>
    `Cleared ${plural(entries, 'manual assignment', 'manual assignments')}.`,
  assign: 'Assign custodian…',
  clearOverride: 'Clear override',
  custodianOf: (entry: string) => `Custodian of ${entry}`,
  assigned: (entry: string, custodian: string) => `Assigned ${custodian} to ${entry}.`,
  overrideCleared: (folder: string) => `Cleared the override for ${folder}.`,
  innerFolder: {
    open: 'Add inner folder…',
    title: (container: string) => `Add a folder inside ${container}`,
    path: 'Path inside the container',
    hint: "For example Inbox/Smith. Lading can't look into this container: the path is sent as you give it, unchecked.",
    leadsUp: "Name a folder. A path can't have .. in it.",
    add: 'Add folder',
    unchecked: 'Unchecked',
    uncheckedHint: "Lading can't look into this container, so it doesn't know whether the folder is there.",
  },
  noFolders: 'This upload has no folders',
  noFoldersDescription: 'Single files and links get the default custodian on the left.',
} as const;
