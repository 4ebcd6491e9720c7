/** Choosing which files of a draft are sent, in the Pre-flight step. */
import { afterAll, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { endAll, newFolder, onlyUpload, open, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { selection } = words;

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'system files go with one click, and rules say what they would do first',
  async () => {
    const evidence = newFolder('evidence');
    await makeEvidence(evidence, { 'Smith/Thumbs.db': 500, 'Smith/a.tmp': 100, 'Smith/mail.pst': 4_000 });
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.scanFolders(app, [evidence]);
    const card = page.getByRole('region', { name: selection.title, exact: true });
    const queued = async () => (await onlyUpload(page))?.totals.queued.items;
    await card.getByRole('button', { name: selection.exclude }).click();
    await waitUntil(queued, (items) => items === 2);
    await card.getByRole('button', { name: selection.editRules }).click();
    await card.getByLabel(selection.excludePatterns, { exact: true }).fill('*.tmp');
    await card.getByText(selection.preview(1, 4_000)).waitFor();
    expect(await queued()).toBe(2);
    await card.getByRole('button', { name: selection.apply }).click();
    await waitUntil(queued, (items) => items === 1);
    await card.getByRole('button', { name: selection.clear }).click();
    await waitUntil(queued, (items) => items === 3);
  },
);
