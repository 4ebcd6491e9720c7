/**
 * Signals that a command can't act on yet. A service manager may send one at once; without a handler, SIGHUP and SIGTERM would
 * end the process while it is still loading.
 */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const kept: NodeJS.Signals[] = [];

/** Until `takeEarlySignals`. A second signal to stop ends the process. */
export function keepEarlySignals(): void {
  for (const signal of signals) process.on(signal, keep);
}

/** Call when there are other handlers. In the order in which they came. */
export function takeEarlySignals(): readonly NodeJS.Signals[] {
  for (const signal of signals) process.off(signal, keep);
  return kept.splice(0);
}

function keep(signal: NodeJS.Signals): void {
  if (signal !== 'SIGHUP' && kept.some((earlier) => earlier !== 'SIGHUP')) process.exit(3);
  kept.push(signal);
}
