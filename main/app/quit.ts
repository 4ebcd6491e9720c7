import { app, type RelaunchOptions } from 'electron';

export interface Quit {
  readonly isQuitting: () => boolean;
  /** Drains as every quit does; then this ends Lading instead, or what is given later. */
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

/**
 * An AppImage's own program lies in a mount that is gone when it ends (electron-builder issues 1727 and 4650): it is
 * started by the file that a person starts. Pure.
 */
export function relaunchOf(appImage: string | undefined, argv: readonly string[]): RelaunchOptions {
  if (appImage === undefined) return {};
  const args = argv.slice(1).filter((each) => each !== extractAndRun);
  return { execPath: appImage, args: [extractAndRun, ...args] };
}

/** Without a mount, which may not be to be had while the old one is being taken down. */
const extractAndRun = '--appimage-extract-and-run';
