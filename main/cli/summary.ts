/** The short account after an upload, and what of it a person has to look at. Pure. */
import type { ProblemItem, UploadPlan, UploadSummary } from '../engine/index.ts';
import { formatBytes, formatCount, formatDuration, pluralize } from './format.ts';
import { printable, truncateMiddle } from './table.ts';

const listedProblems = 20;
const listedReasons = 5;

export interface ProblemSummary {
  /** Reason and how often, the most frequent first. */
  readonly skipped: readonly (readonly [reason: string, items: number])[];
  /** The first twenty that failed or are held. */
  readonly listed: readonly ProblemItem[];
  readonly notListed: number;
}

export function collectProblems(problems: Iterable<ProblemItem>): ProblemSummary {
  const reasons = new Map<string, number>();
  const listed: ProblemItem[] = [];
  let notListed = 0;
  for (const problem of problems) {
    if (problem.state === 'skipped') {
      // Reasons are few; should one day each name its own file, they must not fill the memory.
      const reason = reasons.has(problem.reason) || reasons.size < 1000 ? problem.reason : 'other reasons';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } else if (listed.length < listedProblems) listed.push(problem);
    else notListed += 1;
  }
  return { skipped: [...reasons].sort((a, b) => b[1] - a[1]), listed, notListed };
}

export interface NextCommands {
  readonly seeAll: string;
  readonly receipt: string;
  readonly retry: string;
  readonly decide: string;
}

export function summaryLines(
  summary: UploadSummary,
  problems: ProblemSummary,
  next: NextCommands,
  width: number,
): string[] {
  const { totals } = summary;
  const skipped = totals['skipped'];
  const dataset = summary.datasetId === null ? '' : ` in dataset ${summary.datasetId}`;
  return [
    `Sent      ${pluralize(totals.accepted.items, 'file')}, ${formatBytes(totals.accepted.bytes)}${dataset} “${printable(summary.datasetName)}”`,
    ...(skipped.items > 0
      ? [`Left out  ${pluralize(skipped.items, 'file')}, ${formatBytes(skipped.bytes)}`]
      : []),
    ...reasonLines(problems.skipped, width, next.seeAll),
    ...(totals.failed.items > 0 ? [`Failed    ${pluralize(totals.failed.items, 'file')}`] : []),
    ...(totals.held.items > 0
      ? [`Held      ${pluralize(totals.held.items, 'file')}: only a person can tell whether they arrived`]
      : []),
    ...problemLines(problems, width, next.seeAll),
    `Receipt   ${next.receipt}`,
    // What is held is not tried again by this: its own line says what a person has to decide.
    ...(totals.failed.items > 0 ? [`Again     ${next.retry}`] : []),
    ...(totals.held.items > 0 ? [`Decide    ${next.decide}`] : []),
  ];
}

function reasonLines(reasons: ProblemSummary['skipped'], width: number, seeAll: string): string[] {
  if (reasons.length === 0) return [];
  const lines = reasons
    .slice(0, listedReasons)
    .map(
      ([reason, items]) =>
        `          ${formatCount(items)}: ${truncateMiddle(printable(reason), width - 20)}`,
    );
  const others = reasons.slice(listedReasons).reduce((sum, [, items]) => sum + items, 0);
  const more = others === 0 ? [] : [`          ${formatCount(others)}: other reasons`];
  return [...lines, ...more, `          which: ${seeAll}`];
}

function problemLines(problems: ProblemSummary, width: number, seeAll: string): string[] {
  const lines = problems.listed.flatMap((problem) => [
    `          ${truncateMiddle(printable(problem.path), width - 10)}`,
    `            ${printable(problem.reason)}`,
  ]);
  return problems.notListed === 0
    ? lines
    : [...lines, `          … and ${formatCount(problems.notListed)} more: ${seeAll}`];
}

/** Before a byte is sent. */
export function planLines(plan: UploadPlan): string[] {
  const { queued } = plan.totals;
  const skipped = plan.totals['skipped'];
  const failed = plan.totals.failed;
  const work = [
    `${pluralize(queued.items, 'file')}, ${formatBytes(queued.bytes)}, in ${pluralize(plan.parts, 'part')}`,
    ...(skipped.items > 0 ? [`${formatCount(skipped.items)} left out`] : []),
    ...(failed.items > 0 ? [`${formatCount(failed.items)} cannot be sent`] : []),
  ].join('; ');
  return [
    `To send: ${work}`,
    ...(plan.leastSeconds < 1
      ? []
      : [
          `At least ${formatDuration(plan.leastSeconds)}: ${pluralize(plan.requests, 'request')} at the platform's pace.`,
        ]),
  ];
}
