/** The options that say which of the files are sent. */
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { success } from '../../preload/contract/failures/failure.ts';
import {
  emptyRanges,
  everything,
  isEverything,
  type Selection,
  systemFileKinds,
} from '../../preload/contract/views/selection.ts';
import type { UploadRequest } from '../engine/index.ts';
import { parseByteRate } from './format.ts';
import * as value from './options.ts';
import { type CliResult, usageError } from './usage-error.ts';
import { selection as help, invalidSelection } from './words/selection.ts';

export interface SelectionOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly matchCase?: true;
  readonly type?: readonly string[];
  readonly excludeType?: readonly string[];
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly modifiedFrom?: string;
  readonly modifiedTo?: string;
  readonly onlyCustodian?: readonly string[];
  readonly excludeCustodian?: readonly string[];
  readonly excludeSystemFiles?: true;
  readonly onlyNew?: true;
  readonly skipDuplicates?: true;
  readonly knownHashes?: string;
  readonly checkHashLists?: true;
}

export function selectionOptions(command: Command): Command {
  return command
    .option('--include <glob>', help.include, value.collectNonEmpty)
    .option('--exclude <glob>', help.exclude, value.collectNonEmpty)
    .option('--match-case', help.matchCase)
    .option('--type <type>', help.type, value.collectNonEmpty)
    .option('--exclude-type <type>', help.excludeType, value.collectNonEmpty)
    .option('--min-size <size>', help.minSize, value.once(byteSize))
    .option('--max-size <size>', help.maxSize, value.once(byteSize))
    .option('--modified-from <date>', help.modifiedFrom, value.once(day))
    .option('--modified-to <date>', help.modifiedTo, value.once(day))
    .option('--only-custodian <name>', help.onlyCustodian, value.collectCustodian)
    .option('--exclude-custodian <name>', help.excludeCustodian, value.collectCustodian)
    .option('--exclude-system-files', help.excludeSystemFiles)
    .option('--only-new', help.onlyNew)
    .option('--skip-duplicates', help.skipDuplicates)
    .option('--known-hashes <file>', help.knownHashes, value.nonEmptyOnce)
    .option('--check-hash-lists', help.checkHashLists);
}

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
  const bytes = text.trim() === '0' ? 0 : parseByteRate(text);
  if (bytes === null || /\//.test(text)) throw new InvalidArgumentError(invalidSelection.size);
  return bytes;
}

function day(text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : null;
  // JavaScript takes February 30 for March 1 in some forms.
  if (date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new InvalidArgumentError(invalidSelection.day);
  return text;
}
