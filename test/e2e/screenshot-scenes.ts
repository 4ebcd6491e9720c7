/** Situations from the days of a litigation-support team, played in the real program for `npm run screenshots`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { words } from '../../renderer/i18n/words.ts';
import { caseload } from '../fakes/caseload.ts';
import { addPastUploads } from '../fakes/past-uploads.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  call,
  choose,
  goTo,
  killProcess,
  limitBandwidth,
  newFolder,
  newPresentableFolder,
  open,
  quit,
  snapshot,
  uploadsOf,
  waitUntil,
} from './app-driver.ts';
import { binderMatter, largeMatter, type Matter, troubledMatter } from './matter.ts';
import { NewUploadPage } from './pages/new-upload-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { UploadPage } from './pages/upload-page.ts';
import { UploadsPage } from './pages/uploads-page.ts';
import { type OnScreen, visitDraft, visitOthers, visitUpload, visitUploads } from './screen-tour.ts';
import { million, seededName, seedMillion } from './seed.ts';

/** An office connection, and enough time for a chart before the large files are done. */
const bytesPerSecond = 60_000_000;
const bytesBeforeScreenshot = 1_500_000_000;
const oneMinuteMs = 60_000;
/** How many of the uploads in the list are from the last months. */
const recentUploads = 64;

interface Platform {
  readonly running: Sandbox;
  readonly faultsFile: string;
}

/** The sandbox as a firm's platform, with its matters' names. */
async function startPlatform(matters: readonly (readonly [id: number, name: string])[]): Promise<Platform> {
  const dataDir = newFolder('platform');
  const faultsFile = join(newFolder('faults'), 'faults.json');
  writeFileSync(faultsFile, '[]');
  await (await startSandbox({ dataDir })).stop();
  const db = new Sqlite(join(dataDir, 'sandbox.db'));
  try {
    const name = db.prepare('UPDATE databases SET name = ? WHERE id = ?');
    for (const [id, called] of matters) name.run(called, id);
  } finally {
    db.close();
  }
  return { running: await startSandbox({ dataDir, faultsFile }), faultsFile };
}

interface Success<Value> {
  readonly value: Value;
}

async function connect(app: RunningApp, name: string, { url, apiKey }: Sandbox): Promise<string> {
  await app.answerDialog(0);
  const { value } = await call<Success<{ id: string }>>(app.page, 'connections.add', {
    name,
    serverUrl: url,
    apiKey,
    acceptPlaintext: false,
  });
  return value.id;
}

async function draft(app: RunningApp, connectionId: string, matter: Matter, name: string): Promise<number> {
  await app.answerDialog([matter.folder]);
  const sources = await call<Success<{ sourceId: string }[]>>(app.page, 'paths.choose', {
    purpose: 'source-folders',
  });
  const { value } = await call<Success<{ id: number }>>(app.page, 'drafts.create', {
    connectionId,
    databaseId: 2001,
    dataset: { name, description: null },
    sources: sources.value.map(({ sourceId }) => sourceId),
    links: [],
    followSymlinks: false,
  });
  return value.id;
}

/** Months of uploads in the list, one that is running, and what can go wrong. */
export async function visitScenes(onScreen: (app: RunningApp, name: string) => Promise<void>): Promise<void> {
  const stateDir = newPresentableFolder('lading', 'office-', 1);
  const ours = await startPlatform([
    [2001, 'Ostrel v. Larkmoor'],
    [2002, 'Quillon inquiry'],
    [2003, 'Tidewell recall'],
  ]);
  const theirs = await startPlatform([[2001, 'Ferrand Shipping']]);
  let far = theirs.running;
  const matter = largeMatter();
  try {
    const before = await open(stateDir, { keychain: 'gnome_libsecret' });
    const first = await connect(before, 'Harrow & Pike LLP', ours.running);
    await draft(before, first, troubledMatter(), 'Set points, second set');
    await quit(before);
    addPastUploads(stateDir, caseload({ uploads: recentUploads, until: new Date(), filesShare: 1 }));

    const app = await open(stateDir, { keychain: 'gnome_libsecret' });
    const { page } = app;
    const picture: OnScreen = (name) => onScreen(app, name);
    const screen = new UploadPage(page);
    const uploadOf = async (id: number) => (await uploadsOf(page)).find((upload) => upload.id === id);
    await goTo(page, '#/new', words.newUpload.title);
    await choose(page, /Connection/, /Harrow/);
    const database = 'Ostrel v. Larkmoor';
    await visitDraft(app, picture, matter, database);
    const id = Math.max(...(await uploadsOf(page)).map((upload) => upload.id));

    matter.loseFile();
    await limitBandwidth(page, bytesPerSecond);
    const databaseName = page.getByLabel(words.newUploadReview.databaseCheckName(database));
    if (await databaseName.isVisible()) await databaseName.fill(database);
    await new NewUploadPage(page).start();

    // At another platform, the server goes down during an upload.
    const elsewhere = await connect(app, 'Castle Chambers', far);
    const waitingId = await draft(app, elsewhere, binderMatter(), 'Reefer logs, m.v. Corvina');
    await waitUntil(
      () => uploadOf(waitingId),
      (seen) => seen?.state === 'ready',
    );
    await call(page, 'drafts.setCustodians', {
      uploadId: waitingId,
      rules: [{ kind: 'folder', level: 1 }],
      custodian: null,
    });
    await call(page, 'uploads.start', {
      uploadId: waitingId,
      links: [],
      held: 'ask',
      confirmDatabase: 'Ferrand Shipping',
    });
    await waitUntil(
      () => uploadOf(waitingId),
      (seen) => (seen?.totals.accepted.items ?? 0) > 30,
    );
    far.kill();
    await far.exited;
    await goTo(page, `#/uploads/${waitingId}`, 'Reefer logs');
    await screen.statusLine.getByText(words.status.waiting).waitFor();
    await picture('upload-waiting');

    await goTo(page, `#/uploads/${id}`, matter.name);
    await waitUntil(
      () => uploadOf(id),
      (seen) => (seen?.acknowledgedBytes ?? 0) > bytesBeforeScreenshot,
      oneMinuteMs,
    );
    // Largest first, because those stay active longest.
    await screen.sortBy(words.uploadFiles.size);
    await screen.sortBy(words.uploadFiles.size);
    const image = page.getByRole('row').filter({ hasText: 'ThinkPad' });
    await image.waitFor();
    await picture('upload-uploading');
    await image.locator('[data-expander]').click();
    await page.locator('.parts').waitFor();
    await picture('upload-parts');
    await visitUploads(app, picture);

    await goTo(page, `#/uploads/${id}`, matter.name);
    await killProcess(app, /engine/i);
    await page.getByText(words.shell.engineRestarted).waitFor();
    await screen.pauseButton.waitFor();
    await picture('engine-restarted');
    await page.getByRole('button', { name: words.common.dismiss }).first().click();
    await screen.pause();
    await picture('upload-paused');

    writeFileSync(ours.faultsFile, JSON.stringify([{ fault: { kind: 'status', status: 401 } }]));
    await screen.resume();
    await page.getByText(words.failures['key-refused']).first().waitFor();
    await picture('key-refused');
    const settings = new SettingsPage(page);
    await settings.goTo();
    await settings.replaceKeyButton.waitFor();
    await picture('settings-key-refused');
    writeFileSync(ours.faultsFile, '[]');
    await app.answerDialog(0);
    await call(page, 'connections.setKey', {
      connectionId: first,
      apiKey: ours.running.keys.databaseAdmin,
      acceptPlaintext: false,
    });

    far = await startSandbox({ dataDir: far.dataDir, faultsFile: theirs.faultsFile, port: far.port });
    await limitBandwidth(page, null);
    const state = async () => (await uploadOf(id))?.state;
    // Paused by the refused key, unless the new key has already resumed it.
    if ((await state()) === 'paused')
      await call(page, 'uploads.start', { uploadId: id, links: [], held: 'ask' });
    await waitUntil(
      () => uploadOf(waitingId),
      (seen) => seen?.state === 'finished',
      oneMinuteMs,
    );
    await goTo(page, `#/uploads/${waitingId}`, 'Reefer logs');
    await page.getByRole('row').nth(1).waitFor();
    await picture('upload-accepted');
    await waitUntil(state, (seen) => seen === 'finished', oneMinuteMs);
    await visitUpload(app, picture, { id, name: matter.name });

    await screen.requestReceipt(app, 'json', join(matter.folder, 'missing folder', 'receipt.json'));
    await page.getByRole('alert').first().waitFor();
    await picture('call-failed');
    await visitOthers(app, picture);
    await quit(app);
    await visitManyYears(stateDir, onScreen);
  } finally {
    for (const platform of [ours.running, far]) {
      platform.kill();
      await platform.exited;
    }
  }
}

async function visitManyYears(
  stateDir: string,
  onScreen: (app: RunningApp, name: string) => Promise<void>,
): Promise<void> {
  const years = caseload({ uploads: 1000, until: new Date(), filesShare: 0.1 });
  addPastUploads(stateDir, years.slice(0, -recentUploads));
  const id = seedMillion(stateDir);
  const app = await open(stateDir, { keychain: 'gnome_libsecret' });
  // Uploads belong to a connection, so one must be ready first.
  await waitUntil(
    () => snapshot(app.page),
    ({ connections }) => connections.some(({ state }) => state.kind === 'ready'),
  );
  await new UploadsPage(app.page).waitForRows();
  await onScreen(app, 'uploads-many');
  await app.page.evaluate((to) => {
    location.hash = `#/uploads/${to}`;
  }, id);
  await app.page.getByText(words.common.files(million)).first().waitFor();
  await app.page.getByText(seededName(0)).first().waitFor();
  await onScreen(app, 'upload-million');
}
