/**
 * Ctrl-C: the first one asks for a clean stop, a second one exits at once. Where parts under way are worth finishing, one
 * more comes first, which finishes them.
 */
import { repeatMs, stopSignals, takeEarlySignals } from '../early-signals.ts';
import type { Outcome } from '../exit-code.ts';
import { exitProcess } from '../exit-process.ts';

export interface Interrupt {
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * `outcome` is what a second signal ends the process with. `finish` returns whether there is something to finish. Only a Ctrl-C has the time for it. With `onHangup`, a SIGHUP
 * asks for that instead of a stop.
 */
export function listenForInterrupt(
  onFirst: () => void,
  outcome: () => Outcome,
  finish: () => boolean = () => false,
  onHangup: (() => void) | null = null,
): Interrupt {
  const controller = new AbortController();
  let firstAtMs: number | null = null;
  let finishingAtMs: number | null = null;
  const isRepeated = (earlierMs: number | null): boolean =>
    earlierMs !== null && performance.now() - earlierMs <= repeatMs;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isRepeated(finishingAtMs) || isRepeated(firstAtMs)) return;
    if (firstAtMs === null) {
      if (signal === 'SIGINT' && finishingAtMs === null && finish()) {
        finishingAtMs = performance.now();
        return;
      }
      firstAtMs = performance.now();
      onFirst();
      controller.abort();
    } else exitProcess(outcome());
  };
  const handlers = stopSignals.map(
    (signal) => [signal, signal === 'SIGHUP' && onHangup !== null ? onHangup : onSignal] as const,
  );
  for (const [signal, handler] of handlers) process.on(signal, handler);
  for (const early of takeEarlySignals())
    for (const [signal, handler] of handlers) if (signal === early) handler(early);
  // bin.js is gone: nobody sees this command any more.
  const onOrphaned = () => {
    if (firstAtMs === null) onSignal('SIGHUP');
  };
  process.on('disconnect', onOrphaned);
  process.channel?.unref();
  if (process.connected === false) onOrphaned();
  return {
    signal: controller.signal,
    dispose() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      process.off('disconnect', onOrphaned);
      process.channel?.ref();
    },
  };
}
