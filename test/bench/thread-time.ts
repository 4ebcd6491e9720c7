import { readFileSync } from 'node:fs';

/** How a process's main thread spent its time since its start. */
export interface ThreadTime {
  readonly ranMs: number;
  /** Ready to run, but every processor was busy: the load of the computer, not of the program. */
  readonly waitedMs: number;
}

export function readThreadTime(pid: number): ThreadTime | null {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
  } catch {
    return null;
  }
}

/** The time between two readings, as text. Empty without /proc. */
export function describeThreadTime(
  before: ThreadTime | null,
  after: ThreadTime | null,
  seconds: number,
): string {
  if (before === null || after === null) return '';
  const share = (ms: number): string => `${(ms / seconds / 10).toFixed(0)} %`;
  const waited = share(after.waitedMs - before.waitedMs);
  return `; ran ${share(after.ranMs - before.ranMs)} of the time, waited ${waited} for a processor`;
}
