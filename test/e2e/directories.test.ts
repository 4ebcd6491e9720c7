/** Checking the CSV of a legal hold directory in the window, and synchronizing the directory with it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { analyze } from './accessibility.ts';
import { call, choose, connectWith, endAll, goTo, newFolder, open, snapshot } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { FirstRunPage } from './pages/first-run-page.ts';

const { directories } = words;
let app: RunningApp;
let folder = '';

const good = 'email;user principal name;name;department\nann@x.test;;Ann Lee;Legal\n;bob@corp;Bob Roe;\n';
const bad = `email,name,employee start date,E-Mail\n${Array.from({ length: 300 }, (_, index) => `person${index}@x.test,Person ${index},${index % 9 === 0 ? '31.12.2024' : '2024-12-31'},\n`).join('')}`;

afterAll(endAll);

describe.skipIf(noWindow !== null)('in the window', () => {
  beforeAll(async () => {
    app = await open(newFolder(), { keychain: 'gnome_libsecret' });
    await new FirstRunPage(app.page).trySandbox();
    folder = newFolder('directories');
  });

  const waitFor = (said: string | RegExp) => app.page.getByText(said).first().waitFor();
  const button = (name: string) => app.page.getByRole('button', { name, exact: true });

  async function checkFile(csv: string, name: string): Promise<string> {
    const path = join(folder, name);
    writeFileSync(path, csv);
    await goTo(app.page, '#/uploads', words.uploads.title);
    await goTo(app.page, '#/directories', directories.title);
    await app.answerDialog([path]);
    await button(directories.choose).click();
    return path;
  }

  test('a file with errors is explained line by line, exported, and can’t be synchronized', async () => {
    await checkFile(bad, 'bad.csv');
    await waitFor(directories.hasErrors(34));
    await waitFor(/“31\.12\.2024” isn't a date/);
    expect(await button(directories.start).count()).toBe(0);
    expect((await analyze(app.page)).violations).toEqual([]);
    await app.page.getByLabel(directories.search).fill('E-Mail');
    await waitFor(directories.findingsFound(1));
    const csv = join(folder, 'findings.csv');
    await app.answerDialog(csv);
    await button(words.common.exportCsv).click();
    await waitFor(words.common.savedTo(csv));
    expect(readFileSync(csv, 'utf8')).toContain('If it is “email”, rename it.');
  });

  test('every finding is on one line, also in the smallest window', async () => {
    await app.page.setViewportSize({ width: 900, height: 600 });
    await checkFile(bad, 'small.csv');
    const findings = app.page.getByRole('treegrid', { name: directories.findings });
    await findings.getByRole('row').nth(1).waitFor();
    const cutOff = await findings.evaluate((list) => [
      ...(list.scrollWidth > list.clientWidth + 1 ? [`the list: ${list.scrollWidth} px`] : []),
      ...[...list.querySelectorAll('[role=gridcell] > *')]
        .filter((part) => {
          const row = part.closest('[role=row]')?.getBoundingClientRect();
          return part.getBoundingClientRect().bottom > (row?.bottom ?? 0) + 1;
        })
        .map(({ textContent }) => textContent),
    ]);
    expect(cutOff).toEqual([]);
    await app.page.setViewportSize({ width: 1280, height: 800 });
  });

  test('a file that a person drops is checked, and only one', async () => {
    const path = join(folder, 'dropped.csv');
    writeFileSync(path, good);
    await goTo(app.page, '#/uploads', words.uploads.title);
    await goTo(app.page, '#/directories', directories.title);
    await app.drop('body', [path, join(folder, 'bad.csv')]);
    await waitFor(directories.dropOne);
    expect(await button(directories.checkAgain).count()).toBe(0);
    await app.drop('body', [path]);
    await waitFor(directories.noErrors);
    await waitFor(/dropped\.csv/);
  });

  test('the other form of the interface is checked at once', async () => {
    await checkFile('email,name,hr-system id\na@x.test,Ann,1\n', 'form.csv');
    await waitFor(/1 person with an ID of the human-resources system/);
    await app.page.getByRole('radio', { name: directories.forms.base }).click();
    await waitFor(directories.columns.unknown);
    await waitFor(/all values of that person are overwritten/);
  });

  test('a sync asks first, shows who was ignored, and remembers the directory', async () => {
    await checkFile(good, 'good.csv');
    await waitFor(directories.effect);
    await button(directories.start).click();
    await waitFor(directories.directoryIdInvalid);
    await app.page.getByLabel(directories.directoryId).fill('701');
    // Cancel is the default.
    await app.answerDialog(1);
    await button(directories.start).click();
    await button(directories.start).waitFor();
    const question = (await app.shown()).dialogs.at(-1)?.options;
    expect(question?.['detail']).toContain('2 people without that ID');
    expect(await app.page.getByText(directories.synced).count()).toBe(0);
    await app.answerDialog(0);
    await button(directories.start).click();
    await waitFor(directories.synced);
    await waitFor(/with 2 people for directory 701 and reported nobody as ignored/);
    expect((await snapshot(app.page)).connections[0]?.directoryId).toBe(701);
    await checkFile(good, 'good.csv');
    expect(await app.page.getByLabel(directories.directoryId).inputValue()).toBe('701');
  });

  test('a sync that ignored others than predicted lists every one of them', async () => {
    const people = Array.from({ length: 300 }, (_, index) => `,u${index}@corp,Person ${index}\n`).join('');
    await checkFile(`email,user principal name,name\n${people}`, 'base.csv');
    await app.page.getByRole('radio', { name: directories.forms.base }).click();
    await waitFor(/300 people without an email/);
    await app.page.getByLabel(directories.directoryId).fill('701');
    await app.answerDialog(0);
    await button(directories.start).click();
    await waitFor(directories.syncedOtherwise);
    // The sandbox has the extended form, which ignores nobody.
    const list = app.page.getByRole('grid', { name: directories.ignoredPeople });
    await list.getByText('u0@corp').waitFor();
    expect(await list.getAttribute('aria-rowcount')).toBe('301');
    await app.page.getByLabel(directories.searchPeople).fill('u299@');
    await list.getByText('u299@corp').waitFor();
    await app.page.getByRole('radio', { name: directories.forms.extended }).click();
  });

  test('a file that changed after the check is not sent', async () => {
    const path = await checkFile(good, 'changed.csv');
    await waitFor(directories.effect);
    writeFileSync(path, `${good}eve@x.test;;Eve;\n`);
    await app.page.getByLabel(directories.directoryId).fill('701');
    await app.answerDialog(0);
    await button(directories.start).click();
    await waitFor(failureText({ code: 'directory-csv-changed', path }));
  });

  test('the connection is chosen before a file is, and the sandbox is marked', async () => {
    const platform = await startSandbox({ dataDir: newFolder('platform') });
    try {
      await connectWith(app, 'Firm', platform.url, platform.apiKey);
      await goTo(app.page, '#/uploads', words.uploads.title);
      await goTo(app.page, '#/directories', directories.title);
      const mark = app.page.getByText(words.shell.sandboxBannerDescription);
      await choose(app.page, new RegExp(words.platform.connection), /^Firm/);
      await mark.waitFor({ state: 'detached' });
      await choose(app.page, new RegExp(words.platform.connection), /^Sandbox/);
      await mark.waitFor();
    } finally {
      await platform.stop();
    }
  });

  test('the window can’t check or send a file that nobody chose', async () => {
    await app.page.reload();
    await app.page.getByRole('heading').first().waitFor();
    expect(
      await call(app.page, 'directories.check', { path: '/etc/passwd', connectionId: null, form: null }),
    ).toMatchObject({
      ok: false,
      failure: { code: 'source-not-granted' },
    });
  });
});
