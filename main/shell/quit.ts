import { app } from 'electron';

export interface Quit {
  readonly isQuitting: () => boolean;
  /** Drains as every quit does; then this ends Lading instead. */
  readonly endBy: (last: () => void) => void;
}

/** The first wish to quit drains; when that is done, or its deadline is over, Lading ends. */
export function drainBeforeQuit(drain: () => Promise<void>, onBug: (error: unknown) => void): Quit {
  let phase: 'open' | 'draining' | 'drained' = 'open';
  let last = (): void => app.quit();
  app.on('before-quit', (event) => {
    if (phase === 'drained') return;
    event.preventDefault();
    if (phase === 'draining') return;
    phase = 'draining';
    drain()
      .catch(onBug)
      .finally(() => {
        phase = 'drained';
        last();
      });
  });
  return {
    isQuitting: () => phase !== 'open',
    endBy(how) {
      last = how;
      app.quit();
    },
  };
}
