import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const log: string[] = [];
const app = Object.assign(new EventEmitter(), {
  quit() {
    let isPrevented = false;
    app.emit('before-quit', {
      preventDefault() {
        isPrevented = true;
      },
    });
    log.push(isPrevented ? 'prevented' : 'ended');
  },
});
vi.mock('electron', () => ({ app }));
const { drainBeforeQuit, relaunchOptions } = await import('./quit.ts');

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('quitting', () => {
  beforeEach(() => {
    log.length = 0;
    app.removeAllListeners();
  });

  it('is prevented until draining is done, which happens only once', async () => {
    const drained = Promise.withResolvers<void>();
    let drains = 0;
    const quit = drainBeforeQuit(
      () => {
        drains += 1;
        return drained.promise;
      },
      () => undefined,
    );
    expect(quit.isQuitting()).toBe(false);
    app.quit();
    app.quit();
    expect(log).toEqual(['prevented', 'prevented']);
    expect(quit.isQuitting()).toBe(true);
    drained.resolve();
    await tick();
    expect(log).toEqual(['prevented', 'prevented', 'ended']);
    expect(drains).toBe(1);
  });

  it('for an update installs it after draining, even if that fails, and lets the installer’s own quit through', async () => {
    const drained = Promise.withResolvers<void>();
    const errors: unknown[] = [];
    const quit = drainBeforeQuit(
      () => drained.promise,
      (error) => errors.push(error),
    );
    quit.quitWith(() => {
      log.push('installed');
      app.quit();
    });
    expect(log).toEqual(['prevented']);
    drained.reject(new Error('late'));
    await tick();
    expect(log).toEqual(['prevented', 'installed', 'ended']);
    expect(errors).toHaveLength(1);
  });

  it('for a shutdown replaces an installation that was to follow', async () => {
    const drained = Promise.withResolvers<void>();
    const quit = drainBeforeQuit(
      () => drained.promise,
      () => undefined,
    );
    quit.quitWith(() => log.push('installed'));
    quit.quitWith(() => app.quit());
    drained.resolve();
    await tick();
    expect(log).toEqual(['prevented', 'prevented', 'ended']);
  });

  it('relaunches an AppImage by its file, and everything else as it was started', () => {
    const argv = ['/tmp/.mount_LadingX/lading', '--state', '/s'];
    const again = {
      execPath: '/opt/Lading.AppImage',
      args: ['--appimage-extract-and-run', '--state', '/s'],
    };
    expect(relaunchOptions('/opt/Lading.AppImage', argv)).toEqual(again);
    expect(
      relaunchOptions('/opt/Lading.AppImage', ['/tmp/appimage_extracted/lading', ...again.args]),
    ).toEqual(again);
    expect(relaunchOptions(undefined, argv)).toEqual({});
  });
});
