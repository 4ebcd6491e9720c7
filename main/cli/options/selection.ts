/** The options that say which of the files are sent. */
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { success } from '../../../preload/contract/failures/failure.ts';
import { parseBytes } from '../../../preload/contract/texts/parse-bytes.ts';
import {
  emptyRanges,
  everything,
  isEverything,
  type Selection,
  systemFileKinds,
} from '../../../preload/contract/views/selection.ts';
import type { UploadRequest } from '../../engine/index.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { collectCustodian } from './custodians.ts';
import { flag, type OptionValues, value } from './option-rows.ts';
import { collectNonEmpty, nonEmptyOnce, once } from './values.ts';

const invalidSelection = {
  size: 'Use a number of bytes, such as 500, 10k, 5M (5,000,000), or 1.5G.',
  day: 'Use a day as YYYY-MM-DD.',
} as const;

export const selectionOptions = {
  '--include <glob>': value(
    'Send only what matches the pattern: a name, or a path below each source (repeatable)',
    collectNonEmpty,
  ),
  '--exclude <glob>': value(
    "Don't send what matches the pattern; overrides --include (repeatable)",
    collectNonEmpty,
  ),
  '--match-case': flag('Tell upper from lower case in patterns'),
  '--type <type>': value(
    'Send only files of this type or extension, such as pdf (repeatable)',
    collectNonEmpty,
  ),
  '--exclude-type <type>': value("Don't send files of this type or extension (repeatable)", collectNonEmpty),
  '--min-size <size>': value('Send only files of at least this size, such as 10k or 5M', once(byteSize)),
  '--max-size <size>': value('Send only files of at most this size', once(byteSize)),
  '--modified-from <date>': value(
    'Send only files modified on this day (UTC) or later, such as 2025-01-31',
    once(day),
  ),
  '--modified-to <date>': value('Send only files modified on this day (UTC) or earlier', once(day)),
  '--only-custodian <name>': value('Send only the files of this custodian (repeatable)', collectCustodian),
  '--exclude-custodian <name>': value(
    "Don't send the files of this custodian (repeatable)",
    collectCustodian,
  ),
  '--exclude-system-files': flag("Don't send Thumbs.db, .DS_Store, desktop.ini, trash folders, and the like"),
  '--only-new': flag("Don't send what earlier uploads of this computer sent to the same database, unchanged"),
  '--skip-duplicates': flag(
    'Send one file of each content only, and nothing that was sent before under another path',
  ),
  '--known-hashes <file>': value(
    "Don't send files whose hash is in the list FILE; every file is read first",
    nonEmptyOnce,
  ),
  '--check-hash-lists': flag(
    'Compare files with the hash lists that came with them; these files are read first',
  ),
};
export type SelectionOptions = OptionValues<typeof selectionOptions>;

/** Nothing where every file is sent, unchecked. */
export function selectionOf(options: SelectionOptions): Pick<UploadRequest, 'selection' | 'checks'> {
  const selection: Selection = {
    ...everything,
    include: [...(options.include ?? [])],
    exclude: [...(options.exclude ?? [])],
    matchCase: options.matchCase ?? false,
    types: [...(options.type ?? [])],
    notTypes: [...(options.excludeType ?? [])],
    minBytes: options.minSize ?? null,
    maxBytes: options.maxSize ?? null,
    modifiedFrom: options.modifiedFrom ?? null,
    modifiedTo: options.modifiedTo ?? null,
    custodians: [...(options.onlyCustodian ?? [])],
    notCustodians: [...(options.excludeCustodian ?? [])],
    systemFiles: options.excludeSystemFiles === true ? [...systemFileKinds] : [],
    onlyNew: options.onlyNew ?? false,
    skipDuplicates: options.skipDuplicates ?? false,
    skipKnown: options.knownHashes !== undefined,
  };
  const checks = {
    duplicates: options.skipDuplicates ?? false,
    knownHashes: options.knownHashes === undefined ? null : resolve(options.knownHashes),
    hashLists: options.checkHashLists ?? false,
  };
  const isChecked = checks.duplicates || checks.hashLists || checks.knownHashes !== null;
  return { ...(isEverything(selection) ? {} : { selection }), ...(isChecked ? { checks } : {}) };
}

/** A range that no file can be in is a mistake: it would send nothing, with exit code 0. */
export function checkRanges(options: SelectionOptions): CliResult<void> {
  const [empty] = emptyRanges({
    minBytes: options.minSize ?? null,
    maxBytes: options.maxSize ?? null,
    modifiedFrom: options.modifiedFrom ?? null,
    modifiedTo: options.modifiedTo ?? null,
  });
  if (empty === undefined) return success(undefined);
  return empty === 'size'
    ? usageError('range-empty', { from: '--min-size', to: '--max-size' })
    : usageError('range-empty', { from: '--modified-from', to: '--modified-to' });
}

function byteSize(text: string): number {
  const bytes = parseBytes(text);
  if (bytes === null) throw new InvalidArgumentError(invalidSelection.size);
  return bytes;
}

function day(text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : null;
  // JavaScript takes February 30 for March 1 in some forms.
  if (date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new InvalidArgumentError(invalidSelection.day);
  return text;
}
