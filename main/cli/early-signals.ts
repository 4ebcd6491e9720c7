/**
 * Signals that a command can't act on yet. A service manager may send one at once; without a handler, SIGHUP and SIGTERM would
 * end the process while it is still loading.
 */
import { exitCodeOf } from './exit-code.ts';

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const kept: NodeJS.Signals[] = [];
let stoppedAtMs: number | null = null;
let onTaken = (): void => undefined;

/** npm, npx, and timeout repeat a signal that its process group already has. Two within this time are one. */
export const repeatMs = 300;

/** Until `takeEarlySignals`. A second signal to stop ends the process, which has begun nothing. */
export function keepEarlySignals(): void {
  for (const signal of stopSignals) process.on(signal, keep);
}

/** `taken` is called once there are other handlers: from then on there may be something to resume. */
export function whenSignalsAreTaken(taken: () => void): void {
  onTaken = taken;
}

/** Call when there are other handlers. In the order in which they came. */
export function takeEarlySignals(): readonly NodeJS.Signals[] {
  onTaken();
  for (const signal of stopSignals) process.off(signal, keep);
  return kept.splice(0);
}

function keep(signal: NodeJS.Signals): void {
  if (signal !== 'SIGHUP' && stoppedAtMs !== null) {
    if (performance.now() - stoppedAtMs > repeatMs) process.exit(exitCodeOf('not-begun'));
    return;
  }
  if (signal !== 'SIGHUP') stoppedAtMs = performance.now();
  kept.push(signal);
}
