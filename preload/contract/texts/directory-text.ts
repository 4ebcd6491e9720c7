/** What the check of a directory's CSV found, and what a sync will do and did, in plain English. */

import type {
  DirectoryCheck,
  DirectoryFinding,
  DirectoryFindingCode,
  DirectorySync,
  IgnoredComparison,
} from '../views/directory.ts';
import { formatBytes } from './format-bytes.ts';
import { count, plural } from './format-number.ts';

const exportAsUtf8 = 'In Excel, save it as “CSV UTF-8”.';

const texts: Readonly<Record<DirectoryFindingCode, (finding: DirectoryFinding) => string>> = {
  'file-empty': () => 'The file is empty. Choose a CSV with a header row and one row for each person.',
  'people-missing': () => 'The file lists no people. Add one row for each person below the header.',
  'csv-too-large': ({ number: max }) =>
    `The CSV is larger than the ${formatBytes(max ?? 0)} that the platform accepts. Split it, or remove columns that the platform doesn't know.`,
  'text-damaged': ({ value }) =>
    `Some bytes aren't text in ${encodingName(value)}, so characters would be lost. Export the file again. ${exportAsUtf8}`,
  'quote-not-closed': () =>
    'A quotation mark is opened here and never closed. The rest of the file was not checked. Close it, or double it if it belongs to the text.',
  'quote-misplaced': () =>
    'A quotation mark is in the middle of a cell. The rest of the file was not checked. Put quotation marks around the whole cell, and double those that belong to the text.',
  'row-too-long': ({ number: max }) =>
    `The row is longer than ${formatBytes(max ?? 0)}. The rest of the file was not checked. Look for a quotation mark that isn't closed.`,
  'read-as-windows-1252': ({ value }) =>
    `The file isn't UTF-8 and was read as Windows-1252${value === null ? '' : `, which makes this “${value}”`}. If that isn't right, export the file again. ${exportAsUtf8}`,
  'too-many-columns': ({ number: max }) =>
    `There are more than ${count(max ?? 0)} columns. Check that this is the right file, and its separator.`,
  'identity-column-missing': () =>
    'The file has no column “email” or “user principal name”. Rename the column that has them, and check the separator.',
  'column-twice': ({ columnName, number: first }) =>
    `The column “${columnName}” appears twice: column ${count(first ?? 0)} has the same name. Remove or rename one.`,
  'column-unknown': ({ columnName, value }) =>
    columnName === ''
      ? "A column has no name. The platform's documentation doesn't say what happens to it. Name it or remove it."
      : value === null
        ? `The platform doesn't list the column “${columnName}”, and its documentation doesn't say what happens to it. Rename it or remove it.`
        : `The platform doesn't list the column “${columnName}”. If it is “${value}”, rename it.`,
  'column-ignored': ({ columnName }) => `The platform ignores the column “${columnName}”.`,
  'identity-missing': () =>
    'This person has neither an email nor a user principal name. Add one, or remove the row.',
  'date-invalid': ({ value }) =>
    `“${value}” isn't a date as yyyy-MM-dd, such as 2026-03-31. In Excel, give the column this custom format.`,
  'cells-extra': ({ number: cells }) =>
    `The row has ${count(cells ?? 0)} cells, more than there are columns. Put quotation marks around cells that contain the separator.`,
  'nul-character': () =>
    `The cell has a NUL character. If every cell has one, the file is UTF-16 without a byte order mark. ${exportAsUtf8}`,
  'cells-missing': ({ number: cells }) =>
    `The row has only ${count(cells ?? 0)} cells. The columns without a cell count as empty.`,
  'dates-reversed': ({ value }) =>
    `The end date ${value} is before the start date of the same row. Check both.`,
  'character-lost': ({ value }) =>
    `“${value}” has a ${value?.includes('\ufffd') === true ? 'replacement character' : 'question mark'} where a letter seems to be lost. Correct the cell, or export the file again. ${exportAsUtf8}`,
  'email-unusual': ({ value }) => `“${value}” doesn't look like an email. Check it.`,
  'email-twice': ({ value, number: first }) =>
    `“${value}” is also on line ${count(first ?? 0)}. Both rows are sent, and which one counts isn't documented. Remove one.`,
  'hr-system-id-twice': ({ value, number: first }) =>
    `The ID “${value}” is also on line ${count(first ?? 0)}. Both rows are sent, and which one counts isn't documented. Remove one.`,
  'duplicates-not-checked': ({ number: max }) =>
    `From this line on, only duplicates of the first ${count(max ?? 0)} people are found.`,
  'name-missing': () => 'This person has no name. Add one, or the directory shows none.',
  'name-not-used': ({ value }) =>
    `The name “${value}” isn't used: the platform puts the name together from first, middle, and last name.`,
  'person-ignored': ({ value }) =>
    `The platform will ignore “${value}”: there is a user principal name, but no email. Add the email.`,
  'person-added': () =>
    'This person has no ID of the human-resources system and is added as a new custodian, even if the directory has the same email or employee ID.',
};

export function directoryFindingText(finding: DirectoryFinding): string {
  return texts[finding.code](finding);
}

/** `line 12, column 3 (email)`; null where a finding is about the whole file. */
export function directoryPlaceText({ line, column, columnName }: DirectoryFinding): string | null {
  if (line === null) return null;
  if (column === null) return `line ${count(line)}`;
  return `line ${count(line)}, column ${count(column)}${columnName === null || columnName === '' ? '' : ` (${columnName})`}`;
}

const encodings: Readonly<Record<DirectoryCheck['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
};
const separators: Readonly<Record<DirectoryCheck['separator'], string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
};

function encodingName(value: string | null): string {
  return Object.entries(encodings).find(([encoding]) => encoding === value)?.[1] ?? 'this encoding';
}

/** `340 people, 12 columns. UTF-8, separated by commas.` */
export function directoryFileText({
  people,
  columns,
  encoding,
  separator,
  blankRows,
}: DirectoryCheck): string {
  const blank = blankRows === 0 ? '' : ` ${some(blankRows, 'row')} without any value: not sent.`;
  return `${personCount(people)}, ${some(columns.length, 'column')}. ${encodings[encoding]}, separated by ${separators[separator]}.${blank}`;
}

/** What the sync will do to the directory, as far as the specification says (platform-interface 4, rules 8 and 9). */
export function directoryEffectTexts(check: DirectoryCheck): readonly string[] {
  const { form, people, emails, ignored, added, columns, absentColumns } = check;
  const taken = people - ignored.count;
  const partly = columns.filter(({ use, filled }) => use === 'synced' && filled < taken);
  const empty = partly.map(({ name, filled }) => `${name} (${count(taken - filled)})`);
  if (form === 'extended') {
    return [
      ...(added === people
        ? []
        : [
            `${personCount(people - added)} with an ID of the human-resources system: matched with the custodian in the directory that has the same ID, or added.`,
          ]),
      ...(added === 0
        ? []
        : [
            `${personCount(added)} without that ID: added as new custodians, even if the directory has the same email or employee ID. Every further sync adds them again.`,
          ]),
    ];
  }
  return [
    `If the directory has a person with an email from the file (${some(emails, 'email')}), all values of that person are overwritten. Values that the file lacks are empty afterwards.`,
    ...(absentColumns.length === 0
      ? []
      : [`Empty afterwards for everyone, because the file has no such column: ${absentColumns.join(', ')}.`]),
    ...(empty.length === 0
      ? []
      : [`Empty afterwards for some (people without a value): ${empty.join(', ')}.`]),
    ...(ignored.count === 0
      ? []
      : [`${personCount(ignored.count)} without an email: the platform ignores them and reports them.`]),
  ];
}

export function directorySyncText({ directoryId, people, ignored }: DirectorySync): string {
  const { reported } = ignored;
  return `The platform accepted the file with ${personCount(people)} for directory ${directoryId} and reported ${
    reported.length === 0 ? 'nobody' : personCount(reported.length)
  } as ignored.`;
}

/** The reported people against the predicted ones. */
export function ignoredComparisonTexts(compared: IgnoredComparison): readonly string[] {
  const { asPredicted, unexpected, missing, notCompared } = compared;
  return [
    ...(asPredicted.length === 0 ? [] : [`${personCount(asPredicted.length)} ignored as predicted.`]),
    ...(unexpected.length === 0
      ? []
      : [
          `${personCount(unexpected.length)} ignored that the check didn't predict. Check them on the platform.`,
        ]),
    ...(missing.length === 0
      ? []
      : [
          `${personCount(missing.length)} predicted to be ignored but not reported. Check them on the platform.`,
        ]),
    ...(notCompared === 0
      ? []
      : [`${personCount(notCompared)} more were predicted and not compared by name.`]),
  ];
}

export function isAsPredicted({ unexpected, missing }: IgnoredComparison): boolean {
  return unexpected.length === 0 && missing.length === 0;
}

function personCount(people: number): string {
  return plural(people, 'person', 'people');
}

function some(amount: number, noun: string): string {
  return plural(amount, noun);
}
