/** Files that aren't uploaded, worst first: failed, needing review, skipped. All of them with --json. */

import { foundFileText } from '../../../preload/contract/texts/exception-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { FoundFile } from '../../../preload/contract/views/found-file.ts';
import type { ProblemItem, UploadId } from '../../engine/index.ts';
import { jsonLine } from '../terminal/json-lines.ts';
import type { Output } from '../terminal/output.ts';
import { truncateMiddle } from '../terminal/table.ts';
import { found as foundWords, itemStates, problemText, problems as words } from '../words/uploads.ts';

const worstFirst = ['failed', 'held', 'skipped'] as const;
const maxListed = 50;
const indent = 16;

/** `read` reads them again each time, so that a million are never in memory. `upload` is null for a dry run. */
export async function printProblems(
  output: Pick<Output, 'json' | 'print' | 'write' | 'tableWidth'>,
  upload: UploadId | null,
  read: () => Iterable<ProblemItem>,
): Promise<void> {
  let listed = 0;
  let notListed = 0;
  for (const state of worstFirst) {
    for (const problem of read()) {
      if (problem.state !== state) continue;
      if (output.json) {
        await output.write(jsonLine('problem', { upload, ...problem }));
      } else if (listed < maxListed) {
        if (listed === 0) output.print('', words.heading);
        output.print(...problemLines(problem, output.tableWidth));
        listed += 1;
      } else notListed += 1;
    }
  }
  if (notListed > 0)
    output.print(`  ${upload === null ? words.moreInDryRun(notListed) : words.more(notListed)}`);
}

/** Files that were sent, or are to be, with something that a person has to look at. All of them with --json. */
export async function printFoundFiles(
  output: Pick<Output, 'json' | 'print' | 'write'>,
  upload: UploadId,
  files: Iterable<FoundFile>,
): Promise<void> {
  let listed = 0;
  let notListed = 0;
  for (const file of files) {
    if (output.json) await output.write(jsonLine('found', { upload, ...file }));
    else if (listed < maxListed) {
      if (listed === 0) output.print('', foundWords.heading);
      output.print(`  ${printable(foundFileText(file))}`);
      listed += 1;
    } else notListed += 1;
  }
  if (notListed > 0) output.print(`  ${words.more(notListed)}`);
}

function problemLines(problem: ProblemItem, width: number): string[] {
  const shown = truncateMiddle(printable(problem.path), width - indent);
  return [
    `  ${itemStates[problem.state].padEnd(indent - 2)}${shown}`,
    `${' '.repeat(indent)}${printable(problemText(problem))}`,
  ];
}
