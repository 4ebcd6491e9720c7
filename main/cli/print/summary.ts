/** The plan before an upload, and the summary after it. Pure. */

import { foundTexts } from '../../../preload/contract/texts/exception-text.ts';
import { count } from '../../../preload/contract/texts/format-number.ts';
import { hashListText } from '../../../preload/contract/texts/hash-list-text.ts';
import { packingText } from '../../../preload/contract/texts/packing-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { type Clock, forecastLines } from '../../../preload/contract/texts/time-forecast-text.ts';
import { countFound } from '../../../preload/contract/views/exception.ts';
import type { ItemState, ProblemItem, UploadPlan, UploadSummary } from '../../engine/index.ts';
import { present, truncateMiddle } from '../terminal/table.ts';
import { plan as planWords } from '../words/plan.ts';
import { itemStates, problemText, stateTally, tally, summary as words } from '../words/uploads.ts';
import { createFirstByPath } from './first-by-path.ts';

const maxListedProblems = 20;
const maxListedReasons = 5;
/** Every file could have a reason of its own; the rest are counted together. */
const maxReasons = 1000;

export interface ProblemSummary {
  /** Reasons with their number of files, the most frequent first. */
  readonly skipped: readonly (readonly [reason: string, files: number])[];
  /** The first failed and held files. */
  readonly listed: readonly ProblemItem[];
  readonly notListed: number;
}

export function collectProblems(problems: Iterable<ProblemItem>): ProblemSummary {
  const reasons = new Map<string, number>();
  const unsent = createFirstByPath<ProblemItem>(maxListedProblems);
  for (const problem of problems) {
    if (problem.state === 'skipped') {
      const text = problemText(problem);
      const reason = reasons.has(text) || reasons.size < maxReasons ? text : words.otherReasons;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } else unsent.add(problem);
  }
  const listed = unsent.rows();
  return {
    skipped: [...reasons].sort((a, b) => b[1] - a[1]),
    listed,
    notListed: unsent.count() - listed.length,
  };
}

export interface NextCommands {
  readonly seeAll: string;
  readonly receipt: string;
  readonly retry: string;
  /** Without the flag that says what to do. */
  readonly review: string;
}

const labelWidth = 14;
const indent = ' '.repeat(labelWidth);

function labeled(label: string, text: string): string {
  return `${label.padEnd(labelWidth)}${text}`;
}

export function summaryLines(
  summary: UploadSummary,
  problems: ProblemSummary,
  next: NextCommands,
  width: number,
): string[] {
  const { totals, datasetId, datasetName } = summary;
  const { handedOver, failed, held } = totals;
  const line = (state: ItemState, note = '') =>
    totals[state].items > 0 && labeled(itemStates[state], `${stateTally(totals[state], summary)}${note}`);
  return present(
    labeled(
      itemStates.accepted,
      `${tally(totals.accepted)}${words.dataset(datasetId, printable(datasetName))}`,
    ),
    handedOver.items > 0 && labeled(itemStates.handedOver, words.handedOver(handedOver.items)),
    line('skipped'),
    ...reasonLines(problems.skipped, width, next.seeAll),
    line('failed', summary.unreadFolders === 0 ? '' : words.unreadFolders(summary.unreadFolders)),
    line('held', `: ${words.heldNote(held.items, summary.withheld)}`),
    ...problemLines(problems, width, next.seeAll),
    countFound(summary.exceptions) > 0 && labeled(words.found, foundTexts(summary.exceptions).join(', ')),
    summary.hashLists && labeled(words.hashLists, hashListText(summary.hashLists)),
    labeled(words.receipt, next.receipt),
    failed.items > 0 && labeled(words.retry, next.retry),
    // A held file may have been accepted, so --retry-failed doesn't retry it.
    held.items > 0 && labeled(words.review, words.reviewCommands(next.review)),
  );
}

function reasonLines(reasons: ProblemSummary['skipped'], width: number, seeAll: string): string[] {
  if (reasons.length === 0) return [];
  const line = (files: number, reason: string) => `${indent}${count(files)}: ${reason}`;
  const lines = reasons
    .slice(0, maxListedReasons)
    .map(([reason, files]) => line(files, truncateMiddle(printable(reason), width - labelWidth - 10)));
  const others = reasons.slice(maxListedReasons).reduce((sum, [, files]) => sum + files, 0);
  return [
    ...lines,
    ...(others === 0 ? [] : [line(others, words.otherReasons)]),
    `${indent}${words.seeAll(seeAll)}`,
  ];
}

function problemLines({ listed, notListed }: ProblemSummary, width: number, seeAll: string): string[] {
  const lines = listed.flatMap((problem) => [
    `${indent}${truncateMiddle(printable(problem.path), width - labelWidth)}`,
    `${indent}  ${printable(problemText(problem))}`,
  ]);
  return notListed === 0 ? lines : [...lines, `${indent}${words.moreProblems(notListed, seeAll)}`];
}

export function planLines(plan: UploadPlan, clock: Clock): string[] {
  const { totals, links, parts, time, packing } = plan;
  const { queued, skipped, failed } = totals;
  const files = { ...queued, items: queued.items - links.length };
  const total = [
    ...(files.items > 0 || links.length === 0 ? [planWords.total(files, parts)] : []),
    ...(skipped.items > 0 ? [planWords.skipped(skipped.items)] : []),
    ...(failed.items > 0 ? [planWords.failed(failed.items)] : []),
  ].join('; ');
  return [
    ...(total === '' ? [] : [total]),
    ...linkLines(links),
    ...sentLines(plan),
    ...timeLines(time, clock),
    ...(packing.packs === 0 ? [] : [packingText(packing)]),
  ];
}

function timeLines(time: UploadPlan['time'], clock: Clock): readonly string[] {
  const [first = '', ...more] = forecastLines(time, clock);
  return more.length === 0
    ? [planWords.time(first)]
    : [planWords.timeByLine, ...[first, ...more].map((line) => `  ${line}`)];
}

function sentLines({ alreadySent, sentAgain, onlyNew }: UploadPlan): string[] {
  if (alreadySent.items === 0) return [];
  const none = onlyNew ? planWords.alreadySentSkipped : planWords.alreadySentLeftOut;
  const again = onlyNew ? planWords.alreadySentAnyway : planWords.alreadySentAgain;
  const effect = sentAgain === 0 ? none : again(sentAgain === alreadySent.items, sentAgain);
  return [`${planWords.alreadySent(alreadySent)} ${effect}`];
}

function linkLines(links: UploadPlan['links']): string[] {
  if (links.length === 0) return [];
  const sizes = links.map(({ sizeBytes }) => sizeBytes).filter((size) => size !== null);
  const sum = sizes.reduce((total, size) => total + size, 0);
  return [planWords.links(links.length, sum, links.length - sizes.length)];
}
