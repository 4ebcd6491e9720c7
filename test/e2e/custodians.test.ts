/** Custodians in the wizard: two spellings become one, and a legal hold directory gives names: what is certain with one button, the rest from a queue. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import { analyze } from './accessibility.ts';
import { choose, endAll, goTo, newFolder, open, pressMenuKeys, quit } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { custodianMatches, custodianTemplates, newUploadCustodians } = words;

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'spellings become one custodian, and custodians get the names of the directory, one by one where it is not certain',
  { timeout: 120_000 },
  async () => {
    const evidence = newFolder('matched');
    const names = ['Boyd', 'boyd', 'ann.lee', 'Doe, J', 'Smith, John', 'Visitors'];
    for (const name of names) {
      mkdirSync(join(evidence, name));
      writeFileSync(join(evidence, name, 'a.txt'), name);
    }
    const people = join(newFolder('people'), 'people.csv');
    writeFileSync(
      people,
      'email,name,department\nann.lee@x.test,Ann Lee,HR\nboyd@x.test,Boyd,IT\njane@x.test,Jane Doe,Legal\njim@x.test,Jim Doe,IT\njs@x.test,John Smith,IT\n',
    );
    const app = await open(newFolder());
    const { page } = app;
    const wizard = await new FirstRunPage(page).trySandbox();
    await wizard.chooseFolders(app, evidence);
    await wizard.chooseDatabase();
    await wizard.datasetName.fill('Matched');
    await wizard.scan();
    await wizard.goToCustodians();
    await wizard.assignByFolderName(names);
    const similar = page.getByText(newUploadCustodians.similar(['Boyd', 'boyd']));
    await similar.waitFor();
    // However many notices there are, the list has room for eight rows and its head.
    const list = await page.getByRole('grid', { name: newUploadCustodians.summary }).boundingBox();
    expect(list?.height).toBeGreaterThan(9 * 35);
    await page.getByRole('button', { name: newUploadCustodians.mergeInto('Boyd', 2), exact: true }).click();
    await page.getByText(newUploadCustodians.tally(5, 0)).waitFor();
    await similar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: newUploadCustodians.undoChange.rename }).waitFor();
    await pressMenuKeys(page, 'ControlOrMeta+z');
    await similar.waitFor();
    await page.getByRole('button', { name: words.fileTree.redo, disabled: false }).waitFor();
    await pressMenuKeys(page, 'ControlOrMeta+Shift+z');
    await page.getByText(newUploadCustodians.tally(5, 0)).waitFor();
    await page.getByText(newUploadCustodians.redone).waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByText(custodianMatches.tab, { exact: true }).click();
    await page.getByText(custodianMatches.noDirectory, { exact: true }).waitFor();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await app.answerDialog([people]);
    await button(custodianMatches.choose).click();
    await page.getByText(custodianMatches.toDecide(4), { exact: true }).waitFor();
    expect((await analyze(page)).violations).toEqual([]);
    const shots = process.env['LADING_SHOTS'];
    const shot = async (name: string) => {
      if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
    };
    await shot('queue');
    const csv = join(newFolder('csv'), 'queue.csv');
    await app.answerDialog(csv);
    await button(words.common.exportCsv).click();
    await page.getByText(words.common.savedTo(csv)).waitFor();
    expect(readFileSync(csv, 'utf8')).toContain('Jane Doe');

    await button(custodianMatches.acceptCertain(2)).click();
    await page.getByText(custodianMatches.toDecide(2), { exact: true }).waitFor();
    await page.getByRole('row', { name: /Doe, J/ }).scrollIntoViewIfNeeded();
    await page.getByRole('row', { name: /Doe, J/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Jim Doe, jim@x.test, IT').click();
    await shot('decide');
    await dialog.getByRole('button', { name: custodianMatches.rename, exact: true }).click();
    await page.getByText(custodianMatches.toDecide(1), { exact: true }).waitFor();
    await page.getByRole('row', { name: /Visitors/ }).click();
    await page.getByRole('dialog').getByText(custodianMatches.keepAs('Visitors')).click();
    await button(custodianMatches.keepName).click();
    await page.getByText(custodianMatches.nothingToDecide, { exact: true }).waitFor();
    await page.getByText(custodianMatches.all(5), { exact: true }).click();
    await shot('all');
    await page.getByText(newUploadCustodians.summary, { exact: true }).first().click();
    for (const name of ['Ann Lee', 'Jim Doe', 'John Smith', 'Visitors'])
      await page.getByText(name, { exact: true }).first().waitFor();

    // Saved for the next upload of the same client.
    await button(custodianTemplates.open).click();
    const templates = page.getByRole('dialog');
    await templates.getByText(custodianTemplates.none).waitFor();
    // Undoes nothing behind the dialog: the template keeps all four names.
    await pressMenuKeys(page, 'ControlOrMeta+z');
    await templates.getByLabel(custodianTemplates.name).fill('Acme');
    await button(custodianTemplates.save).click();
    await templates.getByText(custodianTemplates.saved('Acme', 0)).waitFor();
    await templates.getByText(custodianTemplates.holds(1, 4)).waitFor();
    await shot('templates');
    expect((await analyze(page)).violations).toEqual([]);
    const json = join(newFolder('template'), 'acme.json');
    await app.answerDialog(json);
    await button(custodianTemplates.export).click();
    await templates.getByText(words.common.savedTo(json)).waitFor();
    expect(readFileSync(json, 'utf8')).not.toContain(evidence);
    await button(custodianTemplates.apply).click();
    await templates.waitFor({ state: 'detached' });
  },
);

test.skipIf(noWindow !== null)(
  'a CSV whose separator is unclear is refused, read with the one that a person chooses, and kept by the draft',
  { timeout: 180_000 },
  async () => {
    const { separator, separators } = newUploadCustodians;
    const evidence = newFolder('unclear');
    for (const name of ['P001', 'P001;Jones']) {
      mkdirSync(join(evidence, name));
      writeFileSync(join(evidence, name, 'a.txt'), name);
    }
    const csv = join(newFolder('csv'), 'custodians.csv');
    writeFileSync(csv, 'P001;Jones, Ana\n');
    const stateDir = newFolder();
    let app = await open(stateDir);
    let { page } = app;
    const wizard = await new FirstRunPage(page).trySandbox();
    await wizard.chooseFolders(app, evidence);
    await wizard.chooseDatabase();
    await wizard.datasetName.fill('Unclear');
    await wizard.scan();
    await wizard.goToCustodians();
    const select = (value: keyof typeof separators) =>
      page.getByRole('button', { name: `${separators[value]} ${separator}` });
    const listed = (name: string) =>
      page.getByRole('grid', { name: newUploadCustodians.summary }).getByText(name, { exact: true }).first();
    const shots = process.env['LADING_SHOTS'];
    const shot = async (name: string) => {
      if (shots === undefined) return;
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1280, 800],
          [900, 600],
        ] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.setViewportSize({ width, height });
          await page.screenshot({ path: join(shots, `${name}-${colorScheme}-${width}.png`) });
        }
    };

    await app.answerDialog([csv]);
    await page.getByRole('button', { name: newUploadCustodians.importCsv, exact: true }).click();
    await page.getByText(/could be separated in more than one way/).waitFor();
    await select('automatic').waitFor();
    await shot('unclear');
    // Nothing answers another dialog.
    await choose(page, new RegExp(separator), separators.tab);
    await page.getByText(/each row needs two columns/).waitFor();
    await choose(page, new RegExp(separator), separators.comma);
    await listed('Ana').waitFor();
    await choose(page, new RegExp(separator), separators.semicolon);
    await listed('Jones, Ana').waitFor();
    await page.getByText(newUploadCustodians.csvAllMatch(1, 0)).waitFor();
    expect((await analyze(page)).violations).toEqual([]);
    await shot('chosen');

    await pressMenuKeys(page, 'ControlOrMeta+z');
    await listed('Ana').waitFor();
    await select('comma').waitFor();
    await pressMenuKeys(page, 'ControlOrMeta+Shift+z');
    await listed('Jones, Ana').waitFor();
    await select('semicolon').waitFor();
    const hash = await page.evaluate(() => location.hash);
    expect(await quit(app)).toBe(0);

    app = await open(stateDir);
    page = app.page;
    await goTo(page, hash, newUploadCustodians.heading);
    await listed('Jones, Ana').waitFor();
    await select('semicolon').waitFor();
    await shot('restarted');
    await app.answerDialog([csv]);
    await choose(page, new RegExp(separator), separators.comma);
    await listed('Ana').waitFor();
  },
);
