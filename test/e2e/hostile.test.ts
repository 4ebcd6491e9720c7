/** A compromised page gains nothing: not by calls, not by navigating, not by requesting permissions. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '../../preload/contract/index.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  bridgeName,
  call,
  endAll,
  newFolder,
  open,
  sampleMatter,
  snapshot,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

type CallAnswer = { readonly ok: boolean; readonly failure?: { readonly code: string } };

/** What the page's listener was given. */
function heardBy(app: RunningApp): Promise<{ readonly value: readonly { readonly sourceId: string }[] }[]> {
  return app.page.evaluate(() => Reflect.get(window, 'heard'));
}

describe.skipIf(noWindow !== null)('a hostile page', () => {
  const stateDir = newFolder();
  let app: RunningApp;
  beforeAll(async () => {
    app = await open(stateDir);
    await new FirstRunPage(app.page).waitFor();
  });
  afterAll(endAll);

  const currentState = async (): Promise<string> => {
    const { value } = await call<{ value: object }>(app.page, 'snapshot');
    return JSON.stringify({ ...value, revision: 0 });
  };

  test('is refused every call with an argument outside the contract, and nothing changes', async () => {
    const before = await currentState();
    const badArguments: readonly unknown[] = [
      null,
      7,
      'x',
      [],
      { uploadId: 'one' },
      { uploadId: 1.5 },
      { path: '/etc/passwd' },
    ];
    for (const name of Object.keys(calls)) {
      for (const argument of badArguments) {
        const answer = await call<CallAnswer>(app.page, name, argument);
        // A path where an ID belongs is one that was never granted.
        const codes = ['call-malformed', 'source-not-granted'];
        expect([name, argument, answer.ok, codes]).toEqual([
          name,
          argument,
          false,
          expect.arrayContaining([answer.failure?.code]),
        ]);
      }
    }
    expect(await currentState()).toBe(before);
    expect((await app.shown()).dialogs).toEqual([]);
  });

  test('is refused calls that do not exist, including names that every object has', async () => {
    for (const name of [
      'engine.drain',
      'connections.open',
      '__proto__',
      'constructor',
      'toString',
      '',
      null,
      1,
      {},
    ]) {
      const answer = await call<CallAnswer>(app.page, name);
      expect([name, answer]).toEqual([name, expect.objectContaining({ ok: false })]);
      expect(answer.failure?.code).toBe('call-unknown');
    }
  });

  test('cannot name a path: not as a source, not with a file that a script created', async () => {
    const created = await call<CallAnswer>(app.page, 'drafts.create', {
      connectionId: 'x',
      databaseId: 1,
      dataset: { name: 'x', description: null },
      sources: ['/etc/passwd'],
      links: [],
      followSymlinks: true,
    });
    expect(created.ok).toBe(false);
  });

  test('hears of what a person drops, and of nothing that a script makes', async () => {
    await app.page.evaluate((held) => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      Reflect.get(window, held).onDrop((dropped: unknown) => heard.push(dropped));
      addEventListener('dragover', (event) => event.preventDefault());
      addEventListener('drop', (event) => event.preventDefault());
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], '/etc/passwd'));
      for (const target of [window, document.body]) {
        target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      }
      // Scripts can't lie about their events.
      const forged = new DragEvent('drop', { dataTransfer, bubbles: true });
      Reflect.defineProperty(forged, 'isTrusted', { value: true });
      window.dispatchEvent(forged);
    }, bridgeName);
    const dropped = () => heardBy(app);
    await app.drop('body', [sampleMatter]);
    await waitUntil(dropped, (found) => found.length > 0);
    expect(await dropped()).toEqual([
      { ok: true, value: [{ sourceId: expect.any(String), path: sampleMatter, kind: 'folder' }] },
    ]);
  });

  test('loses what it was granted when it loads again', async () => {
    const [before] = await heardBy(app);
    const draft = {
      connectionId: 'x',
      databaseId: 1,
      dataset: { name: 'x', description: null },
      sources: before?.value.map(({ sourceId }) => sourceId),
      links: [],
      followSymlinks: true,
    };
    expect(await call<CallAnswer>(app.page, 'drafts.create', draft)).toMatchObject({
      failure: { code: 'connection-not-ready' },
    });
    await app.page.reload();
    await new FirstRunPage(app.page).waitFor();
    expect(await call<CallAnswer>(app.page, 'drafts.create', draft)).toMatchObject({
      failure: { code: 'source-not-granted' },
    });
  });

  test('adds no server, and sends it no key, unless a person accepts it in a dialog that names it', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const wanted = {
      name: 'Harrow & Pike LLP',
      serverUrl: `http://${host}`,
      apiKey: 'k'.repeat(40),
      acceptPlaintext: true,
    };
    const first = call<CallAnswer>(app.page, 'connections.add', wanted);
    const dialogs = async () => (await app.shown()).dialogs;
    const [dialog] = await waitUntil(dialogs, (shown) => shown.length > 0);
    expect(dialog).toMatchObject({
      kind: 'message',
      options: { message: `Connect to ${host}?`, buttons: ['Connect', 'Cancel'], defaultId: 1, cancelId: 1 },
    });
    // While a question is open, another one is refused.
    expect(await call(app.page, 'connections.add', wanted)).toEqual({ ok: true, value: null });
    expect(await dialogs()).toHaveLength(1);
    await app.answerDialog(null);
    expect(await first).toEqual({ ok: true, value: null });
    expect((await snapshot(app.page)).connections).toEqual([]);
    expect(requests).toBe(0);
    server.close();
  });

  test('asks no server about a link unless a person accepts it in a dialog that names it', async () => {
    await app.answerDialog(1);
    const seen = encodeURIComponent('what the window sees');
    const draft = {
      connectionId: 'x',
      databaseId: 1,
      dataset: { name: 'x', description: null },
      sources: [],
      links: [`https://evil.example/?${seen}`, 'http://192.168.1.1/admin'],
      followSymlinks: true,
    };
    expect(await call<CallAnswer>(app.page, 'drafts.create', draft)).toMatchObject({
      failure: { code: 'connection-not-ready' },
    });
    const question = (await app.shown()).dialogs.at(-1)?.options;
    expect(question).toMatchObject({ message: 'Check links on evil.example?', defaultId: 1, cancelId: 1 });
    expect(JSON.stringify(question)).not.toMatch(/192\.168|what/);
  });

  test('sets no proxy unless a person accepts it in a dialog that names it', async () => {
    const { preferences } = (await snapshot(app.page)).app;
    await app.answerDialog(1);
    const proxy = { kind: 'manual', url: 'http://evil.example:8080' };
    expect(await call(app.page, 'preferences.set', { ...preferences, proxy })).toMatchObject({
      failure: { code: 'proxy-not-confirmed' },
    });
    expect((await app.shown()).dialogs.at(-1)?.options).toMatchObject({
      message: 'Use the proxy evil.example:8080?',
    });
    expect((await snapshot(app.page)).app.preferences).toEqual(preferences);
  });

  test('has no access to Node, and a bridge that cannot be changed', async () => {
    const found = await app.page.evaluate(() => {
      const bridge = Reflect.get(window, 'lading');
      return {
        globals: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
        names: Object.keys(bridge).toSorted(),
        isFrozen: Object.isFrozen(bridge),
        isFixed: Object.getOwnPropertyDescriptor(window, 'lading')?.writable === false,
      };
    });
    expect(found).toEqual({
      globals: [],
      names: ['invoke', 'onDrop', 'onEvent'],
      isFrozen: true,
      isFixed: true,
    });
  });

  test('runs no inline script, and fetches and loads nothing from outside', async () => {
    const found = await app.page.evaluate(async () => {
      const violated: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        violated.push(event.effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.body.append(script);
      const failed = (work: Promise<unknown>): Promise<boolean> =>
        work.then(
          () => false,
          () => true,
        );
      const fetched = await failed(fetch('app://lading/index.html'));
      const outside = await failed(fetch('https://outside.invalid/'));
      const image = new Image();
      const isImageBlocked = new Promise((resolve) => {
        image.onload = () => resolve(false);
        image.onerror = () => resolve(true);
      });
      image.src = 'https://outside.invalid/pixel.png';
      let evaluated = false;
      try {
        // The policy has no unsafe-eval.
        evaluated = Reflect.construct(Function, ['return true'])();
      } catch {
        evaluated = false;
      }
      return {
        ran: Reflect.get(window, 'inlineRan') === true,
        fetched,
        outside,
        isImageBlocked: await isImageBlocked,
        evaluated,
        violated: [...new Set(violated)].toSorted(),
      };
    });
    expect(found).toMatchObject({
      ran: false,
      fetched: true,
      outside: true,
      isImageBlocked: true,
      violated: expect.arrayContaining(['connect-src', 'img-src', 'script-src-elem']),
    });
  });

  test('cannot navigate away, open a window or get a permission', async () => {
    const { page } = app;
    await page.evaluate(() => {
      location.href = 'https://outside.invalid/';
    });
    const { navigations } = await waitUntil(app.shown, (seen) => seen.navigations.length > 0);
    expect(navigations).toContainEqual({ url: 'https://outside.invalid/', allowed: false });
    expect(await page.evaluate(() => window.open('https://popup.invalid/') === null)).toBe(true);
    const granted = await page.evaluate(async () => ({
      notifications: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        () => 'denied',
      ),
    }));
    expect(granted).toEqual({ notifications: 'denied', camera: 'denied' });
    expect((await app.shown()).openedExternally).toEqual([]);
    await new FirstRunPage(page).waitFor();
  });

  test('has no bridge in a frame', async () => {
    const inFrame = await app.page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow === null ? 'none' : typeof Reflect.get(frame.contentWindow, 'lading');
    });
    expect(inFrame).toBe('undefined');
  });

  test('has its refused calls logged, without their arguments', async () => {
    const path = join(stateDir, 'logs', 'lading.log');
    await waitUntil(
      () => existsSync(path),
      (exists) => exists,
    );
    const log = readFileSync(path, 'utf8');
    expect(log).toContain('Refused');
    expect(log).not.toContain('/etc/passwd');
    expect(app.output()).toBe('');
  });

  test('changes nothing on the platform unless a person accepts it in a dialog that says what', async () => {
    const { page } = app;
    const read = async <Value>(name: string, argument: unknown): Promise<Value> => {
      const answer = await call<{ ok: boolean; value: Value }>(page, name, argument);
      expect(answer).toMatchObject({ ok: true });
      return answer.value;
    };
    const { connectionId } = await read<{ connectionId: string }>('sandbox.start', undefined);
    const list = { connectionId, query: {}, next: null };
    const organizations = await read<{ elements: { id: number; name: string }[] }>(
      'platform.GetOrganizations',
      { ...list, path: {} },
    );
    const [organization] = organizations.elements;
    const path = { orgId: organization?.id };
    const members = async () =>
      (
        await read<{ elements: { id: number; firstName: string; lastName: string }[] }>(
          'platform.GetOrganizationUsers',
          { ...list, path },
        )
      ).elements;
    const before = await members();
    const self = await read<{ id: number }>('platform.GetCurrentUser', { connectionId, query: {}, path: {} });
    const victim = before.find(({ id }) => id !== self.id);
    const removal = { connectionId, path: { ...path, userId: victim?.id } };

    await app.answerDialog(1);
    expect(await call(page, 'platform.DeleteOrganizationUser', removal)).toEqual({ ok: true, value: null });
    expect((await app.shown()).dialogs.at(-1)).toMatchObject({
      kind: 'message',
      options: {
        message: `Remove ${victim?.firstName} ${victim?.lastName} from ${organization?.name}?`,
        detail: expect.stringContaining('Platform: 127.0.0.1:'),
        buttons: ['Remove member', 'Cancel'],
        defaultId: 1,
        cancelId: 1,
      },
    });
    expect(await members()).toEqual(before);

    await app.answerDialog(0);
    expect(await call(page, 'platform.DeleteOrganizationUser', removal)).toEqual({ ok: true, value: 'done' });
    expect(await members()).toEqual(before.filter(({ id }) => id !== victim?.id));
  });
});
