/** The CSV of a legal hold directory: what a check found in it, and what a sync did (platform-interface 4). */
import { z } from 'zod';
import { type InterfaceForm, interfaceForm } from './interface-form.ts';

const count = z.int().nonnegative();

/** The forms of the interface have other columns and other rules for people. */
export const directoryForm = interfaceForm;
export type DirectoryForm = InterfaceForm;

/** How serious each finding is. An error stops the sync; a warning is for a person to judge. */
const severities = {
  // The file
  'file-empty': 'error',
  'people-missing': 'error',
  'csv-too-large': 'error',
  'text-damaged': 'error',
  'quote-not-closed': 'error',
  'quote-misplaced': 'error',
  'row-too-long': 'error',
  'read-as-windows-1252': 'warning',
  // Its columns
  'too-many-columns': 'error',
  'identity-column-missing': 'error',
  'column-twice': 'error',
  'column-unknown': 'warning',
  'column-ignored': 'note',
  // A person
  'identity-missing': 'error',
  'date-invalid': 'error',
  'cells-extra': 'error',
  'nul-character': 'error',
  'cells-missing': 'warning',
  'dates-reversed': 'warning',
  'character-lost': 'warning',
  'email-unusual': 'warning',
  'email-twice': 'warning',
  'hr-system-id-twice': 'warning',
  'duplicates-not-checked': 'warning',
  'name-missing': 'warning',
  'name-not-used': 'note',
  'person-ignored': 'warning',
  'person-added': 'note',
} as const;
export type DirectoryFindingCode = keyof typeof severities;
export type DirectorySeverity = (typeof severities)[DirectoryFindingCode];

function isFindingCode(code: string): code is DirectoryFindingCode {
  return Object.hasOwn(severities, code);
}
const directoryFindingCodes: readonly DirectoryFindingCode[] = Object.keys(severities).filter(isFindingCode);

export function directorySeverityOf({ code }: { readonly code: DirectoryFindingCode }): DirectorySeverity {
  return severities[code];
}

const directoryFinding = z.object({
  code: z.enum(directoryFindingCodes),
  /** The line of the file where the row starts, from 1, or null for the whole file. */
  line: count.nullable(),
  /** From 1. It is null for the whole row. */
  column: count.nullable(),
  columnName: z.string().nullable(),
  /** The cell, or the part of it that matters; shortened. */
  value: z.string().nullable(),
  /** An earlier line, a number of cells, or a limit, according to the code. */
  number: z.number().nullable(),
});
export type DirectoryFinding = z.infer<typeof directoryFinding>;

const columnUse = z.object({
  /** As in the file, without white space around it. */
  name: z.string(),
  /** Unknown: the specification doesn't say what becomes of it. */
  use: z.enum(['synced', 'ignored', 'unknown']),
  /**
   * People who have a value in it, without those whom the sync ignores. In the columns that make the name, people who have
   * one, wherever it is from (rule 4).
   */
  filled: count,
});

/** Someone whom the sync ignores (platform-interface 4, custodian sync rule 8). */
const ignoredPerson = z.object({ line: count, userPrincipalName: z.string() });
export type IgnoredPerson = z.infer<typeof ignoredPerson>;

export const directoryCheck = z.object({
  path: z.string(),
  form: directoryForm,
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  separator: z.enum([',', ';', '\t']),
  sourceBytes: count,
  /** What a sync sends: the checked rows as UTF-8 with commas. */
  content: z.object({ bytes: count, sha256: z.string() }),
  people: count,
  /** Rows without any value. They aren't sent. */
  blankRows: count,
  columns: z.array(columnUse),
  /** Supported columns that the file doesn't have. */
  absentColumns: z.array(z.string()),
  /** Distinct emails in the file. */
  emails: count,
  /** People whom the sync is expected to ignore; the first of them by name. */
  ignored: z.object({ count, people: z.array(ignoredPerson) }),
  /** Extended form: people without an ID of the human-resources system, who are added as new (rule 9). */
  added: count,
  errors: count,
  warnings: count,
  notes: count,
  /** The first ones, errors before warnings before notes. */
  findings: z.array(directoryFinding),
});
export type DirectoryCheck = z.infer<typeof directoryCheck>;

export const directoryProgress = z.object({ people: count });
export type DirectoryProgress = z.infer<typeof directoryProgress>;

/** The people whom the platform ignored, against those whom the check predicted. */
const ignoredComparison = z.object({
  /** As the platform reported them: the specification doesn't show the format. */
  reported: z.array(z.string()),
  asPredicted: z.array(ignoredPerson),
  /** Reported, but not predicted. */
  unexpected: z.array(z.string()),
  /** Predicted, but not reported. */
  missing: z.array(ignoredPerson),
  /** Predicted people beyond those that the check lists by name: they can't be compared. */
  notCompared: count,
});
export type IgnoredComparison = z.infer<typeof ignoredComparison>;

export const directorySync = z.object({
  directoryId: z.int(),
  form: directoryForm,
  people: count,
  bytes: count,
  ignored: ignoredComparison,
});
export type DirectorySync = z.infer<typeof directorySync>;
