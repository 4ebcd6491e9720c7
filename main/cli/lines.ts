/** Progress where there is no terminal: one line every ten seconds and at each change of phase. Pure. */
import { waitingText } from '../../preload/contract/failure-text.ts';
import type { Progress } from '../engine/index.ts';
import { bytesAccepted, filesDone, found, outlook, percentDone, waitingNotice } from './bars.ts';
import { bytes, type Clock, count, counted, rate, timeStamp } from './units.ts';

export const lineEveryMs = 10_000;

export interface Told {
  readonly phase: string;
  readonly atMs: number;
}

/** The next line to print, if it is time for one, and what to remember for the one after. */
export function nextLine(
  told: Told | null,
  progress: Progress,
  clock: Clock,
): { readonly line: string | null; readonly told: Told } {
  const phase = phaseOf(progress);
  if (told !== null && told.phase === phase && clock.nowMs - told.atMs < lineEveryMs)
    return { line: null, told };
  return { line: `${timeStamp(clock)}  ${describe(progress, clock)}`, told: { phase, atMs: clock.nowMs } };
}

/** The countdown is no phase: only that it waits, and for what. */
function phaseOf(progress: Progress): string {
  return `${progress.state} ${progress.waiting === null ? '' : waitingText(progress.waiting)}`;
}

function describe(progress: Progress, clock: Clock): string {
  if (progress.state === 'scanning') {
    const tally = found(progress);
    return `scanning  ${counted(tally.items, 'file')}, ${bytes(tally.bytes)} so far`;
  }
  const accepted = bytesAccepted(progress);
  const files = filesDone(progress);
  const figures = [
    progress.state,
    `${percentDone(progress)} %`,
    `${bytes(accepted.done)} of ${bytes(accepted.total)}`,
    `${count(files.done)} of ${counted(files.total, 'file')}`,
  ];
  if (progress.state === 'uploading') figures.push(rate(progress.bytesPerSecond), outlook(progress, clock));
  const notice = waitingNotice(progress, clock);
  return [...figures, ...(notice === null ? [] : [notice])].join('  ');
}
