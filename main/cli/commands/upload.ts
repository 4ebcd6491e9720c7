/** `lading upload`. */

import { packChoices, partChecks } from '../../../preload/contract/views/states.ts';
import type { DatabaseRef, PartCheck, UploadRequest } from '../../engine/index.ts';
import { defineCommand, type GroupedValues } from '../define-command.ts';
import { commonOptions, confirmDatabaseOption } from '../options/common.ts';
import { custodianOptions } from '../options/custodians.ts';
import { limitOptions } from '../options/limits.ts';
import { type ArgumentRow, choiceOr, flag, negation, required, value } from '../options/option-rows.ts';
import { selectionOptions } from '../options/selection.ts';
import { serverOptions } from '../options/server.ts';
import { collect, nonEmpty, nonEmptyOnce, positiveInteger, refuseTwice } from '../options/values.ts';

/** An unset variable of a shell must not become the current directory. */
const paths: ArgumentRow<readonly string[]> = {
  name: '[path...]',
  help: 'Files and folders to upload',
  parse: (text, before = []) => [...before, nonEmpty(text)],
};

const groups = {
  'Destination:': {
    '--database <id-or-name>': required(
      value('ID or name of the database to upload to (see the command databases)', databaseRef),
    ),
    ...confirmDatabaseOption,
    '--yes': flag("Don't ask before uploading to a suspended or frozen database"),
    '--dataset <name>': value('Create a dataset with this name', nonEmptyOnce),
    '--dataset-id <id>': value(
      'Use the existing dataset with this ID (the command databases lists those that this computer uploaded to)',
      positiveInteger,
    ),
    '--description <text>': value('Description of the new dataset', nonEmptyOnce),
    '--settings <file>': value('Processing settings of the new dataset (a JSON object)', nonEmptyOnce),
  },
  'Custodians:': custodianOptions,
  'Which files are sent:': selectionOptions,
  'Checks before the upload:': {
    '--dry-run': flag('Scan and show the plan without uploading anything'),
    '--findings <file>': value('Write everything that the check found to this file (CSV)', nonEmptyOnce),
    // Locked files are found by opening them.
    '--no-preflight': negation("Don't open and check each file before the upload", [
      'passwordFile',
      'lockedList',
    ]),
    '--password-file <file>': value(
      'Passwords for locked files, one per line; they are tried before anything is sent',
      nonEmptyOnce,
    ),
    '--try-slow-files': flag(
      'With --password-file: try passwords on files, too, that take up to 15 seconds for each',
    ),
    '--locked-list <file>': value(
      'Write the list of files that stay locked: CSV, or a letter if FILE ends with .txt',
      nonEmptyOnce,
    ),
  },
  'Links:': {
    '--link <url>': value('Direct link for the platform to download (repeatable)', collect),
    '--mask-links': flag("Don't store or show the path of links, only host and file name"),
  },
  'How files are sent:': {
    '--pack <when>': choiceOr<NonNullable<UploadRequest['pack']>>(
      'When to send small files together, as ZIP files that are made while they are sent: auto packs where that saves a minute and half of the requests',
      packChoices,
      'auto',
    ),
    '--part-check <when>': choiceOr<PartCheck>(
      'When to compare the MD5 of uploaded parts',
      partChecks,
      'auto',
    ),
    '--no-sha1': negation(
      "Don't hash whole files: no SHA-1 is sent, and no SHA-256 is kept (files in packs are always hashed)",
    ),
    // It tells whether a file still has the content for which others were skipped.
    '--no-sha256': negation(
      'Hash whole files with SHA-1 alone, half of the work: what has the same content is then found by the check before the upload only',
      ['skipDuplicates'],
    ),
    '--follow-symlinks': flag('Follow symbolic links'),
    ...limitOptions,
  },
  'Platform:': serverOptions,
  'Options:': commonOptions,
};
export type UploadOptions = GroupedValues<typeof groups>;

export const upload = defineCommand('upload', {
  summary: 'Upload files, folders, and links to a database',
  argument: paths,
  groups,
});

/** Digits are an ID, everything else is a name. */
export function databaseRef(text: string, earlier?: unknown): DatabaseRef {
  refuseTwice(earlier);
  return /^\d+$/.test(text) ? positiveInteger(text) : nonEmpty(text);
}
