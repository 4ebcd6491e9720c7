/** Options and arguments that most commands take. */
import { type ArgumentRow, flag, type OptionValues, value } from './option-rows.ts';
import { nonEmpty, nonEmptyOnce, positiveInteger } from './values.ts';

export const jsonOption = { '--json': flag('Print one JSON object per line') };

export const commonOptions = {
  '--state <dir>': value("Lading's data folder", nonEmpty),
  ...jsonOption,
};
export type CommonOptions = OptionValues<typeof commonOptions>;

export const confirmDatabaseOption = {
  '--confirm-database <name>': value(
    "The database's name again, needed where earlier uploads used another database",
    nonEmptyOnce,
  ),
};

export const yesOption = { '--yes': flag("Don't ask") };

const uploadNumberHelp = 'Upload number, as the command status shows it';
export const uploadNumber: ArgumentRow<number> = {
  name: '<upload>',
  help: uploadNumberHelp,
  parse: positiveInteger,
};
export const optionalUploadNumber: ArgumentRow<number | undefined> = {
  name: '[upload]',
  help: uploadNumberHelp,
  parse: positiveInteger,
};
