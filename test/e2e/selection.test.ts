/** Choosing which files of a draft are sent, in the Pre-flight step. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { emptyRangeText } from '../../preload/contract/texts/selection-text.ts';
import { words } from '../../renderer/i18n/words.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { analyze } from './accessibility.ts';
import { endAll, newFolder, onlyUpload, open, step, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { chooseFiles, fileTree, newUploadCustodians, selection } = words;

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'system files go with one click, rules say what they would do first, and folders and files are skipped by hand and assigned',
  async () => {
    const evidence = newFolder('evidence');
    const content = Buffer.from('mail');
    const archive = zipBytes(['Ng/a.eml', 'Roe/b.eml'].map((name) => ({ name, content })));
    await makeEvidence(evidence, {
      'Smith/Thumbs.db': 500,
      'Smith/a.tmp': 100,
      'Smith/b.pdf': 4_000,
      'Smith/c.txt': 50,
      'top.txt': 9,
    });
    writeFileSync(join(evidence, 'mail.zip'), archive);
    const app = await open(newFolder());
    const { page } = app;
    const newUpload = await new FirstRunPage(page).trySandbox();
    await newUpload.scanFolders(app, [evidence]);
    const queued = async () => (await onlyUpload(page))?.totals.queued.items;
    await step('system files go with one click, and rules say what they would do first', async () => {
      await newUpload.showSection(selection.title);
      const card = page.getByRole('region', { name: selection.title, exact: true });
      await card.getByRole('button', { name: selection.exclude }).click();
      await waitUntil(queued, (items) => items === 5);
      await card.getByRole('button', { name: selection.editRules }).click();
      await card.getByLabel(selection.excludePatterns, { exact: true }).fill('*.tmp');
      await card.getByText(selection.preview(4, 4_059 + archive.length)).waitFor();
      expect(await queued()).toBe(5);
      const apply = card.getByRole('button', { name: selection.apply });
      await card.getByLabel(selection.minSize).fill('2 MB');
      await card.getByLabel(selection.maxSize).fill('1 MB');
      await card.getByText(emptyRangeText(selection.minSize, selection.maxSize)).waitFor();
      expect(await apply.isDisabled()).toBe(true);
      await card.getByLabel(selection.minSize).fill('');
      await card.getByLabel(selection.modifiedFrom).focus();
      await page.keyboard.type('02302025');
      await page.keyboard.press('Tab');
      await card.getByText(selection.dateInvalid).waitFor();
      expect(await apply.isDisabled()).toBe(true);
      await card.getByLabel(selection.modifiedFrom).fill('2025-02-28');
      await card.getByText(selection.dateInvalid).waitFor({ state: 'detached' });
      await card.getByLabel(selection.modifiedFrom).fill('');
      await card.getByLabel(selection.notCustodians).fill('Rao, Sam');
      await card.getByText(selection.unknownCustodians(['Rao, Sam'], 1)).waitFor();
      await card.getByLabel(selection.notCustodians).fill('');
      await card.getByRole('button', { name: selection.apply }).click();
      await waitUntil(queued, (items) => items === 4);
      await card.getByRole('button', { name: selection.clear }).click();
      await waitUntil(queued, (items) => items === 6);
    });
    await step('by hand, with keys and pointer, also inside an archive', async () => {
      await newUpload.showSection(chooseFiles.title);
      const tree = page.getByRole('treegrid', { name: chooseFiles.title });
      const check = (name: string) =>
        tree.getByRole('checkbox', { name: chooseFiles.send(name), exact: true });
      const isChecked = (name: string, checked: string) =>
        waitUntil(
          () => check(name).getAttribute('aria-checked'),
          (now) => now === checked,
        );
      const smith = tree.getByRole('row', { name: /Smith/ });

      await smith.waitFor();
      await tree.focus();
      await page.keyboard.press('S');
      await page.keyboard.press('ArrowRight');
      await tree.getByText('b.pdf').waitFor();
      await page.keyboard.press('b');
      await page.keyboard.press('Space');
      await waitUntil(queued, (items) => items === 5);
      await isChecked('b.pdf', 'false');
      await isChecked('Smith', 'mixed');
      await tree.getByText(reasonText({ code: 'deselected' })).waitFor();
      await check('Smith').click();
      await waitUntil(queued, (items) => items === 6);
      await check('Smith').click();
      await waitUntil(queued, (items) => items === 2);
      await isChecked('Smith', 'false');
      await tree.focus();
      for (const [shortcut, items] of [
        ['ControlOrMeta+z', 6],
        ['ControlOrMeta+z', 5],
        ['ControlOrMeta+Shift+z', 6],
      ] as const) {
        await page.keyboard.press(shortcut);
        await waitUntil(queued, (now) => now === items);
      }
      const search = page.getByRole('searchbox', { name: fileTree.search });
      await search.fill('smith/');
      await tree.getByRole('row', { name: /mail/ }).waitFor({ state: 'detached' });
      await tree.getByText('c.txt').waitFor();
      await tree.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByText(fileTree.selected(4)).waitFor();
      await page.keyboard.press('Space');
      await waitUntil(queued, (items) => items === 2);
      await expectAccessible(page);

      await newUpload.goToCustodians();
      await newUpload.showFolderTree('top.txt');
      const custodians = page.getByRole('treegrid', { name: newUploadCustodians.treeLabel });
      await custodians.focus();
      await page.keyboard.press('t');
      await page.keyboard.press('Enter');
      await page.keyboard.type('Clerk');
      await page.keyboard.press('Enter');
      await custodians.getByRole('row', { name: /top.*Clerk/ }).waitFor();
      await page.keyboard.press('m');
      await page.keyboard.press('ArrowRight');
      await custodians.getByText('Roe', { exact: true }).click();
      await page.getByRole('button', { name: newUploadCustodians.assign }).click();
      await page.keyboard.type('Roe, Sam');
      await page.keyboard.press('Enter');
      await custodians.getByRole('row', { name: /Roe.*Roe, Sam/ }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: newUploadCustodians.undoChange.assign }).click();
      await custodians.getByRole('row', { name: /Roe, Sam/ }).waitFor({ state: 'detached' });
      await custodians.getByRole('row', { name: /top.*Clerk/ }).waitFor();
    });
  },
);

async function expectAccessible(page: Page): Promise<void> {
  expect((await analyze(page)).violations).toEqual([]);
}
