/** Progress where there is no terminal: one line every ten seconds and at each change of phase. Pure. */
import type { Progress } from '../engine/index.ts';
import {
  type Clock,
  formatByteRate,
  formatBytes,
  formatClockTime,
  formatCount,
  pluralize,
} from './format.ts';
import {
  acceptedBytes,
  acceptedFiles,
  percentDone,
  scannedTotal,
  statusLine,
  waitingNotice,
} from './progress-bars.ts';

export const lineIntervalMs = 10_000;

export interface LastLine {
  readonly phase: string;
  readonly atMs: number;
}

/** The next line to print, if it is time for one, and what to remember for the one after. */
export function nextProgressLine(
  told: LastLine | null,
  progress: Progress,
  clock: Clock,
): { readonly line: string | null; readonly told: LastLine } {
  const phase = phaseOf(progress);
  if (told !== null && told.phase === phase && clock.nowMs - told.atMs < lineIntervalMs)
    return { line: null, told };
  return {
    line: `${formatClockTime(clock)}  ${describe(progress, clock)}`,
    told: { phase, atMs: clock.nowMs },
  };
}

/** The countdown is no phase: only that it waits, and for what. */
function phaseOf(progress: Progress): string {
  return `${progress.state} ${progress.waiting?.reason ?? ''}`;
}

function describe(progress: Progress, clock: Clock): string {
  if (progress.state === 'scanning') {
    const tally = scannedTotal(progress);
    return `scanning  ${pluralize(tally.items, 'file')}, ${formatBytes(tally.bytes)} so far`;
  }
  const accepted = acceptedBytes(progress);
  const files = acceptedFiles(progress);
  const figures = [
    progress.state,
    `${percentDone(progress)} %`,
    `${formatBytes(accepted.done)} of ${formatBytes(accepted.total)}`,
    `${formatCount(files.done)} of ${pluralize(files.total, 'file')}`,
  ];
  if (progress.state === 'uploading')
    figures.push(formatByteRate(progress.bytesPerSecond), statusLine(progress, clock));
  const notice = waitingNotice(progress, clock);
  return [...figures, ...(notice === null ? [] : [notice])].join('  ');
}
