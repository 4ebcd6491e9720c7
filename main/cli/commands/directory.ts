/** `lading directory check` and `lading directory sync`. */
import { type AddCommand, commandGroup, defineCommand } from '../define-command.ts';
import { jsonOption, yesOption } from '../options/common.ts';
import { type ArgumentRow, type OptionValues, required, value } from '../options/option-rows.ts';
import { profileFormOption, profileOption, serverOptions } from '../options/server.ts';
import { nonEmpty, positiveInteger } from '../options/values.ts';

const file: ArgumentRow<string> = {
  name: '<file>',
  help: 'CSV with a header row and a row for each person',
  parse: nonEmpty,
};

const checkOptions = { ...profileFormOption, ...profileOption, ...jsonOption };
export type DirectoryOptions = OptionValues<typeof checkOptions>;

const syncOptions = {
  '--directory-id <id>': required(value('ID of the legal hold directory', positiveInteger)),
  ...yesOption,
  ...serverOptions,
  ...profileFormOption,
  ...jsonOption,
};

export const directoryCheck = defineCommand('check', {
  summary: 'Check the CSV without sending anything',
  argument: file,
  groups: { 'Options:': checkOptions },
});

export const directorySync = defineCommand('sync', {
  summary: 'Check the CSV, then send it to the directory',
  argument: file,
  groups: { 'Options:': syncOptions },
});

export function directory(...commands: readonly AddCommand[]): AddCommand {
  const summary = 'Check the CSV of a legal hold directory, or synchronize the directory with it';
  return commandGroup('directory', summary, commands);
}
