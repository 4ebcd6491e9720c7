/** Ctrl-C: the first one asks for a clean stop, a second one exits at once. */
import { exitProcess } from './exit-process.ts';

export interface Interrupt {
  readonly signal: AbortSignal;
  dispose(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm and npx repeat a Ctrl-C that the terminal has already sent. Two signals within this time are one. */
const repeatMs = 300;

export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let firstAtMs: number | null = null;
  const onSignal = () => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - firstAtMs > repeatMs) {
      exitProcess(3);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  // bin.js is gone: nobody sees this command any more.
  const onOrphaned = () => {
    if (firstAtMs === null) onSignal();
  };
  process.on('disconnect', onOrphaned);
  process.channel?.unref();
  if (process.connected === false) onOrphaned();
  return {
    signal: controller.signal,
    dispose() {
      for (const signal of signals) process.off(signal, onSignal);
      process.off('disconnect', onOrphaned);
    },
  };
}
