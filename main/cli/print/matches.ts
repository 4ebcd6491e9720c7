/** The custodians of an upload against a legal hold directory. */
import { basename } from 'node:path';
import { candidateText, reasonsText } from '../../../preload/contract/texts/custodian-match-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { CustodianMatch } from '../../../preload/contract/views/custodian-match.ts';
import type { UploadId } from '../../engine/index.ts';
import type { CliContext } from '../cli-context.ts';
import { formatList, left, right, shrinking } from '../terminal/table.ts';
import { matches as words } from '../words/directories.ts';
import { moreInJson } from '../words/uploads.ts';

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
  output.print(...formatList(columns, rows, output.tableWidth, moreInJson));
}

/** A certain match whose spelling differs. */
function isRenamed({ custodian, status, candidates: [best] }: CustodianMatch): boolean {
  return status === 'matched' && best !== undefined && best.name !== custodian;
}

const columns = [
  shrinking<CustodianMatch>(words.custodian, ({ custodian }) => custodian),
  shrinking<CustodianMatch>(words.directory, (match) => {
    const [best] = match.candidates;
    if (best === undefined) return '';
    return isRenamed(match) ? best.name : candidateText(best);
  }),
  left<CustodianMatch>(words.result, (match) => {
    if (match.candidates.length === 0) return words.unmatched;
    return isRenamed(match) ? words.renamed : words.review;
  }),
  right<CustodianMatch>(words.score, ({ candidates: [best] }) => best?.score.toFixed(2) ?? ''),
  left<CustodianMatch>(words.reason, ({ candidates: [best, ...others], more }) =>
    best === undefined ? '' : words.why(reasonsText(best), others.length + more),
  ),
];
