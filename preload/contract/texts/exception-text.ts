/** Words for what a person has to look at: the same in the window, on the command line, and in CSV files. */

import {
  countFound,
  type ExceptionCounts,
  type ExceptionGroup,
  type HoldableIssue,
} from '../views/exception.ts';
import type { Finding } from '../views/finding.ts';
import type { FoundFile } from '../views/found-file.ts';
import { holdableIssues, issues } from '../views/states.ts';
import { findingText, findingTitle } from './finding-text.ts';
import { count } from './format-number.ts';

export const exceptionLabels: Readonly<Record<ExceptionGroup, string>> = {
  failed: 'Failed',
  held: 'Needs review',
  damaged: 'Damaged or unrecognized',
  locked: 'Locked',
  empty: 'Empty',
  unchecked: 'Not checked',
  'not-a-file': 'Not a file',
  excluded: 'Skipped',
};

/** A word for one file: `found` is the worst of it. */
export function exceptionLabel(group: ExceptionGroup, found: Pick<Finding, 'code'> | undefined): string {
  if (group !== 'damaged' || found === undefined) return exceptionLabels[group];
  return findingTitle(found.code === 'unknown-content' ? found.code : 'damaged');
}

/** "10 damaged", "8 locked": of the files that were sent, or are to be. */
export function foundTexts(counts: ExceptionCounts): readonly string[] {
  return issues.flatMap((issue) =>
    issue === 'not-a-file' || counts[issue] === 0
      ? []
      : [`${count(counts[issue])} ${exceptionLabels[issue].toLowerCase()}`],
  );
}

/** What will become of files to be sent; null where nothing was found. Findings are counted by their kind beside it. */
export function foundFateText(counts: ExceptionCounts): string | null {
  return countFound(counts) === 0 ? null : 'Files with findings are uploaded as they are unless excluded.';
}

/** "Doe/a.pst (only zeros)" */
export function foundFileText({ path, issue, finding }: FoundFile): string {
  return `${path} (${(finding ?? exceptionLabels[issue]).toLowerCase()})`;
}

/** "1 damaged, 2 locked: Doe/a.pst (only zeros), Roe/b.zip (encrypted or locked), and 1 more". Empty for none. */
export function foundSummaryText(counts: ExceptionCounts, files: readonly FoundFile[]): string {
  const kinds = foundTexts(counts).join(', ');
  if (kinds === '' || files.length === 0) return kinds;
  const more = countFound(counts) - files.length;
  const named = [...files.map(foundFileText), ...(more > 0 ? [`and ${count(more)} more`] : [])];
  return `${kinds}: ${named.join(', ')}`;
}

/** What a rehearsal counts, and what it can't know: it opens no file. `hold`: what needs review before it is sent. */
export function rehearsalCountText(hold: readonly HoldableIssue[]): string {
  const counted = 'Files are counted by name, size, and time, also those that are still being written.';
  const sent = holdableIssues.filter((issue) => !hold.includes(issue));
  const texts = [
    ...(hold.length === 0
      ? []
      : [`Those that are ${issuesText(hold)} need review instead of being uploaded.`]),
    ...(sent.length === 0 ? [] : [`Those that are ${issuesText(sent)} are uploaded as they are.`]),
  ];
  return `${counted} None is opened, so what is wrong with them isn't known yet. ${texts.join(' ')}`;
}

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** "damaged, locked, or empty" */
export function issuesText(hold: readonly HoldableIssue[]): string {
  return alternatives.format(hold.map((issue) => exceptionLabels[issue].toLowerCase()));
}

/** What was found of a file, for a cell of a table. `all`: with those that aren't listed. */
export function findingsCell(findings: readonly Finding[], all: number): string | null {
  if (findings.length === 0) return null;
  const more = all - findings.length;
  const texts = findings.map(findingText);
  return [...texts, ...(more > 0 ? [`And ${count(more)} more.`] : [])].join(' ');
}
