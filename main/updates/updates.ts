/** Updates of Lading itself: checked daily, downloaded when a person asks, installed when Lading quits. */
import { type Failed, failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { UpdatesView } from '../../preload/contract/views/views.ts';
import type { UpdatesOff } from './feed-support.ts';

/** The part of electron-updater that is used. Every promise rejects with the updater's own error. */
export interface UpdateFeed {
  /** The version that is newer than this one; null if there is none. */
  findUpdate(): Promise<string | null>;
  /** Its signature is verified before this resolves. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Quits, installs and starts Lading again. A downloaded update is also installed at every other quit. */
  install(): void;
  /** Installs nothing at this quit: the computer is shutting down and would kill the installer halfway. */
  skipInstallOnQuit(): void;
  /** Errors after `install`. */
  onError(listener: (error: unknown) => void): void;
}

export interface UpdatesOptions {
  /** Loads the updater, which resolves to null where it can't replace this installation; or why updates are off. */
  readonly feed: (() => Promise<UpdateFeed | null>) | UpdatesOff;
  readonly onChange: () => void;
  /** Drains first, then calls `finish` to end Lading. */
  readonly quitWith: (finish: () => void) => void;
  /** The installation failed after draining, so Lading starts again unchanged. */
  readonly relaunch: () => void;
  readonly onError: (context: string, error: unknown) => void;
  readonly checkIntervalMs?: number;
  /** An installer that has not ended Lading by then has failed. */
  readonly installTimeoutMs?: number;
  readonly now?: () => Date;
}

export interface Updates {
  readonly view: UpdatesView;
  /** Checks now, and then every day. */
  start(): Promise<void>;
  check(): Promise<Result<undefined>>;
  download(): Promise<Result<undefined>>;
  install(): Promise<Result<undefined>>;
  skipInstallOnQuit(): void;
  stop(): void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createUpdates(options: UpdatesOptions): Updates {
  const { now = () => new Date(), checkIntervalMs = dayMs, installTimeoutMs = 120_000 } = options;
  const openFeed = typeof options.feed === 'string' ? null : options.feed;
  let view: UpdatesView =
    typeof options.feed === 'string'
      ? { kind: 'off', reason: options.feed }
      : { kind: 'current', checkedAt: null };
  let feed: UpdateFeed | null = null;
  let interval: NodeJS.Timeout | undefined;
  let installTimeout: NodeJS.Timeout | undefined;
  let isInstalling = false;

  function setView(next: UpdatesView): void {
    view = next;
    options.onChange();
  }

  function fail(step: UpdateStep, error: unknown): void {
    options.onError(`updates: ${step}`, error);
    setView({ kind: 'failed', failure: updateFailure(step, error).failure });
  }

  async function loadFeed(open: () => Promise<UpdateFeed | null>): Promise<UpdateFeed | null> {
    if (feed !== null) return feed;
    feed = await open();
    feed?.onError(handleInstallError);
    return feed;
  }

  async function check(): Promise<Result<undefined>> {
    if (openFeed === null || view.kind === 'off') return failure('update-off');
    // An update that is being downloaded or is ready is kept; the next check is after the next start.
    if (view.kind === 'checking' || view.kind === 'downloading' || view.kind === 'ready') {
      return success(undefined);
    }
    setView({ kind: 'checking' });
    try {
      const loaded = await loadFeed(openFeed);
      if (loaded === null) {
        clearInterval(interval);
        setView({ kind: 'off', reason: 'not-replaceable' });
        return success(undefined);
      }
      const version = await loaded.findUpdate();
      setView(
        version === null
          ? { kind: 'current', checkedAt: now().toISOString() }
          : { kind: 'available', version },
      );
    } catch (error) {
      fail('check', error);
    }
    return success(undefined);
  }

  function install(ready: UpdateFeed): void {
    isInstalling = true;
    try {
      ready.install();
    } catch (error) {
      handleInstallError(error);
    }
    // The window and the engine are gone by now, so a hanging installer would go unnoticed. The timeout starts here
    // because the installer on Linux returns only when it is done, after waiting for a person to type a password.
    if (isInstalling) {
      installTimeout = setTimeout(
        () => handleInstallError(new Error('The installer did not end Lading.')),
        installTimeoutMs,
      );
    }
  }

  function handleInstallError(error: unknown): void {
    if (!isInstalling) return;
    isInstalling = false;
    clearTimeout(installTimeout);
    options.onError('updates: install', error);
    feed?.skipInstallOnQuit();
    options.relaunch();
  }

  async function downloadFrom(from: UpdateFeed, version: string): Promise<void> {
    setView({ kind: 'downloading', version, percent: 0 });
    try {
      await from.download((exact) => {
        const percent = Math.max(0, Math.min(100, Math.floor(exact)));
        if (view.kind !== 'downloading' || view.percent === percent) return;
        setView({ kind: 'downloading', version, percent });
      });
      setView({ kind: 'ready', version });
    } catch (error) {
      fail('download', error);
    }
  }

  return {
    get view() {
      return view;
    },
    async start() {
      if (openFeed === null) return;
      interval = setInterval(() => void check(), checkIntervalMs);
      interval.unref();
      await check();
    },
    check,
    async download() {
      if (feed === null) return failure('update-off');
      if (view.kind === 'downloading' || view.kind === 'ready') return success(undefined);
      if (view.kind !== 'available') return failure('update-not-available');
      // Not awaited: it can take long, and the view shows its progress.
      void downloadFrom(feed, view.version);
      return success(undefined);
    },
    async install() {
      if (feed === null) return failure('update-off');
      if (view.kind !== 'ready') return failure('update-not-downloaded');
      const ready = feed;
      options.quitWith(() => install(ready));
      return success(undefined);
    },
    skipInstallOnQuit: () => feed?.skipInstallOnQuit(),
    stop: () => clearInterval(interval),
  };
}

type UpdateStep = 'check' | 'download';

/** What a person is shown; the updater's own message goes to the log. Pure. */
export function updateFailure(step: UpdateStep, error: unknown): Failed {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return failure('update-signature-invalid');
  if (code === 'ERR_CHECKSUM_MISMATCH') return failure('update-damaged');
  if (error instanceof Error && error.message.includes('net::ERR_')) {
    return failure('update-server-unreachable');
  }
  return failure(step === 'check' ? 'update-check-failed' : 'update-download-failed');
}
