/** Words for the options that choose files. */
import type { SelectionCode } from '../../../preload/contract/views/selection.ts';

export const selection = {
  include: 'Send only what matches the pattern: a name, or a path below each source (repeatable)',
  exclude: "Don't send what matches the pattern; overrides --include (repeatable)",
  matchCase: 'Tell upper from lower case in patterns',
  type: 'Send only files of this type or extension, such as pdf (repeatable)',
  excludeType: "Don't send files of this type or extension (repeatable)",
  minSize: 'Send only files of at least this size, such as 10k or 5M',
  maxSize: 'Send only files of at most this size',
  modifiedFrom: 'Send only files modified on this day (UTC) or later, such as 2025-01-31',
  modifiedTo: 'Send only files modified on this day (UTC) or earlier',
  onlyCustodian: 'Send only the files of this custodian (repeatable)',
  excludeCustodian: "Don't send the files of this custodian (repeatable)",
  excludeSystemFiles: "Don't send Thumbs.db, .DS_Store, desktop.ini, trash folders, and the like",
  onlyNew: "Don't send what earlier uploads of this computer sent to the same database, unchanged",
  skipDuplicates: 'Send one file of each content only, and nothing that was sent before under another path',
  knownHashes: "Don't send files whose hash is in the list FILE; every file is read first",
  checkHashLists: 'Compare files with the hash lists that came with them; these files are read first',
} as const;

export const invalidSelection = {
  size: 'Use a number of bytes, such as 500, 10k, 5M (5,000,000), or 1.5G.',
  day: 'Use a day as YYYY-MM-DD.',
} as const;

export const skippedTable = {
  title: 'Not sent, by choice',
  rules: {
    deselected: 'Deselected by hand',
    excluded: 'Excluded patterns',
    'not-included': 'In no included pattern',
    'system-file': 'System files',
    'excluded-type': 'Type',
    'excluded-size': 'Size',
    'excluded-date': 'Modification date',
    'excluded-custodian': 'Custodian',
    'known-file': 'Known files',
    duplicate: 'Duplicates',
    'already-sent': 'Already sent',
  } satisfies Readonly<Record<SelectionCode, string>>,
} as const;
