import { afterEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import { updatesView } from '../../preload/contract/views/views.ts';
import fc from '../../test/fixtures/property.ts';
import { createUpdates, type Updates, type UpdatesOptions, updateFailure } from './updates.ts';

const started: Updates[] = [];
afterEach(() => {
  for (const updates of started.splice(0)) updates.stop();
});

function fakeFeed() {
  const did: string[] = [];
  const listeners: ((error: unknown) => void)[] = [];
  const feed = {
    next: null as string | null | Error,
    downloading: Promise.withResolvers<void>(),
    percent: (_: number): void => undefined,
    did,
    fail: (error: Error) => {
      for (const listener of listeners) listener(error);
    },
    async findUpdate() {
      did.push('check');
      if (feed.next instanceof Error) throw feed.next;
      return feed.next;
    },
    download(onPercent: (percent: number) => void) {
      did.push('download');
      feed.percent = onPercent;
      return feed.downloading.promise;
    },
    install: () => void did.push('install'),
    skipInstallOnQuit: () => void did.push('skip'),
    onError: (listener: (error: unknown) => void) => void listeners.push(listener),
  };
  return feed;
}

function updatesFrom(
  feed: UpdatesOptions['feed'],
  times: { readonly checkIntervalMs?: number; readonly installTimeoutMs?: number } = {},
) {
  const relaunched = Promise.withResolvers<void>();
  const seen: string[] = [];
  const errors: unknown[] = [];
  let finish: (() => void) | null = null;
  let relaunches = 0;
  const updates = createUpdates({
    feed,
    onChange: () => seen.push(updatesView.parse(updates.view).kind),
    quitWith: (next) => {
      finish = next;
    },
    relaunch: () => {
      relaunches += 1;
      relaunched.resolve();
    },
    onError: (_, error) => errors.push(error),
    now: () => new Date('2026-11-21T08:00:00Z'),
    ...times,
  });
  started.push(updates);
  return {
    updates,
    seen,
    errors,
    quit: () => finish,
    relaunches: () => relaunches,
    relaunched: relaunched.promise,
  };
}

const failed = (code: 'update-server-unreachable' | 'update-signature-invalid') => ({
  kind: 'failed',
  failure: failure(code).failure,
});

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('updates', () => {
  it('are off where they may not be installed, and every call says so', async () => {
    const { updates, seen } = updatesFrom('not-signed');
    await updates.start();
    expect(updates.view).toEqual({ kind: 'off', reason: 'not-signed' });
    for (const call of [updates.check, updates.download, updates.install]) {
      expect(await call()).toEqual(failure('update-off'));
    }
    expect(seen).toEqual([]);
  });

  it('are off where the updater cannot replace this installation', async () => {
    const { updates } = updatesFrom(async () => null);
    await updates.start();
    expect(updates.view).toEqual({ kind: 'off', reason: 'not-replaceable' });
  });

  it('are checked at the start, and the view says when', async () => {
    const feed = fakeFeed();
    const { updates, seen } = updatesFrom(async () => feed);
    await updates.start();
    expect(seen).toEqual(['checking', 'current']);
    expect(updates.view).toEqual({ kind: 'current', checkedAt: '2026-11-21T08:00:00.000Z' });
  });

  it('are checked again every day', async () => {
    const feed = fakeFeed();
    const again = Promise.withResolvers<void>();
    const { updates } = updatesFrom(
      async () => ({
        ...feed,
        async findUpdate() {
          if (feed.did.push('check') === 3) again.resolve();
          return null;
        },
      }),
      { checkIntervalMs: 1 },
    );
    await updates.start();
    await again.promise;
    expect(feed.did.length).toBeGreaterThanOrEqual(3);
  });

  it('are downloaded only when a person asks, and installed only when a person asks again', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, seen, quit } = updatesFrom(async () => feed);
    expect(await updates.install()).toMatchObject({ ok: false });
    await updates.start();
    expect(updates.view).toEqual({ kind: 'available', version: '2.0.0' });
    expect(feed.did).toEqual(['check']);
    await updates.download();
    for (const percent of [0.2, 12.9, 12.95, 100]) feed.percent(percent);
    expect(updates.view).toEqual({ kind: 'downloading', version: '2.0.0', percent: 100 });
    expect(await updates.install()).toMatchObject({ ok: false });
    feed.downloading.resolve();
    await tick();
    expect(updates.view).toEqual({ kind: 'ready', version: '2.0.0' });
    expect(seen.filter((kind) => kind === 'downloading')).toHaveLength(3);
    expect(quit()).toBe(null);
  });

  it('are installed only after draining', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, quit } = updatesFrom(async () => feed);
    await updates.start();
    await updates.download();
    feed.downloading.resolve();
    await tick();
    await updates.install();
    expect(feed.did).not.toContain('install');
    quit()?.();
    expect(feed.did).toContain('install');
  });

  it('that fail to install after draining relaunch Lading unchanged', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, quit, relaunches, errors } = updatesFrom(async () => feed);
    await updates.start();
    await updates.download();
    feed.downloading.resolve();
    await tick();
    feed.fail(new Error('before the installation'));
    expect(relaunches()).toBe(0);
    await updates.install();
    quit()?.();
    feed.fail(new Error('pkexec was refused'));
    feed.fail(new Error('pkexec was refused'));
    expect(relaunches()).toBe(1);
    expect(errors).toHaveLength(1);
    // The relaunch quits too, which must not install again.
    expect(feed.did.at(-1)).toBe('skip');
  });

  it('whose installer hangs relaunch Lading after a timeout', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, quit, relaunched } = updatesFrom(async () => feed, { installTimeoutMs: 1 });
    await updates.start();
    await updates.download();
    feed.downloading.resolve();
    await tick();
    await updates.install();
    quit()?.();
    await relaunched;
    expect(feed.did).toContain('install');
  });

  it('whose installer waits for a password are not timed out meanwhile', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const slow = { ...feed, install: () => void vi.advanceTimersByTime(60_000) };
    const { updates, quit, relaunches } = updatesFrom(async () => slow, { installTimeoutMs: 1_000 });
    await updates.start();
    await updates.download();
    feed.downloading.resolve();
    await tick();
    await updates.install();
    vi.useFakeTimers();
    try {
      quit()?.();
      expect(relaunches()).toBe(0);
      vi.advanceTimersByTime(1_000);
      expect(relaunches()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are checked again after the updater failed to load', async () => {
    const feed = fakeFeed();
    let isAvailable = false;
    const { updates } = updatesFrom(async () => {
      if (!isAvailable) throw new Error('no such chunk');
      return feed;
    });
    await updates.start();
    expect(updates.view.kind).toBe('failed');
    isAvailable = true;
    await updates.check();
    expect(updates.view.kind).toBe('current');
  });

  it('that fail say why, and are checked again when a person asks', async () => {
    const feed = fakeFeed();
    feed.next = new Error('net::ERR_INTERNET_DISCONNECTED');
    const { updates, errors } = updatesFrom(async () => feed);
    await updates.start();
    expect(updates.view).toEqual(failed('update-server-unreachable'));
    expect(errors).toHaveLength(1);
    feed.next = '2.0.0';
    await updates.check();
    await updates.download();
    feed.downloading.reject(
      Object.assign(new Error('not signed'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' }),
    );
    await tick();
    expect(updates.view).toEqual(failed('update-signature-invalid'));
    expect(await updates.install()).toMatchObject({ ok: false });
  });

  it('are not installed when the computer shuts down', async () => {
    const feed = fakeFeed();
    const { updates } = updatesFrom(async () => feed);
    await updates.start();
    updates.skipInstallOnQuit();
    expect(feed.did).toContain('skip');
  });

  it('never install what was not downloaded, in any order of calls', async () => {
    const action = fc.constantFrom('check', 'download', 'arrive', 'install', 'none', 'some');
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        const feed = fakeFeed();
        const { updates, quit } = updatesFrom(async () => feed);
        await updates.start();
        let isDownloaded = false;
        for (const next of actions) {
          if (next === 'check') await updates.check();
          if (next === 'download') await updates.download();
          if (next === 'install') await updates.install();
          if (next === 'none') feed.next = null;
          if (next === 'some') feed.next = '2.0.0';
          if (next === 'arrive') {
            isDownloaded ||= updates.view.kind === 'downloading';
            feed.downloading.resolve();
          }
          await tick();
          isDownloaded ||= updates.view.kind === 'ready';
          quit()?.();
          if (feed.did.includes('install')) expect(isDownloaded).toBe(true);
        }
        updates.stop();
      }),
      { numRuns: 100 },
    );
  });
});

describe('the reason of a failed update', () => {
  it('never contains the updater’s own message, which may have an address with its query', () => {
    const error = new Error('HttpError: 404 https://d.example/latest.yml?noCache=secret');
    for (const step of ['check', 'download'] as const)
      expect(JSON.stringify(updateFailure(step, error))).not.toContain('http');
  });
});
