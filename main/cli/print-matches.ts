/** The custodians of an upload against a legal hold directory. */
import { basename } from 'node:path';
import { candidateText, reasonsText } from '../../preload/contract/texts/custodian-match-text.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { CustodianMatch } from '../../preload/contract/views/custodian-match.ts';
import type { UploadId } from '../engine/index.ts';
import type { CliContext } from './cli-context.ts';
import { formatTable } from './table.ts';
import { matches as words } from './words/custodians.ts';

const listedRows = 20;
const columns = [
  { title: words.custodian, shrinks: true },
  { title: words.directory, shrinks: true },
  { title: words.result },
  { title: words.score, align: 'right' as const },
  { title: words.reason },
];

/** `id` is null for a dry run. With --json, every custodian; else what was renamed and what is left to decide. */
export function printMatches(
  { output }: CliContext,
  id: UploadId | null,
  directory: string,
  found: readonly CustodianMatch[],
): void {
  for (const match of found) {
    const renamedTo = isRenamed(match) ? (match.candidates[0]?.name ?? null) : null;
    output.event('custodian-match', { upload: id, renamedTo, ...match });
  }
  const renamed = found.filter(isRenamed);
  const review = found.filter(({ status }) => status === 'review');
  const unmatched = found.filter(({ status }) => status === 'unmatched');
  const file = printable(basename(directory));
  output.print('', words.title(file, renamed.length, review.length, unmatched.length));
  const rows = [...renamed, ...review, ...unmatched];
  if (rows.length === 0) return;
  const cells = rows.slice(0, listedRows).map((row) => [printable(row.custodian), ...directoryCells(row)]);
  output.print(...formatTable(columns, cells, output.width));
  if (rows.length > listedRows) output.print(words.more(rows.length - listedRows));
}

/** A certain match whose spelling differs. */
function isRenamed({ custodian, status, candidates: [best] }: CustodianMatch): boolean {
  return status === 'matched' && best !== undefined && best.name !== custodian;
}

function directoryCells(match: CustodianMatch): readonly string[] {
  const { candidates, more } = match;
  const [best] = candidates;
  if (best === undefined) return ['', words.unmatched, '', ''];
  const others = candidates.length - 1 + more;
  return [
    printable(isRenamed(match) ? best.name : candidateText(best)),
    isRenamed(match) ? words.renamed : words.review,
    best.score.toFixed(2),
    words.why(reasonsText(best), others),
  ];
}
