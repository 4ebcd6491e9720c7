import { formatBytes as bytes, formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { systemFileNames } from '../../../preload/contract/texts/selection-text.ts';
import type { SelectionCode, SystemFileKind } from '../../../preload/contract/views/selection.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

const files = (items: number): string => (items === 1 ? '1 file' : `${count(items)} files`);
const amount = (items: number, size: number): string => `${files(items)}, ${bytes(size)}`;

export const selection = {
  title: 'Filters',
  description: 'Choose which files are sent. What you skip is in the receipt, with the reason.',
  systemFiles: (kind: SystemFileKind, items: number, size: number) =>
    `System files: ${systemFileNames[kind]}: ${amount(items, size)}`,
  exclude: 'Exclude files',
  keep: 'Keep files',
  sentAgain: (items: number, size: number) =>
    items === 0
      ? 'No file is sent again: filters skip those that were sent before'
      : `${amount(items, size)}: sent before, unchanged, and now sent again`,
  sentSkipped: (items: number, size: number) =>
    items === 0
      ? 'No file is skipped as sent before'
      : `${amount(items, size)}: sent before, unchanged, and skipped`,
  sentNotSkipped: (items: number) =>
    `${files(items)} that ${items === 1 ? 'was' : 'were'} sent before ${items === 1 ? "isn't" : "aren't"} skipped for it: a set of segments that is partly new is sent whole, and choices by hand and other filters come first.`,
  sentTo: (database: string, datasets: readonly { readonly name: string; readonly at: string }[]) =>
    `They went to ${database}: ${datasets.map(({ name, at }) => `“${name}” on ${at}`).join('; ')}.`,
  sentEarlier: 'They went to the same database.',
  sendNew: 'Send only new',
  sendAll: 'Send all',
  known: (items: number, size: number) => `Known files: ${amount(items, size)}`,
  duplicates: (items: number, size: number) => `Duplicates: ${amount(items, size)}`,
  mismatches: (items: number) =>
    `${files(items)} ${items === 1 ? 'differs from the hash list' : 'differ from the hash lists'} that came with ${items === 1 ? 'it' : 'them'}`,
  findDuplicates: 'Find duplicates',
  checksHint:
    'These checks read files: those of the same size, those that a hash list names, or all of them for known files.',
  compareLists: 'Compare hash lists',
  findKnown: 'Find known files',
  checks: 'Checks that read files',
  reading: (size: number) => `Reading files: ${bytes(size)}`,
  cancelCheck: 'Cancel check',
  unread: (items: number) => `${files(items)} couldn't be read and weren't checked.`,
  knownResult: (list: string, hashes: number, matches: number) =>
    `${list}: ${plural(hashes, 'hash', 'hashes')}, ${matches === 1 ? '1 file matches' : `${count(matches)} files match`}.`,
  noLists: 'No hash lists found among the files.',
  listsResult: (compared: number, mismatches: number, missing: number, extra: number) =>
    `${files(compared)} compared: ${count(mismatches)} with another hash, ${plural(missing, 'line')} without a file, ${count(extra)} not listed.`,
  include: 'Include only',
  includeHint: 'One pattern per line, such as *.pst or Mail/**. Empty for all files.',
  excludePatterns: 'Exclude',
  excludeHint: 'Overrides what is included. A folder name excludes everything in it.',
  types: 'Types to include',
  typesHint: 'Separated by commas, such as pdf, docx. Empty for all.',
  notTypes: 'Types to exclude',
  minSize: 'Minimum size',
  maxSize: 'Maximum size',
  sizeHint: 'Such as 500 kB or 2 GB',
  sizeInvalid: 'Enter a size, such as 500 kB or 2 GB.',
  dateInvalid: 'Enter a day that exists, with a year of four digits.',
  tooManyLines: (max: number) => `Enter ${count(max)} at most.`,
  lineTooLong: (max: number) => `Use ${count(max)} characters at most for each.`,
  custodians: 'Only these custodians',
  custodiansHint: 'One name per line. Empty for all files, including those without a custodian.',
  notCustodians: 'Exclude custodians',
  notCustodiansHint: 'One name per line.',
  unknownCustodians: (names: readonly string[], all: number) =>
    `No file has ${all === 1 ? 'the custodian' : 'these custodians'} ${names.join(' · ')}${
      all > names.length ? ` and ${count(all - names.length)} more` : ''
    }. Check the spelling, or assign custodians in the Custodians step.`,
  modifiedFrom: 'Modified from (UTC)',
  modifiedTo: 'Modified until (UTC)',
  matchCase: 'Match case in patterns',
  rules: 'Rules',
  editRules: 'Edit rules',
  hideRules: 'Hide rules',
  apply: 'Apply rules',
  clear: 'Clear rules',
  applied: 'These rules are applied.',
  preview: (items: number, size: number) => `With these rules, Lading sends ${amount(items, size)}.`,
  skipped: 'Skipped by choice',
  skippedRow: (code: SelectionCode, items: number, size: number) =>
    `${reasons[code]}: ${amount(items, size)}`,
} as const;

const reasons: Readonly<Record<SelectionCode, string>> = {
  deselected: 'Deselected',
  excluded: 'Excluded patterns',
  'not-included': 'Not included',
  'system-file': 'System files',
  'excluded-type': 'Type',
  'excluded-size': 'Size',
  'excluded-date': 'Modification date',
  'excluded-custodian': 'Custodian',
  'known-file': 'Known files',
  duplicate: 'Duplicates',
  'already-sent': 'Sent before',
};

/** Choosing folders and files by hand in the Pre-flight step. */
export const chooseFiles = {
  title: 'Choose by hand',
  tally: (items: number, bytes: number, skipped: number) =>
    `${plural(items, 'file', 'files')} to upload, ${formatBytes(bytes)}${
      skipped === 0 ? '' : ` · ${count(skipped)} skipped`
    }`,
  files: 'To upload',
  size: 'Size',
  reason: 'Skipped because',
  of: (items: number, all: number) => (items === all ? count(items) : `${count(items)} of ${count(all)}`),
  notSent: (items: number, bytes: number) =>
    `${plural(items, 'file is', 'files are')} skipped, ${formatBytes(bytes)}`,
  send: (name: string) => `Upload ${name}`,
  select: 'Select for upload',
  deselect: 'Skip',
  keys: 'Space selects or skips · Arrow keys expand and collapse · Your choice overrides the rules',
  noFolders: 'This upload has no folders',
  noFoldersDescription: 'Links are always uploaded.',
} as const;

/** The tree of a new upload's folders and files. */
export const fileTree = {
  name: 'Name',
  search: 'Search folders and files',
  nothingFound: 'No files found',
  selected: (rows: number) => `${plural(rows, 'row', 'rows')} selected`,
  tooMany: (limit: number) =>
    `At most ${count(limit)} rows can be selected at once. Select the folder above them.`,
  undo: 'Undo',
  redo: 'Redo',
} as const;
