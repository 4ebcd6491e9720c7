/** A file that the platform takes long to assemble is shown as such, and is no error. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { endAll, newFolder, onlyUpload, open, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)('an upload says that the platform assembles its file', async () => {
  const faultsFile = join(newFolder('faults'), 'faults.json');
  writeFileSync(
    faultsFile,
    JSON.stringify([
      { match: { operation: 'PostSourceFile' }, times: 1, fault: { kind: 'slow-assembly', ms: 6_000 } },
    ]),
  );
  const platform = await startSandbox({ dataDir: newFolder('platform'), faultsFile, port: 0 });
  const evidence = newFolder('evidence');
  await makeEvidence(evidence, { 'disk.img': 200_000 });
  const app = await open(newFolder(), { keychain: 'gnome_libsecret' });
  const { page } = app;
  const form = await new FirstRunPage(page).addConnection();
  await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey: platform.apiKey });
  await form.submit(app);
  await page.getByRole('link', { name: words.shell.newUpload }).first().click();
  const newUpload = new NewUploadPage(page);
  await newUpload.scanFolders(app, [evidence], 'Doe v. Roe');
  await newUpload.startWithDefaults();
  await page.getByText(words.status.assembling, { exact: true }).first().waitFor();
  expect(await page.getByText(words.status.waiting, { exact: true }).count()).toBe(0);
  const ended = await waitUntil(
    () => onlyUpload(page),
    (upload) => upload?.state === 'finished',
  );
  expect(ended?.totals.accepted.items).toBe(1);
  platform.kill();
  await platform.exited;
});
