/** Crashes, outages and a refused key are shown and waited for, and the upload still completes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import {
  endAll,
  killProcess,
  limitBandwidth,
  newFolder,
  onlyUpload,
  open,
  quit,
  step,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { UploadPage } from './pages/upload-page.ts';
import { UploadsPage } from './pages/uploads-page.ts';

const files = 60;
/** Bytes a second: two minutes for all files, so that no step comes after the last one. */
const slow = 1_000;

const platformDir = newFolder('platform');
const faultsFile = join(newFolder('faults'), 'faults.json');
const evidence = newFolder('evidence');
let platform: Sandbox;

const startPlatform = (port: number) => startSandbox({ dataDir: platformDir, faultsFile, port });
const setFaults = (faults: readonly object[]) => writeFileSync(faultsFile, JSON.stringify(faults));

beforeAll(async () => {
  if (noWindow !== null) return;
  setFaults([]);
  const sizes = Array.from({ length: files }, (_, n) => [`box ${n % 7}/page ${n}.txt`, 2_000 + n] as const);
  await makeEvidence(evidence, Object.fromEntries(sizes));
  platform = await startPlatform(0);
});
afterAll(async () => {
  await endAll();
  if (noWindow !== null) return;
  platform.kill();
  await platform.exited;
});

test.skipIf(noWindow !== null)(
  'an upload completes despite a crash, a shutdown, an outage and a refused key',
  async () => {
    const stateDir = newFolder();
    const start = () => open(stateDir, { keychain: 'gnome_libsecret' });
    let app = await start();
    const upload = () => onlyUpload(app.page);
    const accepted = async () => (await upload())?.totals.accepted.items ?? 0;
    async function expectProgress(): Promise<void> {
      const before = await accepted();
      expect(await waitUntil(accepted, (now) => now > before)).toBeGreaterThan(before);
    }

    await step('connect, after a wrong key was refused', async () => {
      const form = await new FirstRunPage(app.page).addConnection();
      await form.fill({
        name: 'Harrow & Pike LLP',
        serverUrl: platform.url,
        apiKey: platform.keys.revoked,
      });
      await form.submit(app);
      await form.waitForRefusedKey();
      await form.fill({ apiKey: platform.apiKey });
      await form.submit(app);
    });
    await step('start the upload', async () => {
      await app.page.getByRole('link', { name: words.shell.newUpload }).first().click();
      const newUpload = new NewUploadPage(app.page);
      // Both keys of this test may upload to this database.
      await newUpload.scanFolders(app, [evidence], 'Doe v. Roe');
      await limitBandwidth(app.page, slow);
      await newUpload.startWithDefaults();
      await expectProgress();
    });
    await step('continue after the engine was killed, and say so', async () => {
      await killProcess(app, /engine/i);
      await app.page.getByText(words.shell.engineRestarted).waitFor();
      await expectProgress();
      expect((await upload())?.state).toBe('uploading');
    });
    await step('stop cleanly when the system shuts down, and resume at the next start', async () => {
      await app.power('session-end');
      const { pid } = app;
      expect(await waitUntil(() => isGone(pid), Boolean)).toBe(true);
      app = await start();
      await expectProgress();
      await new UploadsPage(app.page).open(basename(evidence));
    });
    await step('wait while the platform is down, say why, and continue when it is back', async () => {
      platform.kill();
      await platform.exited;
      const waitingWithReason = new RegExp(`${words.status.waiting}\\s.{10,}`);
      const screen = new UploadPage(app.page);
      const status = await waitUntil(
        () => screen.status(),
        (text) => waitingWithReason.test(text),
      );
      expect(status).toMatch(waitingWithReason);
      platform = await startPlatform(platform.port);
      await expectProgress();
      expect((await upload())?.totals.failed.items).toBe(0);
    });
    await step('ask for a key when the current one is refused, and continue with the new one', async () => {
      const { page } = app;
      setFaults([{ fault: { kind: 'status', status: 401 } }]);
      await page
        .getByText(words.failures['key-refused'])
        .first()
        .waitFor({ timeout: 3 * timeoutMs });
      expect(await upload()).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await page.getByRole('link', { name: words.upload.openSettings }).first().click();
      const settings = new SettingsPage(page);
      // Settings checks the connection again, and the key must still be refused at that time.
      await settings.replaceKeyButton.waitFor({ timeout: 3 * timeoutMs });
      setFaults([]);
      await limitBandwidth(page, null);
      await settings.replaceKey(app, platform.keys.databaseAdmin);
      await waitUntil(upload, (seen) => seen?.state === 'finished', 2 * timeoutMs);
      expect((await upload())?.totals).toMatchObject({ accepted: { items: files }, failed: { items: 0 } });
    });
    await step('no key and no signature of a part URL is left on the disk', async () => {
      expect(await quit(app)).toBe(0);
      const keys = [platform.apiKey, platform.keys.databaseAdmin, platform.keys.revoked];
      const secrets = [...keys.map((key) => key.split('.')[2] ?? ''), 'signature=', '?expires='];
      expect(findInFiles(stateDir, secrets)).toEqual([]);
      expect(app.output()).toBe('');
    });
  },
);

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** The files that contain one of these texts in UTF-8 or UTF-16. */
function findInFiles(folder: string, texts: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(10);
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    const contains = (text: string) => bytes.includes(text, 0, 'utf8') || bytes.includes(text, 0, 'utf16le');
    return texts.filter(contains).map((text) => `${path}: ${text}`);
  });
}
