/** Two spellings of a custodian: the window points them out, and one button makes them one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { newUploadCustodians } = words;

afterAll(endAll);

test.skipIf(noWindow !== null)('a custodian in two spellings becomes one', { timeout: 120_000 }, async () => {
  const evidence = newFolder('spellings');
  for (const name of ['Boyd', 'boyd', 'Jones']) mkdirSync(join(evidence, name));
  for (const file of ['Boyd/a.txt', 'Boyd/b.txt', 'boyd/c.txt', 'Jones/d.txt'])
    writeFileSync(join(evidence, file), file);
  const app = await open(newFolder());
  const wizard = await new FirstRunPage(app.page).trySandbox();
  await wizard.chooseFolders(app, evidence);
  await wizard.chooseDatabase();
  await wizard.datasetName.fill('Spellings');
  await wizard.scan();
  await wizard.goToCustodians();
  await wizard.assignByFolderName(['Boyd', 'boyd', 'Jones']);
  await app.page.getByText(newUploadCustodians.similar(['Boyd', 'boyd'], 2)).waitFor();
  await app.page.getByRole('button', { name: newUploadCustodians.mergeInto('Boyd', 2), exact: true }).click();
  await app.page.getByText(newUploadCustodians.tally(2, 0)).waitFor();
  await app.page.getByText(newUploadCustodians.similar(['Boyd', 'boyd'], 2)).waitFor({ state: 'detached' });
});
