/** Progress without a terminal: one line every ten seconds, and one whenever the phase changes. Pure. */

import { formatByteRate, formatBytesOf } from '../../../preload/contract/texts/format-bytes.ts';
import type { Clock } from '../../../preload/contract/texts/time-forecast-text.ts';
import { unavailableSourceText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import { waitingText } from '../../../preload/contract/texts/wait-reason-text.ts';
import type { Progress } from '../../engine/index.ts';
import { filesOf, percentDone, scannedSoFar, states } from '../words/progress.ts';
import { findings } from '../words/uploads.ts';
import {
  outcomeTexts,
  overallPercent,
  progressOf,
  scannedTotal,
  statusLine,
  waitNotices,
} from './progress-bars.ts';
import { formatClockTime } from './time.ts';

export const lineIntervalMs = 10_000;

export interface LastLine {
  readonly phase: string;
  readonly atMs: number;
}

/** The next line to print, or null if it isn't time for one; and what to pass in as `last` the next time. */
export function nextProgressLine(
  last: LastLine | null,
  progress: Progress,
  clock: Clock,
): { readonly line: string | null; readonly last: LastLine } {
  const phase = phaseOf(progress);
  if (last !== null && last.phase === phase && clock.nowMs - last.atMs < lineIntervalMs) {
    return { line: null, last };
  }
  return {
    line: `${formatClockTime(clock)}  ${progressLine(progress, clock)}`,
    last: { phase, atMs: clock.nowMs },
  };
}

/** Changes with the state, the sources that are away and the reason for a wait, but not with its countdown. */
export function phaseOf(progress: Progress): string {
  const away = progress.unavailableSources.map(unavailableSourceText).join(' ');
  const phase = progress.inspection === null ? '' : 'inspection';
  return `${progress.state} ${phase} ${away} ${progress.waiting === null ? '' : waitingText(progress.waiting)}`;
}

function progressLine(progress: Progress, clock: Clock): string {
  if (progress.state === 'scanning') {
    if (progress.inspection !== null) {
      const { checked, files } = progress.inspection;
      return [findings.scanning(checked, files), ...waitNotices(progress, clock)].join('  ');
    }
    const { items, bytes } = scannedTotal(progress);
    return [states.scanning, scannedSoFar(items, bytes), ...waitNotices(progress, clock)].join('  ');
  }
  const { bytes, files } = progressOf(progress);
  return [
    states[progress.state],
    percentDone(overallPercent(progress)),
    formatBytesOf(bytes.done, bytes.total),
    filesOf(files.done, files.total),
    ...(progress.state === 'uploading'
      ? [formatByteRate(progress.bytesPerSecond), statusLine(progress, clock)]
      : outcomeTexts(progress)),
    ...waitNotices(progress, clock),
  ].join('  ');
}
