import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasNoChromium,
  icon,
  launch,
  runInMain,
  temporaryFolders,
  waitFor,
  waitForEvents,
} from './fixture-app.ts';
import type { RunningApp } from './running-app.ts';

declare global {
  interface Window {
    readonly atStart: string;
    readonly dropped: string[];
  }
}
describe.skipIf(hasNoChromium)('a window', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await launch();
  });
  afterAll(async () => {
    await app.quit();
  });

  test('has the frozen bridge before its first script, and nothing else of the preload', async () => {
    const found = await app.page.evaluate(() => {
      const bridge = Reflect.get(window, 'fixture');
      const names = Object.getOwnPropertyNames(window);
      return {
        atStart: window.atStart,
        isFrozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.nested),
        isFixed: Object.getOwnPropertyDescriptor(window, 'fixture')?.writable === false,
        list: bridge.nested.list,
        others: names.filter((name) => /^(standIn|preload|require|ipc|electron|module|process)/.test(name)),
      };
    });
    expect(found).toEqual({
      atStart: 'function',
      isFrozen: true,
      isFixed: true,
      list: [1, 'two'],
      others: [],
    });
  });

  test('cannot change what the preload works with', async () => {
    const isPatched = await app.page.evaluate(() => {
      const original = Array.prototype.map;
      Object.defineProperty(Array.prototype, 'map', { value: () => ({ length: 77 }), configurable: true });
      const found = Reflect.get(window, 'fixture').nested.isPatched();
      Object.defineProperty(Array.prototype, 'map', { value: original, configurable: true, writable: true });
      return found;
    });
    expect(isPatched).toBe(false);
  });

  test('gets back what it sent: undefined, dates, bytes, big integers, lists', async () => {
    const same = await app.page.evaluate(async () => {
      const sent = {
        nothing: undefined,
        date: new Date(5),
        bytes: Uint8Array.of(1, 2),
        big: 12n,
        list: [1, null, { $: 'x' }],
        none: Number.NaN,
      };
      const got = await Reflect.get(window, 'fixture').invoke('echo', sent);
      return [
        'nothing' in got && got.nothing === undefined,
        got.date.getTime() === 5,
        got.bytes instanceof Uint8Array && got.bytes[1] === 2,
        got.big === 12n,
        JSON.stringify(got.list) === JSON.stringify(sent.list),
        Number.isNaN(got.none),
      ];
    });
    expect(same).toEqual([true, true, true, true, true, true]);
  });

  test('gets Electron’s error message for a failed call', async () => {
    const messageOf = (channel: string): Promise<string> =>
      app.page.evaluate(
        (name) =>
          Reflect.get(window, 'fixture')
            .invoke(name)
            .catch((error: Error) => error.message),
        channel,
      );
    expect(await messageOf('fail')).toBe("Error invoking remote method 'fail': TypeError: refused");
    expect(await messageOf('nobody')).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
    const thrown = await app.page.evaluate(() => {
      try {
        Reflect.get(window, 'fixture').throwing();
        return '';
      } catch (error) {
        return error instanceof Error ? error.message : 'no Error';
      }
    });
    expect(thrown).toBe('from the preload');
  });

  test('is identified by its contents and its address when it calls', async () => {
    const sender = await app.page.evaluate(() => Reflect.get(window, 'fixture').invoke('sender'));
    expect(sender).toEqual({ isOurs: true, url: 'app://fixture/page.html', isMain: true });
  });

  test('gets events in order until it stops listening', async () => {
    await app.page.evaluate(() => {
      const got: unknown[] = [];
      const stop = Reflect.get(window, 'fixture').onEvent((value: unknown) => got.push(value));
      Object.assign(window, { got, stop });
    });
    for (const word of ['one', 'two', 'three']) await runInMain(app, 'send', word);
    const got = (): Promise<unknown[]> => app.page.evaluate(() => Reflect.get(window, 'got'));
    expect(await waitFor(got, (found) => found.length === 3)).toEqual(['one', 'two', 'three']);
    await app.page.evaluate(() => Reflect.get(window, 'stop')());
    await runInMain(app, 'send', 'four');
    await runInMain(app, 'version');
    expect(await got()).toEqual(['one', 'two', 'three']);
  });

  test('is under the content security policy of its protocol handler', async () => {
    expect(await app.page.title()).toBe('Fixture');
    const refused = await app.page.evaluate(() =>
      fetch('/early.js').then(
        () => false,
        () => true,
      ),
    );
    expect(refused).toBe(true);
  });

  test('cannot navigate: will-navigate prevents it and the page stays', async () => {
    for (const address of ['https://elsewhere.invalid/a', 'app://fixture/other.html', 'mailto:a@b.invalid']) {
      await app.page.evaluate((to) => {
        location.href = to;
      }, address);
      const { navigations } = await waitFor(app.shown, (found) =>
        found.navigations.some(({ url }) => url === address),
      );
      expect(navigations).toContainEqual({ url: address, allowed: false });
    }
    expect(await app.page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Fixture');
  });

  test('cannot load a frame that the app refuses, and a frame has no bridge', async () => {
    await app.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://frame.invalid/';
      document.body.append(frame);
    });
    const { navigations } = await waitFor(app.shown, (found) =>
      found.navigations.some(({ url }) => url === 'https://frame.invalid/'),
    );
    expect(navigations).toContainEqual({ url: 'https://frame.invalid/', allowed: false });
    const inFrame = await app.page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow === null ? 'no frame' : typeof Reflect.get(frame.contentWindow, 'fixture');
    });
    expect(inFrame).toBe('undefined');
  });

  test('opens no other window: the handler denies it and window.open returns null', async () => {
    const opened = await app.page.evaluate(() => window.open('https://popup.invalid/') === null);
    expect(opened).toBe(true);
    await app.page.click('#out');
    await app.page.click('#field');
    const { windowOpens } = await waitFor(app.shown, (found) => found.windowOpens.length >= 2);
    expect(windowOpens).toEqual([
      { url: 'https://popup.invalid/', action: 'deny' },
      { url: 'https://elsewhere.invalid/', action: 'deny' },
    ]);
    expect(app.page.context().pages()).toHaveLength(1);
  });

  test('gets no permission that the handlers refuse', async () => {
    const found = await app.page.evaluate(async () => ({
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).catch((error: Error) => error.name),
      location: await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('known'),
          ({ code }) => resolve(code),
        ),
      ),
      notifications: await Notification.requestPermission(),
      queried: (await navigator.permissions.query({ name: 'geolocation' })).state,
      clipboard: await navigator.clipboard.readText().catch((error: Error) => error.name),
    }));
    expect(found).toEqual({
      camera: 'NotAllowedError',
      location: 1,
      notifications: 'denied',
      queried: 'denied',
      clipboard: 'NotAllowedError',
    });
    const { permissionRequests } = await app.shown();
    expect(permissionRequests.map(({ permission }) => permission)).toEqual([
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
    ]);
    expect(permissionRequests.every(({ granted }) => !granted)).toBe(true);
  });

  test('knows the path of a dropped file, and none of a file that a script made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lading-dropped-'));
    temporaryFolders.push(folder);
    const path = join(folder, 'Brief 北.txt');
    writeFileSync(path, 'evidence');
    await app.drop('#zone', [path, folder]);
    const dropped = await waitFor(
      () => app.page.evaluate(() => window.dropped),
      (found) => found.length === 2,
    );
    expect(dropped).toEqual([path, folder]);
    const made = await app.page.evaluate(() =>
      Reflect.get(window, 'fixture').paths([new File(['x'], 'made.txt')]),
    );
    expect(made).toEqual([]);
  });

  test('runs menu items and their shortcuts, unless the page handles the key', async () => {
    await app.chooseMenu('New');
    await app.page.keyboard.press('Control+Shift+N');
    expect((await waitForEvents(app, 2)).filter((one) => one === 'menu: new')).toHaveLength(2);
    await app.page.evaluate(() => {
      const take = (event: KeyboardEvent): void => {
        if (event.key !== 'N') return;
        event.preventDefault();
        removeEventListener('keydown', take);
      };
      addEventListener('keydown', take);
    });
    await app.page.keyboard.press('Control+Shift+N');
    await app.page.keyboard.press('Control+Shift+N');
    const after = await waitFor(
      () => waitForEvents(app, 3),
      (found) => found.filter((one) => one === 'menu: new').length >= 3,
    );
    expect(after.filter((one) => one === 'menu: new')).toHaveLength(3);
  });

  test('opens dialogs that a test answers in advance or afterwards', async () => {
    await app.answerDialog(['/a', '/b']);
    expect(await runInMain(app, 'open')).toEqual({ canceled: false, filePaths: ['/a', '/b'] });
    const answerSave = async (): Promise<void> => {
      await waitFor(app.shown, ({ dialogs }) => dialogs.some(({ kind }) => kind === 'save'));
      await app.answerDialog('/receipt.csv');
    };
    const [saved] = await Promise.all([runInMain(app, 'save'), answerSave()]);
    expect(saved).toEqual({ canceled: false, filePath: '/receipt.csv' });
    await app.answerDialog(null);
    expect(await runInMain(app, 'ask')).toEqual({ response: 1, checkboxChecked: false });
    const { dialogs } = await app.shown();
    expect(dialogs.map(({ kind, options }) => [kind, options['title'] ?? options['message']])).toEqual([
      ['open', 'Choose'],
      ['save', 'Save'],
      ['message', 'Sure?'],
    ]);
  });

  test('has a theme, progress, a tray, notifications and sleep blockers, and a test can use them', async () => {
    await runInMain(app, 'progress');
    await runInMain(app, 'hold');
    await runInMain(app, 'notify');
    await runInMain(app, 'tray', icon);
    expect(await runInMain(app, 'theme')).toBe(true);
    const dark = (): Promise<boolean> =>
      app.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    expect(await waitFor(dark, (found) => found)).toBe(true);
    const shown = await app.shown();
    expect(shown.progress).toEqual({ value: 0.25, mode: 'paused' });
    expect(shown.powerBlockers).toEqual(['prevent-app-suspension']);
    expect(shown.notifications).toEqual([{ title: 'Done', body: 'All sent' }]);
    expect(shown.tray?.toolTip).toBe('One upload');
    await app.clickNotification(0);
    await app.chooseTray('Pause all');
    await app.power('resume');
    await runInMain(app, 'release');
    expect(await runInMain(app, 'events')).toEqual(
      expect.arrayContaining(['notification clicked', 'tray: pause', 'resumed']),
    );
    expect((await app.shown()).powerBlockers).toEqual([]);
  });

  test('stores keys like Chromium without a keychain: only once plain text is accepted, and then scrambled', async () => {
    expect(await runInMain(app, 'keychain')).toBe('basic_text');
    await expect(runInMain(app, 'encrypt', 'secret')).rejects.toThrow('Encryption is not available');
    await runInMain(app, 'plainText');
    const encrypted = await runInMain(app, 'encrypt', 'secret');
    expect(Buffer.from(encrypted as number[]).toString()).not.toContain('secret');
    expect(await runInMain(app, 'decrypt', String(encrypted))).toBe('secret');
  });

  test('throws with the name of what the stand-in lacks', async () => {
    await expect(runInMain(app, 'missing')).rejects.toThrow(
      'build/stand-in: app.startAccessingSecurityScopedResource is missing',
    );
    expect(await runInMain(app, 'version')).toBe('fixture 1.2.3');
  });

  test('exchanges messages with a utility process, also those sent before it listens', async () => {
    await runInMain(app, 'fork');
    const events = await waitFor(
      () => waitForEvents(app, 1),
      (found) => JSON.stringify(found).includes('"received"'),
    );
    expect(events).toContainEqual({ started: ['--one'] });
    expect(events).toContainEqual({ received: { deep: [1, undefined, new Date(0)] } });
    expect((await app.shown()).processes.map(({ name }) => name)).toEqual(['Child']);
    await runInMain(app, 'endChild');
    expect(
      await waitFor(
        () => waitForEvents(app, 1),
        (found) => JSON.stringify(found).includes('"exit"'),
      ),
    ).toContainEqual({
      exit: 7,
    });
  });

  test('reloads after its renderer crashed', async () => {
    runInMain(app, 'crash').catch(() => {});
    // Main says so: what is asked of a page while it crashes may never be answered.
    const shown = await waitFor(app.shown, (now) => now.window?.title === 'Reloaded');
    expect(shown.window?.title).toBe('Reloaded');
    const page = await app.currentPage();
    const found = await page.evaluate(() => Reflect.get(window, 'fixture').invoke('runInMain', 'events'));
    expect(found).toContainEqual({ gone: 'crashed' });
  });
});
