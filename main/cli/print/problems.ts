/** Files that aren't uploaded, worst first: failed, needing review, skipped. All of them with --json. */

import { foundFileText } from '../../../preload/contract/texts/exception-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { FoundFile } from '../../../preload/contract/views/found-file.ts';
import type { ProblemItem, UploadId } from '../../engine/index.ts';
import { jsonLine } from '../terminal/json-lines.ts';
import type { Output } from '../terminal/output.ts';
import { truncateMiddle } from '../terminal/table.ts';
import { foundHeading, itemStates, problemText, problems as words } from '../words/uploads.ts';
import { createFirstByPath } from './first-by-path.ts';

const worstFirst = ['failed', 'held', 'skipped'] as const;
const maxListed = 50;
const indent = 16;

/** `read` reads them again each time, so that a million are never in memory. `upload` is null for a dry run. */
export async function printProblems(
  output: Pick<Output, 'json' | 'print' | 'write' | 'tableWidth'>,
  upload: UploadId | null,
  read: () => Iterable<ProblemItem>,
): Promise<void> {
  if (output.json) {
    for (const state of worstFirst)
      for (const problem of read())
        if (problem.state === state) await output.write(jsonLine('problem', { upload, ...problem }));
    return;
  }
  const byState = {
    failed: createFirstByPath<ProblemItem>(maxListed),
    held: createFirstByPath<ProblemItem>(maxListed),
    skipped: createFirstByPath<ProblemItem>(maxListed),
  };
  for (const problem of read()) byState[problem.state].add(problem);
  const all = worstFirst.reduce((sum, state) => sum + byState[state].count(), 0);
  const listed = worstFirst.flatMap((state) => byState[state].rows()).slice(0, maxListed);
  if (all === 0) return;
  output.print('', words.heading, ...listed.flatMap((problem) => problemLines(problem, output.tableWidth)));
  const notListed = all - listed.length;
  if (notListed > 0)
    output.print(`  ${upload === null ? words.moreInDryRun(notListed) : words.more(notListed)}`);
}

/** Files that were sent, or are to be, with something that a person has to look at. All of them with --json. */
export async function printFoundFiles(
  output: Pick<Output, 'json' | 'print' | 'write'>,
  upload: UploadId,
  files: Iterable<FoundFile>,
): Promise<void> {
  if (output.json) {
    for (const file of files) await output.write(jsonLine('found', { upload, ...file }));
    return;
  }
  const first = createFirstByPath<FoundFile>(maxListed);
  for (const file of files) first.add(file);
  const listed = first.rows();
  if (listed.length === 0) return;
  output.print('', foundHeading, ...listed.map((file) => `  ${printable(foundFileText(file))}`));
  const notListed = first.count() - listed.length;
  if (notListed > 0) output.print(`  ${words.more(notListed)}`);
}

function problemLines(problem: ProblemItem, width: number): string[] {
  const shown = truncateMiddle(printable(problem.path), width - indent);
  return [
    `  ${itemStates[problem.state].padEnd(indent - 2)}${shown}`,
    `${' '.repeat(indent)}${printable(problemText(problem))}`,
  ];
}
