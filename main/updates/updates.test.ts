import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { updatesView } from '../../preload/contract/views.ts';
import { createUpdates, type Feed, reasonOf, type Updates } from './updates.ts';

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
    async newer() {
      did.push('newer');
      if (feed.next instanceof Error) throw feed.next;
      return feed.next;
    },
    download(onPercent: (percent: number) => void) {
      did.push('download');
      feed.percent = onPercent;
      return feed.downloading.promise;
    },
    install: () => void did.push('install'),
    leave: () => void did.push('leave'),
    onError: (listener: (error: unknown) => void) => void listeners.push(listener),
  };
  return feed;
}

function stage(
  open: (() => Promise<Feed | null>) | null,
  times: { readonly everyMs?: number; readonly installMs?: number } = {},
) {
  const cameBack = Promise.withResolvers<void>();
  const seen: string[] = [];
  const bugs: unknown[] = [];
  let last: (() => void) | null = null;
  let startsAgain = 0;
  const updates = createUpdates({
    open,
    onChange: () => seen.push(updatesView.parse(updates.view).kind),
    endBy: (how) => {
      last = how;
    },
    startAgain: () => {
      startsAgain += 1;
      cameBack.resolve();
    },
    onBug: (_, error) => bugs.push(error),
    now: () => new Date('2026-11-21T08:00:00Z'),
    ...times,
  });
  started.push(updates);
  return {
    updates,
    seen,
    bugs,
    drained: () => last,
    startsAgain: () => startsAgain,
    cameBack: cameBack.promise,
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('updates', () => {
  it('are off where no feed is configured, and say so to every wish', async () => {
    const { updates, seen } = stage(null);
    await updates.begin();
    expect(updates.view).toEqual({ kind: 'off' });
    for (const wish of [updates.check, updates.download, updates.install]) {
      expect(await wish()).toMatchObject({
        ok: false,
        failure: { code: 'bad-input', message: expect.stringContaining('does not look for updates') },
      });
    }
    expect(seen).toEqual([]);
  });

  it('are off where the updater cannot replace this installation', async () => {
    const { updates } = stage(async () => null);
    await updates.begin();
    expect(updates.view).toEqual({ kind: 'off' });
  });

  it('are looked for at the start, and it is said when', async () => {
    const feed = fakeFeed();
    const { updates, seen } = stage(async () => feed);
    await updates.begin();
    expect(seen).toEqual(['checking', 'current']);
    expect(updates.view).toEqual({ kind: 'current', checkedAt: '2026-11-21T08:00:00.000Z' });
  });

  it('are looked for again every day', async () => {
    const feed = fakeFeed();
    const again = Promise.withResolvers<void>();
    const { updates } = stage(
      async () => ({
        ...feed,
        async newer() {
          if (feed.did.push('newer') === 3) again.resolve();
          return null;
        },
      }),
      { everyMs: 1 },
    );
    await updates.begin();
    await again.promise;
    expect(feed.did.length).toBeGreaterThanOrEqual(3);
  });

  it('wait for a person before anything is downloaded, and for another word before they are installed', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, seen, drained } = stage(async () => feed);
    expect(await updates.install()).toMatchObject({ ok: false });
    await updates.begin();
    expect(updates.view).toEqual({ kind: 'available', version: '2.0.0' });
    expect(feed.did).toEqual(['newer']);
    await updates.download();
    for (const percent of [0.2, 12.9, 12.95, 100]) feed.percent(percent);
    expect(updates.view).toEqual({ kind: 'downloading', version: '2.0.0', percent: 100 });
    expect(await updates.install()).toMatchObject({ ok: false });
    feed.downloading.resolve();
    await settled();
    expect(updates.view).toEqual({ kind: 'ready', version: '2.0.0' });
    expect(seen.filter((kind) => kind === 'downloading')).toHaveLength(3);
    expect(drained()).toBe(null);
  });

  it('are installed only after everything that is being sent was drained', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, drained } = stage(async () => feed);
    await updates.begin();
    await updates.download();
    feed.downloading.resolve();
    await settled();
    await updates.install();
    expect(feed.did).not.toContain('install');
    drained()?.();
    expect(feed.did).toContain('install');
  });

  it('that cannot be installed after the draining leave Lading running as it was', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, drained, startsAgain, bugs } = stage(async () => feed);
    await updates.begin();
    await updates.download();
    feed.downloading.resolve();
    await settled();
    feed.fail(new Error('of no consequence'));
    expect(startsAgain()).toBe(0);
    await updates.install();
    drained()?.();
    feed.fail(new Error('pkexec was refused'));
    feed.fail(new Error('pkexec was refused'));
    expect(startsAgain()).toBe(1);
    expect(bugs).toHaveLength(1);
    // Its quit must not begin the installation once more.
    expect(feed.did.at(-1)).toBe('leave');
  });

  it('whose installation does nothing leave nobody before a Lading that is gone but not ended', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const { updates, drained, cameBack } = stage(async () => feed, { installMs: 1 });
    await updates.begin();
    await updates.download();
    feed.downloading.resolve();
    await settled();
    await updates.install();
    drained()?.();
    await cameBack;
    expect(feed.did).toContain('install');
  });

  it('whose installation waits for a password are not given up on while it does', async () => {
    const feed = fakeFeed();
    feed.next = '2.0.0';
    const slow = { ...feed, install: () => void vi.advanceTimersByTime(60_000) };
    const { updates, drained, startsAgain } = stage(async () => slow, { installMs: 1_000 });
    await updates.begin();
    await updates.download();
    feed.downloading.resolve();
    await settled();
    await updates.install();
    vi.useFakeTimers();
    try {
      drained()?.();
      expect(startsAgain()).toBe(0);
      vi.advanceTimersByTime(1_000);
      expect(startsAgain()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are looked for again after the updater could not be loaded', async () => {
    const feed = fakeFeed();
    let isThere = false;
    const { updates } = stage(async () => {
      if (!isThere) throw new Error('no such chunk');
      return feed;
    });
    await updates.begin();
    expect(updates.view.kind).toBe('failed');
    isThere = true;
    await updates.check();
    expect(updates.view.kind).toBe('current');
  });

  it('that cannot be had say why, and are looked for again when a person asks', async () => {
    const feed = fakeFeed();
    feed.next = new Error('net::ERR_INTERNET_DISCONNECTED');
    const { updates, bugs } = stage(async () => feed);
    await updates.begin();
    expect(updates.view).toMatchObject({ kind: 'failed', reason: expect.stringContaining('reached') });
    expect(bugs).toHaveLength(1);
    feed.next = '2.0.0';
    await updates.check();
    await updates.download();
    feed.downloading.reject(
      Object.assign(new Error('not signed'), { code: 'ERR_UPDATER_INVALID_SIGNATURE' }),
    );
    await settled();
    expect(updates.view).toMatchObject({ kind: 'failed', reason: expect.stringContaining('not signed') });
    expect(await updates.install()).toMatchObject({ ok: false });
  });

  it('do not disturb an end of the whole computer', async () => {
    const feed = fakeFeed();
    const { updates } = stage(async () => feed);
    await updates.begin();
    updates.leave();
    expect(feed.did).toContain('leave');
  });

  it('never install what was not downloaded, in whatever order things are asked', async () => {
    const wish = fc.constantFrom('check', 'download', 'arrive', 'install', 'none', 'some');
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 12 }), async (wishes) => {
        const feed = fakeFeed();
        const { updates, drained } = stage(async () => feed);
        await updates.begin();
        let hasArrived = false;
        for (const next of wishes) {
          if (next === 'check') await updates.check();
          if (next === 'download') await updates.download();
          if (next === 'install') await updates.install();
          if (next === 'none') feed.next = null;
          if (next === 'some') feed.next = '2.0.0';
          if (next === 'arrive') {
            hasArrived ||= updates.view.kind === 'downloading';
            feed.downloading.resolve();
          }
          await settled();
          hasArrived ||= updates.view.kind === 'ready';
          drained()?.();
          if (feed.did.includes('install')) expect(hasArrived).toBe(true);
        }
        updates.stop();
      }),
      { numRuns: 100 },
    );
  });
});

describe('what a failed update is said to have failed for', () => {
  it('never shows the updater’s own words, which may carry an address with its query', () => {
    const error = new Error('HttpError: 404 https://d.example/latest.yml?noCache=secret');
    for (const where of ['check', 'download'] as const) expect(reasonOf(where, error)).not.toContain('http');
  });
});
