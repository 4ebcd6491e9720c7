/** The stand-in's app starts, runs and quits like Electron's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  fixture,
  hasNoChromium,
  launch,
  runInMain,
  temporaryFolders,
  waitFor,
  waitForEvents,
} from './fixture-app.ts';
import type { RunningApp } from './running-app.ts';

/** Processes whose command line contains the folder: Chromium's and the app's. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });
}

test.skipIf(hasNoChromium)(
  'a window whose close is prevented is hidden, and a second instance notifies the first',
  async () => {
    const app = await launch();
    await runInMain(app, 'keep');
    await app.closeWindow();
    expect((await app.shown()).window).toMatchObject({ visible: false });
    const { stateDir } = { stateDir: temporaryFolders.at(-1) ?? '' };
    const second = spawn(
      process.execPath,
      [
        '--import',
        join(import.meta.dirname, '..', '..', 'build', 'stand-in', 'register.ts'),
        join(fixture, 'main.ts'),
        '--state',
        stateDir,
        '--again',
      ],
      { stdio: 'ignore', env: { ...process.env, STAND_IN_APP: fixture } },
    );
    expect((await once(second, 'exit'))[0]).toBe(0);
    expect(await waitForEvents(app, 1)).toContainEqual({ second: true });
    await app.kill();
  },
);

test.skipIf(hasNoChromium)(
  'a window that may not close is there again after a person closed Chromium, and dialogs open in it',
  async () => {
    const app = await launch({ env: { STAND_IN_UNDER_TEST: '0' } });
    await runInMain(app, 'stay');
    // The page closes before its Chromium ends, and the app may have opened another one in that.
    const ended = new Promise((resolve) => app.page.context().browser()?.once('disconnected', resolve));
    const cdp = await app.page.context().newCDPSession(app.page);
    await cdp.send('Browser.close').catch(() => undefined);
    await ended;
    const page = await waitFor(
      () => app.currentPage().catch(() => app.page),
      (found) => !found.isClosed(),
    );
    await waitFor(
      () => page.evaluate(() => Reflect.get(window, 'fixture') !== undefined).catch(() => false),
      (isLoaded) => isLoaded,
    );
    const answerDialog = async (): Promise<void> => {
      const dialog = await waitFor(
        async () =>
          page
            .context()
            .pages()
            .find((one) => one !== page),
        (found) => found !== undefined,
      );
      await dialog?.getByRole('button', { name: 'Yes' }).click();
    };
    const [answer] = await Promise.all([
      page.evaluate(() => Reflect.get(window, 'fixture').invoke('runInMain', 'ask', '')),
      answerDialog(),
    ]);
    expect(answer).toMatchObject({ response: 0 });
    await app.kill();
  },
);

test.skipIf(hasNoChromium)('the network is open without a handler, and closed with one', async () => {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.end('here');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const image = (page: RunningApp['page'], path: string): Promise<string> =>
    page.evaluate(
      (from) =>
        fetch(from).then(
          (answer) => answer.text(),
          () => 'refused',
        ),
      url + path,
    );
  const open = await launch({ args: ['--open-network'] });
  expect(await image(open.page, 'open')).toBe('here');
  await open.quit();
  const closed = await launch();
  expect(await image(closed.page, 'closed')).toBe('refused');
  await closed.quit();
  server.close();
  expect(requestedPaths).toEqual(['/open']);
});

test.skipIf(hasNoChromium)('quitting drains and leaves no process, and neither does a kill', async () => {
  const quitting = await launch();
  const first = temporaryFolders.at(-1) ?? '';
  await runInMain(quitting, 'fork');
  expect(await quitting.quit()).toBe(0);
  expect(
    await waitFor(
      async () => processesOf(first),
      (found) => found.length === 0,
    ),
  ).toEqual([]);

  const killed = await launch();
  const second = temporaryFolders.at(-1) ?? '';
  await runInMain(killed, 'fork');
  const { processes } = await waitFor(killed.shown, (found) => found.processes.length > 0);
  await killed.kill();
  expect(
    await waitFor(
      async () => processesOf(second),
      (found) => found.length === 0,
    ),
  ).toEqual([]);
  for (const { pid } of processes) {
    const isGone = await waitFor(
      async () => !readdirSync('/proc').includes(String(pid)),
      (gone) => gone,
    );
    expect(isGone).toBe(true);
  }
});

test.skipIf(hasNoChromium)("the app quits when a person closes Chromium's window", async () => {
  const app = await launch();
  const folder = temporaryFolders.at(-1) ?? '';
  await app.page.close();
  const left = await waitFor(
    async () => processesOf(folder),
    (found) => found.length === 0,
  );
  expect(left).toEqual([]);
});
