import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const did: string[] = [];
const app = Object.assign(new EventEmitter(), {
  quit() {
    let isPrevented = false;
    app.emit('before-quit', {
      preventDefault() {
        isPrevented = true;
      },
    });
    did.push(isPrevented ? 'held up' : 'ended');
  },
});
vi.mock('electron', () => ({ app }));
const { drainBeforeQuit, relaunchOf } = await import('./quit.ts');

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('quitting', () => {
  beforeEach(() => {
    did.length = 0;
    app.removeAllListeners();
  });

  it('is held up until everything is drained, once, however often it is wished', async () => {
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
    expect(did).toEqual(['held up', 'held up']);
    expect(quit.isQuitting()).toBe(true);
    drained.resolve();
    await settled();
    expect(did).toEqual(['held up', 'held up', 'ended']);
    expect(drains).toBe(1);
  });

  it('for an update installs it after the draining, also when that fails, and the installer’s own quit is let through', async () => {
    const drained = Promise.withResolvers<void>();
    const bugs: unknown[] = [];
    const quit = drainBeforeQuit(
      () => drained.promise,
      (error) => bugs.push(error),
    );
    quit.endBy(() => {
      did.push('installed');
      app.quit();
    });
    expect(did).toEqual(['held up']);
    drained.reject(new Error('late'));
    await settled();
    expect(did).toEqual(['held up', 'installed', 'ended']);
    expect(bugs).toHaveLength(1);
  });

  it('with the computer installs no update that was asked for before', async () => {
    const drained = Promise.withResolvers<void>();
    const quit = drainBeforeQuit(
      () => drained.promise,
      () => undefined,
    );
    quit.endBy(() => did.push('installed'));
    quit.endBy(() => app.quit());
    drained.resolve();
    await settled();
    expect(did).toEqual(['held up', 'held up', 'ended']);
  });

  it('to come back starts an AppImage by its file, and everything else as it was started', () => {
    const argv = ['/tmp/.mount_LadingX/lading', '--state', '/s'];
    const again = {
      execPath: '/opt/Lading.AppImage',
      args: ['--appimage-extract-and-run', '--state', '/s'],
    };
    expect(relaunchOf('/opt/Lading.AppImage', argv)).toEqual(again);
    expect(relaunchOf('/opt/Lading.AppImage', ['/tmp/appimage_extracted/lading', ...again.args])).toEqual(
      again,
    );
    expect(relaunchOf(undefined, argv)).toEqual({});
  });
});
