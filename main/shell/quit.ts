import { app } from 'electron';

export interface Quit {
  readonly isQuitting: () => boolean;
}

/** The first wish to quit drains; when that is done, or its deadline is over, Lading ends. */
export function drainBeforeQuit(drain: () => Promise<void>, onBug: (error: unknown) => void): Quit {
  let phase: 'open' | 'draining' | 'drained' = 'open';
  app.on('before-quit', (event) => {
    if (phase === 'drained') return;
    event.preventDefault();
    if (phase === 'draining') return;
    phase = 'draining';
    drain()
      .catch(onBug)
      .finally(() => {
        phase = 'drained';
        app.quit();
      });
  });
  return { isQuitting: () => phase !== 'open' };
}
