/** The check of each file in the wizard: what was found, worst first, file by file, and what to do. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { findingAdvice, findingTitle } from '../../preload/contract/texts/finding-text.ts';
import { words } from '../../renderer/i18n/words.ts';
import { analyze } from './accessibility.ts';
import { choose, endAll, newFolder, onlyUpload, open, step, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';

const { findings, newUploadPreflight, shell } = words;

let platform: Sandbox;
beforeAll(async () => {
  if (noWindow === null) platform = await startSandbox({ dataDir: newFolder('platform') });
});
afterAll(async () => {
  await endAll();
  if (noWindow === null) await platform.stop();
});

function evidence(): string {
  const folder = join(newFolder('evidence'), 'Mercer, Dana');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'letter.txt'), 'Dear all,\n');
  writeFileSync(join(folder, 'scan.jpg'), '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n');
  writeFileSync(join(folder, 'board papers.zip'), 'PK\u0003\u0004');
  for (let index = 0; index < 40; index += 1) writeFileSync(join(folder, `attachment ${index}.tmp`), '');
  return folder;
}

test.skipIf(noWindow !== null)('findings are shown by kind and by file, each with what to do', async () => {
  const app = await open(newFolder(), { keychain: 'gnome_libsecret' });
  const { page } = app;
  const form = await new FirstRunPage(page).addConnection();
  await form.fill({ name: 'Harrow & Pike LLP', serverUrl: platform.url, apiKey: platform.keys.uploader });
  await form.submit(app);
  await page.getByRole('link', { name: shell.newUpload }).first().click();
  const wizard = new NewUploadPage(page);
  await wizard.dropFolders(app, evidence());
  await wizard.chooseDatabase('Doe v. Roe');
  await wizard.scan();
  const kinds = page.getByRole('table', { name: findings.kinds });
  const list = page.getByRole('treegrid', { name: findings.list });
  const showAll = async () => {
    await wizard.showSection(findings.list);
    await choose(page, new RegExp(findings.kindFilter), findings.allKinds);
  };
  await wizard.showSection(findings.byKind);

  await step('the worst kind comes first, with its number', async () => {
    const rows = kinds.getByRole('row');
    await rows.nth(1).getByText(findingTitle('damaged')).waitFor();
    await kinds
      .getByRole('row', { name: findingTitle('empty') })
      .getByText('40', { exact: true })
      .waitFor();
    await wizard.showSection(newUploadPreflight.summary);
    await page.getByText(findings.checked(43)).waitFor();
    expect(await page.getByText(newUploadPreflight.noProblems).count()).toBe(0);
    // The summary says so, too, and leads there.
    await page.getByRole('button', { name: findings.ofKind(findingTitle('empty'), 40) }).click();
    await page.getByText(findings.shown(40)).waitFor();
    await wizard.showSection(findings.byKind);
  });
  await step('axe finds nothing, in a small window too', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    expect((await analyze(page)).violations).toEqual([]);
  });
  await step('a kind shows only its files, and a row says what to do', async () => {
    await kinds.getByRole('button', { name: findingTitle('type-mismatch'), exact: true }).click();
    await page.getByText(findings.shown(1)).waitFor();
    await list.getByText('scan.jpg').click();
    const advice = findingAdvice({ code: 'type-mismatch', details: { type: 'pdf', extension: 'jpg' } });
    await list.getByText(advice).waitFor();
    await showAll();
    await page.getByText(findings.shown(43)).waitFor();
  });
  await step('all files of a kind are excluded, then one of them is kept, and both are undone', async () => {
    const upload = () => onlyUpload(page);
    const title = findingTitle('empty');
    await wizard.showSection(findings.byKind);
    await page.getByRole('button', { name: findings.of(findings.exclude, title) }).click();
    await waitUntil(upload, (now) => now?.totals.queued.items === 3);
    await page.getByRole('button', { name: findings.of(findings.keep, title) }).waitFor();
    await kinds.getByRole('button', { name: title, exact: true }).click();
    await list
      .getByText(/attachment/)
      .first()
      .click();
    await list.getByRole('button', { name: findings.keepFile }).click();
    await page.getByText(findings.kept(1)).waitFor();
    await waitUntil(upload, (now) => now?.totals.queued.items === 4);
    for (const items of [3, 43]) {
      await page.getByRole('button', { name: words.fileTree.undo, exact: true }).click();
      await waitUntil(upload, (now) => now?.totals.queued.items === items);
    }
    await showAll();
  });
  await step('a severity shows only its files, which are excluded together', async () => {
    await page.getByRole('radio', { name: findings.severitiesOf.warning }).click();
    await page.getByText(findings.shown(40)).waitFor();
    await page.getByRole('button', { name: findings.excludeShown }).click();
    await page.getByText(findings.excluded(40)).waitFor();
    await page.getByRole('button', { name: findings.keepShown }).click();
    await page.getByText(findings.kept(40)).waitFor();
    await page.getByRole('radio', { name: findings.allSeverities }).click();
    expect((await analyze(page)).violations).toEqual([]);
  });
  await step('a search finds a path', async () => {
    await page.getByRole('searchbox', { name: findings.search }).fill('board');
    await list.getByText('board papers.zip').first().waitFor();
    await page.getByRole('searchbox', { name: findings.search }).fill('no such file');
    await page.getByText(findings.noMatch).waitFor();
  });
});
