/** Databases, projects, and who may do what, with keys of different roles against the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { operations } from '../../preload/contract/platform/operations.ts';
import { words } from '../../renderer/i18n/words.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import { choose, connectWith, endAll, newFolder, open, waitUntil } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { DatabasesPage } from './pages/databases-page.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';

const { databases, databaseUsers, databaseProjects, permissions, platform } = words;
let sandbox: Sandbox;
let app: RunningApp;

afterAll(async () => {
  await endAll();
  sandbox?.kill();
});

describe.skipIf(noWindow !== null)('databases and projects in the window', () => {
  beforeAll(async () => {
    sandbox = await startSandbox({ dataDir: newFolder('platform') });
    app = await open(newFolder(), { keychain: 'gnome_libsecret' });
    const { admin, databaseAdmin, parentOrganization, uploader } = sandbox.keys;
    await connectWith(app, 'Org admin', sandbox.url, admin);
    await connectWith(app, 'Database admin', sandbox.url, databaseAdmin);
    await connectWith(app, 'Uploader', sandbox.url, uploader);
    await connectWith(app, 'Parent', sandbox.url, parentOrganization);
  });

  async function openAs(connection: string): Promise<DatabasesPage> {
    const page = new DatabasesPage(app.page);
    await page.goTo();
    await choose(app.page, new RegExp(platform.connection), new RegExp(connection));
    return page;
  }

  test('an organization admin sees every database, and exports the list', async () => {
    const page = await openAs('Org admin');
    await page.row('Sealed matter').getByText(databases.orgAdminAccessValues.off).waitFor();
    await page.row('Doe v. Roe').getByText('Harrow & Pike LLP').waitFor();
    const path = join(newFolder('csv'), 'databases.csv');
    await app.answerDialog(path);
    await app.page.getByRole('button', { name: words.common.exportCsv }).click();
    await app.page.getByText(words.common.savedTo(path)).waitFor();
    const rows = parse(readFileSync(path), { bom: true, columns: true });
    expect(rows).toContainEqual(expect.objectContaining({ Name: 'Doe v. Roe', ID: '2001' }));
  });

  test('every project is listed with whose it is, exported, and opens its database', async () => {
    const page = await openAs('Parent');
    await page.goTo('projects');
    const second = page.row('Acme second request');
    await second.getByText(databaseProjects.states.suspended).waitFor();
    await second.getByText('Harrow & Pike LLP').waitFor();
    const path = join(newFolder('csv'), 'projects.csv');
    await app.answerDialog(path);
    await app.page.getByRole('button', { name: words.common.exportCsv }).click();
    await app.page.getByText(words.common.savedTo(path)).waitFor();
    const rows = parse(readFileSync(path), { bom: true, columns: true });
    expect(rows).toContainEqual(
      expect.objectContaining({
        [databaseProjects.displayName]: 'Acme second request',
        [databaseProjects.databaseId]: '2002',
        [databases.organization]: 'Harrow & Pike LLP',
        [databaseProjects.states.suspended]: databaseProjects.yes,
      }),
    );
    await second.getByRole('link').click();
    await app.page.getByRole('heading', { name: 'Acme investigation', level: 1 }).waitFor();
    await page.row('main review').waitFor();
  });

  test('a database shows its size by kind, and its projects with their state', async () => {
    const page = await openAs('Org admin');
    await page.open('Acme investigation');
    const processed = await page.cells(databases.size, databases.sizeKinds.processedDocs);
    expect(processed).toHaveLength(5);
    expect(Number(processed[1]?.replaceAll(',', ''))).toBeGreaterThan(0);
    await page.showTab('projects');
    await page.row('Acme second request').getByText(databaseProjects.states.suspended).waitFor();
    await page.row('main review').click();
    await app.page.getByRole('dialog').getByText(databaseProjects.internalName).waitFor();
    await app.page.getByRole('button', { name: databaseProjects.close }).click();
  });

  test('permissions change only after a yes in the native dialog', async () => {
    const page = await openAs('Org admin');
    await page.open('Doe v. Roe');
    await page.showTab('users');
    await page.changePermissions('Ben Okafor');
    await page.toggle('DB_DELETE');
    await app.page
      .getByRole('dialog')
      .getByText(permissions.added(['DB_DELETE']))
      .waitFor();
    await app.answerDialog(1);
    await page.save();
    await waitUntil(
      () => app.shown(),
      ({ dialogs }) => dialogs.some((dialog) => JSON.stringify(dialog).includes('Ben Okafor')),
    );
    expect(await page.row('Ben Okafor').innerText()).not.toContain(permissions.name('DB_DELETE'));
    await app.answerDialog(0);
    await page.save();
    await app.page.getByText(databaseUsers.saved('Ben Okafor')).waitFor();
    await page
      .row('Ben Okafor')
      .getByText(permissions.list(['DB_UPLOAD', 'DB_DELETE']))
      .waitFor();
  });

  test('an upload can be started from a database', async () => {
    const page = await openAs('Org admin');
    await page.open('Acme investigation');
    await app.page.getByRole('button', { name: databases.newUpload }).click();
    const newUpload = new NewUploadPage(app.page);
    await newUpload.waitForSource();
    await waitUntil(
      () => newUpload.database.inputValue(),
      (name) => name === 'Acme investigation',
    );
  });

  test('a database admin sees the own database only', async () => {
    const page = await openAs('Database admin');
    await page.row('Doe v. Roe').getByText(databases.uploadValues.granted, { exact: true }).waitFor();
    expect(await page.row('Acme investigation').count()).toBe(0);
  });

  test('a parent organization’s key sees the databases of its sub-organizations', async () => {
    const page = await openAs('Parent');
    await page.row('Doe v. Roe').getByText('Harrow & Pike LLP').waitFor();
    await page.row('Doe v. Roe').getByText(databases.roles.admin).waitFor();
  });

  test('what an uploader may not see is explained, not shown as an error', async () => {
    const page = await openAs('Uploader');
    await app.page.getByRole('navigation').getByText('Uploader', { exact: true }).waitFor();
    await page.row('Doe v. Roe').getByText(databases.roles.project).waitFor();
    await page.open('Doe v. Roe');
    await app.page.getByText(platform.needsRole(databases.size)).waitFor();
    await page.showTab('users');
    await app.page.getByText(platform.roles[operations.GetDatabaseUsers.access]).waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });
});
