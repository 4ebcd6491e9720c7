import { app, type RelaunchOptions } from 'electron';

export interface QuitController {
  readonly isQuitting: () => boolean;
  /** Drains as for every quit, then calls this instead of `app.quit`. The last one given wins. */
  readonly quitWith: (finish: () => void) => void;
}

/** The first attempt to quit starts draining. Lading quits when that is done, or its deadline has passed. */
export function drainBeforeQuit(
  drain: () => Promise<void>,
  onError: (error: unknown) => void,
): QuitController {
  let phase: 'open' | 'draining' | 'drained' = 'open';
  let finish = (): void => app.quit();
  app.on('before-quit', (event) => {
    if (phase === 'drained') return;
    event.preventDefault();
    if (phase === 'draining') return;
    phase = 'draining';
    drain()
      .catch(onError)
      .finally(() => {
        phase = 'drained';
        finish();
      });
  });
  return {
    isQuitting: () => phase !== 'open',
    quitWith(next) {
      finish = next;
      app.quit();
    },
  };
}

/**
 * An AppImage's program is on a mount that disappears when it ends (electron-builder issues 1727 and 4650), so it is
 * relaunched by the file that a person starts. Pure.
 */
export function relaunchOptions(appImage: string | undefined, argv: readonly string[]): RelaunchOptions {
  if (appImage === undefined) return {};
  const args = argv.slice(1).filter((arg) => arg !== extractAndRun);
  return { execPath: appImage, args: [extractAndRun, ...args] };
}

/** Runs without a mount: mounting can fail while the old one is being removed. */
const extractAndRun = '--appimage-extract-and-run';
