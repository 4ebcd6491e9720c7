/** What is wrong with a CSV of custodians, and what to do. */
import type { CustodianMapProblem } from '../failures/failure-schema.ts';

export function custodianMapProblemText(problem: CustodianMapProblem, otherLine: number | null): string {
  switch (problem) {
    case 'empty':
      return 'it has no rows. Write a path and a custodian in each line.';
    case 'too-large':
      return 'it is larger than 64 MB. Use a rule by pattern or folder level.';
    case 'too-many-rows':
      return 'it has more than 200,000 rows. Use a rule by pattern or folder level.';
    case 'not-text':
      return 'it is not text. Save it as CSV UTF-8 or as Unicode text.';
    case 'separator-unclear':
      return 'its columns could be separated in more than one way, and no path in it shows which. Add a first line with the names of the columns, such as path;custodian.';
    case 'columns-missing':
      return 'each row needs two columns: a path and a custodian.';
    case 'columns-excess':
      return 'the row has too many columns. Put a name or path that contains the separator in quotation marks: "Jones, Ana".';
    case 'quote-not-closed':
      return 'a quotation mark opens here and never closes.';
    case 'quote-misplaced':
      return 'a quotation mark inside a value must be doubled.';
    case 'row-too-long':
      return 'the row is too long. A quotation mark may be missing.';
    case 'path-missing':
      return 'the path is missing. Write . for everything.';
    case 'path-leads-up':
      return "a path can't have .. in it.";
    case 'custodian-missing':
      return 'the custodian is missing.';
    case 'custodian-invalid':
      return 'a custodian has at most 255 characters, and no control characters.';
    case 'custodian-damaged':
      return 'the custodian has a question mark where a letter seems to be lost. Correct the name, or save the CSV again as CSV UTF-8.';
    case 'path-twice':
      return `the path is in line ${otherLine ?? 1} too, with another custodian.`;
  }
}
