/** What goes wrong outside and inside is shown, waited for, asked about — and the upload still comes to its end. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  endAll,
  newFolder,
  open,
  patienceMs,
  quit,
  startAsItIs,
  takeInventoryFor,
  until,
  uploadsOf,
} from './app-driver.ts';
import { noWindow } from './browser.ts';

/** Three requests each, of 25 a second: enough to be under way through all of it, and done some seconds after. */
const files = 100;

describe.skipIf(noWindow !== null)('an upload to a platform elsewhere', () => {
  const stateDir = newFolder();
  const platformDir = newFolder('platform');
  const faultsFile = join(newFolder('faults'), 'faults.json');
  const evidence = newFolder('evidence');
  let platform: Sandbox;
  let app: RunningApp;

  const startPlatform = (port: number) => startSandbox({ dataDir: platformDir, faultsFile, port });
  const upload = async () => (await uploadsOf(app.page))[0];
  const uploaded = async () => (await upload())?.totals.accepted.items ?? 0;
  const status = () => app.page.locator('.summary').innerText();
  async function moreThan(before: number): Promise<number> {
    const now = await until(uploaded, (seen) => seen > before);
    expect(now).toBeGreaterThan(before);
    return now;
  }

  beforeAll(async () => {
    writeFileSync(faultsFile, '[]');
    const sizes = Array.from({ length: files }, (_, n) => [`box ${n % 7}/page ${n}.txt`, 200 + n] as const);
    await makeEvidence(evidence, Object.fromEntries(sizes));
    platform = await startPlatform(0);
    app = await open(stateDir, { keychain: 'gnome_libsecret' });
  });
  afterAll(async () => {
    await endAll();
    platform.kill();
    await platform.exited;
  });

  test('is connected by address and key, and starts', async () => {
    const { page } = app;
    await page.getByRole('button', { name: 'Enter address and key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Harrow & Pike LLP');
    await page.getByLabel('Server address').fill(platform.url);
    await page.getByLabel('API key', { exact: true }).fill(platform.keys.revoked);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
      .getByText(/refused/)
      .first()
      .waitFor();
    await page.getByLabel('API key', { exact: true }).fill(platform.apiKey);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('link', { name: 'New upload' }).first().click();
    // The database that the other key may upload to as well.
    await takeInventoryFor(app, 'Doe v. Roe', evidence);
    await startAsItIs(page);
    await page.locator('.summary-status').waitFor();
    await moreThan(2);
  });

  test('goes on after its engine was killed, and says that it was', async () => {
    const { processes } = await app.shown();
    const engine = processes.find(({ name }) => /engine/i.test(name));
    expect(engine).toBeDefined();
    process.kill(engine?.pid ?? 0, 'SIGKILL');
    await app.page.getByText('The engine ended by itself and was started again').waitFor();
    await moreThan(await uploaded());
    expect((await upload())?.state).toBe('uploading');
  });

  test('is drained when the session of the system ends, and goes on at the next start', async () => {
    await app.power('session-end');
    const isGone = () => {
      try {
        return !process.kill(app.pid, 0);
      } catch {
        return true;
      }
    };
    expect(await until(isGone, (gone) => gone)).toBe(true);
    app = await open(stateDir, { keychain: 'gnome_libsecret' });
    await moreThan(await uploaded());
    await app.page
      .getByRole('link', { name: basename(evidence) })
      .first()
      .click();
    await app.page.locator('.summary-status').waitFor();
  });

  test('waits while the platform is down, says why, and goes on when it is back', async () => {
    platform.kill();
    await platform.exited;
    const why = /Waiting\n.{10,}/;
    expect(await until(status, (seen) => why.test(seen))).toMatch(why);
    const before = await uploaded();
    platform = await startPlatform(platform.port);
    await moreThan(before);
    expect((await upload())?.totals.failed.items).toBe(0);
  });

  test('asks for a key when its own is refused, fails nothing, and goes on with the new one', async () => {
    const { page } = app;
    writeFileSync(faultsFile, JSON.stringify([{ fault: { kind: 'status', status: 401 } }]));
    await page
      .getByText('API key refused')
      .first()
      .waitFor({ timeout: 3 * patienceMs });
    expect((await upload())?.state).toBe('paused');
    expect((await upload())?.totals.failed.items).toBe(0);
    await page.locator('.page-body, main').getByRole('link', { name: 'Settings' }).first().click();
    const newKey = page.getByRole('button', { name: 'New key…' }).first();
    // The connection is looked at once more before it asks; the key must still be refused then.
    await newKey.waitFor({ timeout: 3 * patienceMs });
    writeFileSync(faultsFile, '[]');
    await newKey.click();
    await page.getByLabel('API key', { exact: true }).fill(platform.keys.databaseAdmin);
    await page.getByRole('button', { name: 'Keep the key' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const ended = await until(upload, (seen) => seen?.state === 'finished', 2 * patienceMs);
    expect(ended?.totals.accepted.items).toBe(files);
    expect(ended?.totals.failed.items).toBe(0);
  }, 180_000);

  test('leaves no key and no signature of a part in anything that is kept', async () => {
    expect(await quit(app)).toBe(0);
    const secrets = [platform.apiKey, platform.keys.databaseAdmin, platform.keys.revoked].map(
      (key) => key.split('.')[2] ?? '',
    );
    const held: string[] = [];
    let looked = 0;
    for (const entry of readdirSync(stateDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      looked += 1;
      for (const secret of [...secrets, 'signature=', '?expires=']) {
        for (const encoding of ['utf8', 'utf16le'] as const) {
          if (bytes.includes(secret, 0, encoding)) held.push(`${path}: ${secret}`);
        }
      }
    }
    expect(held).toEqual([]);
    expect(looked).toBeGreaterThan(10);
    expect(app.output()).toBe('');
  });
});
