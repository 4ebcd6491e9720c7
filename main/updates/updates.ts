/** A new version of Lading: looked for by itself, fetched when a person says so, installed when Lading ends. */
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { UpdatesView } from '../../preload/contract/views.ts';

/** What is used of electron-updater. Each rejects with what went wrong. */
export interface Feed {
  /** The version that is newer than this one; null where there is none. */
  newer(): Promise<string | null>;
  /** Its signature is checked before this resolves. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Ends Lading, installs and starts it again; what was downloaded is also installed by every other end. */
  install(): void;
  /** Nothing is installed when Lading ends now: the computer ends too and would kill an installer in the middle. */
  leave(): void;
  /** What went wrong after `install`. */
  onError(listener: (error: unknown) => void): void;
}

export interface UpdatesOptions {
  /** Loads the updater; null where no feed is configured. The answer is null where it cannot serve this installation. */
  readonly open: (() => Promise<Feed | null>) | null;
  readonly onChange: () => void;
  /** Drains, and only then does what ends Lading. */
  readonly endBy: (last: () => void) => void;
  /** The installation failed after the draining: Lading starts again as it was. */
  readonly startAgain: () => void;
  readonly onBug: (where: string, error: unknown) => void;
  readonly everyMs?: number;
  /** Longer than this it does not take to end Lading once the installation has begun. */
  readonly installMs?: number;
  readonly now?: () => Date;
}

export interface Updates {
  readonly view: UpdatesView;
  /** Looks, and looks again every day. */
  begin(): Promise<void>;
  check(): Promise<Result<undefined>>;
  download(): Promise<Result<undefined>>;
  install(): Promise<Result<undefined>>;
  leave(): void;
  stop(): void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createUpdates(options: UpdatesOptions): Updates {
  const { now = () => new Date(), everyMs = dayMs, installMs = 120_000 } = options;
  let view: UpdatesView = options.open === null ? { kind: 'off' } : { kind: 'current', checkedAt: null };
  let feed: Feed | null = null;
  let daily: NodeJS.Timeout | undefined;
  let isInstalling = false;
  let late: NodeJS.Timeout | undefined;

  function show(next: UpdatesView): void {
    view = next;
    options.onChange();
  }

  function failed(where: 'check' | 'download', error: unknown): void {
    options.onBug(`updates: ${where}`, error);
    show({ kind: 'failed', reason: reasonOf(where, error) });
  }

  async function feedOf(open: () => Promise<Feed | null>): Promise<Feed | null> {
    if (feed !== null) return feed;
    feed = await open();
    feed?.onError(comeBack);
    return feed;
  }

  async function check(): Promise<Result<undefined>> {
    if (options.open === null || view.kind === 'off') return none();
    // What is being fetched or lies ready stays: it is looked further after the next start.
    if (view.kind === 'checking' || view.kind === 'downloading' || view.kind === 'ready') {
      return success(undefined);
    }
    show({ kind: 'checking' });
    try {
      const from = await feedOf(options.open);
      if (from === null) {
        clearInterval(daily);
        show({ kind: 'off' });
        return success(undefined);
      }
      const version = await from.newer();
      show(
        version === null
          ? { kind: 'current', checkedAt: now().toISOString() }
          : { kind: 'available', version },
      );
    } catch (error) {
      failed('check', error);
    }
    return success(undefined);
  }

  function install(ready: Feed): void {
    isInstalling = true;
    try {
      ready.install();
    } catch (error) {
      comeBack(error);
    }
    // Nobody would see that it hangs: the window and the engine are gone by now. Counted from here: what installs on Linux
    // returns only when it is done, and waits for a password as long as a person takes to type it.
    if (isInstalling) late = setTimeout(() => comeBack(new Error('nothing happened')), installMs);
  }

  function comeBack(error: unknown): void {
    if (!isInstalling) return;
    isInstalling = false;
    clearTimeout(late);
    options.onBug('updates: install', error);
    feed?.leave();
    options.startAgain();
  }

  async function fetch(from: Feed, version: string): Promise<void> {
    show({ kind: 'downloading', version, percent: 0 });
    try {
      await from.download((percent) => {
        const whole = Math.max(0, Math.min(100, Math.floor(percent)));
        if (view.kind !== 'downloading' || view.percent === whole) return;
        show({ kind: 'downloading', version, percent: whole });
      });
      show({ kind: 'ready', version });
    } catch (error) {
      failed('download', error);
    }
  }

  return {
    get view() {
      return view;
    },
    async begin() {
      if (options.open === null) return;
      daily = setInterval(() => void check(), everyMs);
      daily.unref();
      await check();
    },
    check,
    async download() {
      if (feed === null) return none();
      if (view.kind === 'downloading' || view.kind === 'ready') return success(undefined);
      if (view.kind !== 'available') return failure('bad-input', 'Look for a new version first.');
      // Not awaited: it may take as long as the line is slow, and is told by percent.
      void fetch(feed, view.version);
      return success(undefined);
    },
    async install() {
      if (feed === null) return none();
      if (view.kind !== 'ready') return failure('bad-input', 'Download the new version first.');
      const ready = feed;
      options.endBy(() => install(ready));
      return success(undefined);
    },
    leave: () => feed?.leave(),
    stop: () => clearInterval(daily),
  };
}

function none(): ReturnType<typeof failure> {
  return failure(
    'bad-input',
    'This installation does not look for updates. A new version comes the way this one came.',
  );
}

/** For people; what the updater itself said goes to the log. Pure. */
export function reasonOf(where: 'check' | 'download', error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : '';
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') {
    return 'The new version is not signed by who signed this one. It was not kept. Tell whoever looks after your computer.';
  }
  if (code === 'ERR_CHECKSUM_MISMATCH') {
    return 'The new version did not arrive as it was sent. It was not kept. Try again.';
  }
  if (words.includes('net::ERR_')) {
    return 'The server for updates could not be reached. Lading looks again tomorrow.';
  }
  return where === 'check'
    ? 'The server for updates did not say which version is the newest. The log has its answer.'
    : 'The new version could not be downloaded. The log has the reason. Try again.';
}
