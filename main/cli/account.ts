/** The short account after an upload, and what of it a person has to look at. Pure. */
import { reasonText } from '../../preload/contract/failure-text.ts';
import type { ProblemItem, UploadPlan, UploadSummary } from '../engine/index.ts';
import { cutMiddle, printable } from './text.ts';
import { bytes, count, counted, duration } from './units.ts';

const listedProblems = 20;
const listedReasons = 5;

export interface Problems {
  /** Reason and how often, the most frequent first. */
  readonly skipped: readonly (readonly [reason: string, items: number])[];
  /** The first twenty that failed or are held. */
  readonly listed: readonly ProblemItem[];
  readonly notListed: number;
}

export function gather(problems: Iterable<ProblemItem>): Problems {
  const reasons = new Map<string, number>();
  const listed: ProblemItem[] = [];
  let notListed = 0;
  for (const problem of problems) {
    if (problem.state === 'skipped') {
      // Reasons are few; should one day each name its own file, they must not fill the memory.
      const text = problem.reason === null ? '' : reasonText(problem.reason);
      const reason = reasons.has(text) || reasons.size < 1000 ? text : 'other reasons';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } else if (listed.length < listedProblems) listed.push(problem);
    else notListed += 1;
  }
  return { skipped: [...reasons].sort((a, b) => b[1] - a[1]), listed, notListed };
}

export interface Next {
  readonly seeAll: string;
  readonly receipt: string;
  readonly retry: string;
  readonly decide: string;
}

export function account(summary: UploadSummary, problems: Problems, next: Next, width: number): string[] {
  const { totals } = summary;
  const skipped = totals['skipped'];
  const dataset = summary.datasetId === null ? '' : ` in dataset ${summary.datasetId}`;
  return [
    `Sent      ${counted(totals.accepted.items, 'file')}, ${bytes(totals.accepted.bytes)}${dataset} “${printable(summary.datasetName)}”`,
    ...(skipped.items > 0 ? [`Left out  ${counted(skipped.items, 'file')}, ${bytes(skipped.bytes)}`] : []),
    ...reasonLines(problems.skipped, width, next.seeAll),
    ...(totals.failed.items > 0 ? [`Failed    ${counted(totals.failed.items, 'file')}`] : []),
    ...(totals.held.items > 0
      ? [`Held      ${counted(totals.held.items, 'file')}: only a person can tell whether they arrived`]
      : []),
    ...problemLines(problems, width, next.seeAll),
    `Receipt   ${next.receipt}`,
    // What is held is not tried again by this: its own line says what a person has to decide.
    ...(totals.failed.items > 0 ? [`Again     ${next.retry}`] : []),
    ...(totals.held.items > 0 ? [`Decide    ${next.decide}`] : []),
  ];
}

function reasonLines(reasons: Problems['skipped'], width: number, seeAll: string): string[] {
  if (reasons.length === 0) return [];
  const lines = reasons
    .slice(0, listedReasons)
    .map(([reason, items]) => `          ${count(items)}: ${cutMiddle(printable(reason), width - 20)}`);
  const others = reasons.slice(listedReasons).reduce((sum, [, items]) => sum + items, 0);
  const more = others === 0 ? [] : [`          ${count(others)}: other reasons`];
  return [...lines, ...more, `          which: ${seeAll}`];
}

function problemLines(problems: Problems, width: number, seeAll: string): string[] {
  const lines = problems.listed.flatMap((problem) => [
    `          ${cutMiddle(printable(problem.path), width - 10)}`,
    `            ${printable(problem.reason === null ? '' : reasonText(problem.reason))}`,
  ]);
  return problems.notListed === 0
    ? lines
    : [...lines, `          … and ${count(problems.notListed)} more: ${seeAll}`];
}

/** Before a byte is sent. */
export function planLines(plan: UploadPlan): string[] {
  const { queued } = plan.totals;
  const skipped = plan.totals['skipped'];
  const failed = plan.totals.failed;
  const work = [
    `${counted(queued.items, 'file')}, ${bytes(queued.bytes)}, in ${counted(plan.parts, 'part')}`,
    ...(skipped.items > 0 ? [`${count(skipped.items)} left out`] : []),
    ...(failed.items > 0 ? [`${count(failed.items)} cannot be sent`] : []),
  ].join('; ');
  return [
    `To send: ${work}`,
    ...(plan.minSeconds < 1
      ? []
      : [
          `At least ${duration(plan.minSeconds)}: ${counted(plan.requests, 'request')} at the platform's pace.`,
        ]),
  ];
}
