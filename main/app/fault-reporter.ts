/** Writes the window's own faults to the log. What it reports is not trusted: the log escapes it, and it is limited in number. */
import type { RendererFault } from '../../preload/contract/index.ts';

/** A fault in a render loop repeats endlessly and would push everything else out of the log. */
const limit = 20;
const windowMs = 60_000;

export function createFaultReporter(
  write: (message: string) => void,
  now: () => number = Date.now,
): (fault: RendererFault) => void {
  let windowStart = Number.NEGATIVE_INFINITY;
  let count = 0;
  return ({ source, message, stack }) => {
    if (now() - windowStart >= windowMs) {
      if (count > limit) write(`window: ${count - limit} more faults were not logged.`);
      windowStart = now();
      count = 0;
    }
    count += 1;
    if (count <= limit) write(`window (${source}): ${message}${stack === '' ? '' : `\n${stack}`}`);
    if (count === limit) write('window: Further faults in this minute are not logged.');
  };
}
