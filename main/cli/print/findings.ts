/** What pre-flight found, worst first: all of it in a dry run, with examples; a line for each kind before an upload. */

import { findingAdvice, findingText, findingTitle } from '../../../preload/contract/texts/finding-text.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { isListedElsewhere, leftToDo } from '../../../preload/contract/views/finding-group.ts';
import type { Findings, StoredFindingGroup, UploadId } from '../../engine/index.ts';
import { jsonLine } from '../terminal/json-lines.ts';
import type { Output } from '../terminal/output.ts';
import { truncateMiddle, wrapText } from '../terminal/table.ts';
import { findings as words } from '../words/uploads.ts';

const maxExamples = 5;
const indent = 11;

type FindingOutput = Pick<Output, 'json' | 'print' | 'write' | 'width' | 'tableWidth'>;

/** `upload` is null for a dry run, whose findings are listed with examples. All of them with --json. */
export async function printFindings(
  output: FindingOutput,
  upload: UploadId | null,
  findings: Findings,
): Promise<void> {
  if (output.json) return writeEvents(output, upload, findings);
  const { inspection } = findings;
  const groups = findings.groups.filter(
    (group) => !isListedElsewhere(group) && !(group.code === 'not-checked' && inspection?.isSkipped === true),
  );
  if (inspection !== null) output.print(words.checked(inspection));
  if (groups.length === 0) {
    if (inspection !== null && !inspection.isSkipped && inspection.files > 0) output.print(words.nothing);
    return;
  }
  output.print('', words.heading);
  for (const group of groups) {
    output.print(groupLine(group));
    if (upload === null && group.severity !== 'info') output.print(...exampleLines(output, group, findings));
  }
  output.print(words.all);
}

function groupLine(group: StoredFindingGroup): string {
  const { code, severity, findings, bytes, skipped, opened } = group;
  const size = bytes === 0 ? '' : `, ${formatBytes(bytes)}`;
  const isOpen = opened > 0 && leftToDo(group) === 0;
  const note = `${skipped === 0 ? '' : words.skipped(skipped)}${opened === 0 ? '' : words.opened(opened, isOpen)}`;
  // Nothing is left to do.
  const shown = isOpen ? 'info' : severity;
  return `  ${words.severities[shown].padEnd(indent - 2)}${findingTitle(code)}: ${count(findings)}${size}${note}`;
}

function exampleLines(
  { width, tableWidth }: FindingOutput,
  group: StoredFindingGroup,
  findings: Findings,
): readonly string[] {
  const examples = findings.ofCode(group.code, maxExamples).map(({ finding }) => finding);
  const [first] = examples;
  if (first === undefined) return [];
  const texts = new Set(examples.map(findingText));
  const lines = (text: string, deeper = 0): readonly string[] => {
    const space = ' '.repeat(indent + deeper);
    return wrapText(printable(text), width - indent - deeper).map((line) => `${space}${line}`);
  };
  const more = group.findings - group.opened - examples.length;
  return [
    ...(texts.size === 1 ? lines(findingText(first)) : []),
    ...lines(`${words.advice} ${findingAdvice(first)}`),
    ...examples.flatMap((finding) => [
      ...(finding.path === ''
        ? []
        : [`${' '.repeat(indent + 2)}${truncateMiddle(printable(finding.path), tableWidth - indent - 2)}`]),
      ...(texts.size === 1 ? [] : lines(findingText(finding), 4)),
    ]),
    ...(more > 0 ? lines(words.more(more), 2) : []),
  ];
}

async function writeEvents(
  output: FindingOutput,
  upload: UploadId | null,
  { inspection, groups, all }: Findings,
): Promise<void> {
  await output.write(jsonLine('findings', { upload, inspection, groups }));
  // Before a real upload, a million lines would hold it up: the CSV file has them all.
  if (upload !== null) return;
  for (const { finding, sizeBytes, state } of all()) {
    const { id: _id, itemId: _itemId, ...shown } = finding;
    const text = findingText(finding);
    await output.write(jsonLine('finding', { upload, ...shown, sizeBytes, state, text }));
  }
}
