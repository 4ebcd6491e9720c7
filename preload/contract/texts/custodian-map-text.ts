/** What can be wrong with a CSV of custodians, and what to do. */
import { z } from 'zod';
import { maxCustodianChars } from '../views/custodian-rule.ts';

/** `otherLine`: that of the row that says something else. */
const problemTexts = {
  empty: () => 'it has no rows. Write a path and a custodian in each line.',
  'too-large': () => 'it is larger than 64 MB. Use a rule by pattern or folder level.',
  'too-many-rows': () => 'it has more than 200,000 rows. Use a rule by pattern or folder level.',
  'not-text': () => 'it is not text. Save it as CSV UTF-8 or as Unicode text.',
  'separator-unclear': () =>
    'its columns could be separated in more than one way, and no path in it shows which. Add a first line with the names of the columns, such as path;custodian.',
  'columns-unclear': () =>
    'its header has more than one column that may hold the path or the custodian. Call one path and one custodian.',
  'columns-missing': () => 'each row needs two columns: a path and a custodian.',
  'columns-excess': () =>
    'the row has too many columns. Put a name or path that contains the separator in quotation marks: "Jones, Ana".',
  'quote-not-closed': () => 'a quotation mark opens here and never closes.',
  'quote-misplaced': () => 'a quotation mark inside a value must be doubled.',
  'row-too-long': () => 'the row is too long. A quotation mark may be missing.',
  'path-missing': () => 'the path is missing. Write . for everything.',
  'path-leads-up': () => "a path can't have .. in it.",
  'custodian-missing': () => 'the custodian is missing.',
  'custodian-invalid': () =>
    `a custodian has at most ${maxCustodianChars} characters, and no control characters.`,
  'custodian-damaged': () =>
    'the custodian has a question mark where a letter seems to be lost. Correct the name, or save the CSV again as CSV UTF-8.',
  'path-twice': (otherLine: number | null) =>
    `the path is in line ${otherLine ?? 1} too, with another custodian.`,
} as const;
export type CustodianMapProblem = keyof typeof problemTexts;
export const custodianMapProblem = z.custom<CustodianMapProblem>(
  (value) => typeof value === 'string' && Object.hasOwn(problemTexts, value),
);

export function custodianMapProblemText(problem: CustodianMapProblem, otherLine: number | null): string {
  return problemTexts[problem](otherLine);
}
