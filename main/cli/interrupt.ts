/** Ctrl-C: the first asks for a clean stop, a second ends at once. */

export interface Interrupt {
  readonly signal: AbortSignal;
  dispose(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm and npx pass on the Ctrl-C that the terminal has already sent: within this time two are one. */
const sameKeyMs = 300;

export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let firstAtMs: number | null = null;
  const onSignal = () => {
    if (firstAtMs === null) {
      firstAtMs = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - firstAtMs > sameKeyMs) {
      process.exit(3);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    dispose() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
