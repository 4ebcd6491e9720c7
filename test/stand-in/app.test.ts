/** The stand-in's app begins, goes on and ends as Electron's does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { act, fixture, folders, hasNoChromium, heard, launch, until } from './fixture-app.ts';
import type { RunningApp } from './running-app.ts';

/** Processes whose command line names the folder: Chromium's and the app's. */
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
  'a closed window that the app keeps is hidden, and a second start calls the first',
  async () => {
    const app = await launch();
    await act(app, 'keep');
    await app.closeWindow();
    expect((await app.shown()).window).toMatchObject({ visible: false });
    const { stateDir } = { stateDir: folders.at(-1) ?? '' };
    const second = spawn(
      process.execPath,
      [
        '--import',
        join(import.meta.dirname, 'register.ts'),
        join(fixture, 'main.ts'),
        '--state',
        stateDir,
        '--again',
      ],
      { stdio: 'ignore', env: { ...process.env, STAND_IN_APP: fixture } },
    );
    expect((await once(second, 'exit'))[0]).toBe(0);
    expect(await heard(app, 1)).toContainEqual({ second: true });
    await app.kill();
  },
);

test.skipIf(hasNoChromium)(
  'the network is what the app makes of it: open without a handler, closed with one',
  async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
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
    expect(asked).toEqual(['/open']);
  },
);

test.skipIf(hasNoChromium)(
  'quitting drains and leaves no process; so does a kill, whatever still ran',
  async () => {
    const quitting = await launch();
    const first = folders.at(-1) ?? '';
    await act(quitting, 'fork');
    expect(await quitting.quit()).toBe(0);
    expect(
      await until(
        async () => processesOf(first),
        (found) => found.length === 0,
      ),
    ).toEqual([]);

    const killed = await launch();
    const second = folders.at(-1) ?? '';
    await act(killed, 'fork');
    const { processes } = await until(killed.shown, (found) => found.processes.length > 0);
    await killed.kill();
    expect(
      await until(
        async () => processesOf(second),
        (found) => found.length === 0,
      ),
    ).toEqual([]);
    for (const { pid } of processes) {
      const isGone = await until(
        async () => !readdirSync('/proc').includes(String(pid)),
        (gone) => gone,
      );
      expect(isGone).toBe(true);
    }
  },
);

test.skipIf(hasNoChromium)("the app ends when a person closes Chromium's window", async () => {
  const app = await launch();
  const folder = folders.at(-1) ?? '';
  await app.page.close();
  const left = await until(
    async () => processesOf(folder),
    (found) => found.length === 0,
  );
  expect(left).toEqual([]);
});
