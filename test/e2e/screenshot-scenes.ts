/** The days of a litigation-support desk that `npm run screenshots` pictures: real runs of the real program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { caseload } from '../fakes/caseload.ts';
import { addPastUploads } from '../fakes/past-uploads.ts';
import type { RunningApp } from '../stand-in/launch.ts';
import {
  ask,
  choose,
  goTo,
  limitSpeed,
  newFolder,
  newShownFolder,
  open,
  quit,
  type Snapshot,
  until,
  uploadsOf,
} from './app-driver.ts';
import { binderMatter, largeMatter, type Matter, troubledMatter } from './matter.ts';
import { type AtEach, visitDraft, visitTheRest, visitUpload, visitUploads } from './screens.ts';
import { seededName, seedMillion } from './seed.ts';

/** 60 MB/s: an office's line, and a chart of half a minute before the large files are through. */
const bytesPerSecond = 60_000_000;
const sentBeforePicture = 1_500_000_000;
const inAMinuteMs = 60_000;
/** Of all the uploads in the list, those of the last months. */
const recently = 64;

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

interface Answered<Value> {
  readonly value: Value;
}

async function connect(app: RunningApp, name: string, { url, apiKey }: Sandbox): Promise<string> {
  const { value } = await ask<Answered<{ id: string }>>(app.page, 'connections.add', {
    name,
    serverUrl: url,
    apiKey,
    acceptPlaintext: false,
  });
  return value.id;
}

async function draft(app: RunningApp, connectionId: string, matter: Matter, name: string): Promise<number> {
  await app.answerDialog([matter.folder]);
  const sources = await ask<Answered<{ sourceId: string }[]>>(app.page, 'sources.choose', {
    kind: 'folders',
  });
  const { value } = await ask<Answered<{ id: number }>>(app.page, 'drafts.create', {
    connectionId,
    databaseId: 2001,
    dataset: { name, description: null },
    sourceIds: sources.value.map(({ sourceId }) => sourceId),
    links: [],
    followSymlinks: false,
  });
  return value.id;
}

/** Months of uploads in the list, one that is sent, and what may come between. */
export async function visitDesk(atEach: (app: RunningApp, name: string) => Promise<void>): Promise<void> {
  const stateDir = newShownFolder('lading', 'desk-', 1);
  const ours = await startPlatform([
    [2001, 'Ostrel v. Larkmoor'],
    [2002, 'Quillon internal inquiry'],
    [2003, 'Tidewell recall'],
  ]);
  const theirs = await startPlatform([[2001, 'Ferrand Shipping arbitration']]);
  let far = theirs.running;
  const matter = largeMatter();
  try {
    const before = await open(stateDir, { keychain: 'gnome_libsecret' });
    const first = await connect(before, 'Harrow & Pike LLP', ours.running);
    await draft(before, first, troubledMatter(), 'Set points, second custodial set');
    await quit(before);
    addPastUploads(stateDir, caseload({ uploads: recently, until: new Date(), filesShare: 1 }));

    const app = await open(stateDir, { keychain: 'gnome_libsecret' });
    const { page } = app;
    const picture: AtEach = (name) => atEach(app, name);
    const uploadOf = async (id: number) => (await uploadsOf(page)).find((upload) => upload.id === id);
    await goTo(page, '#/new', 'New upload');
    await choose(page, /Connection/, /Harrow/);
    await visitDraft(app, picture, matter);
    const id = Math.max(...(await uploadsOf(page)).map((upload) => upload.id));

    matter.lose();
    await limitSpeed(page, bytesPerSecond);
    await page.getByRole('button', { name: 'Start the upload' }).click();
    await page.getByRole('tab', { name: 'Files' }).waitFor();

    // Elsewhere the platform goes down in the middle of an upload.
    const elsewhere = await connect(app, 'Castle Chambers', far);
    const waitingId = await draft(app, elsewhere, binderMatter(), 'Reefer logs, vessel Ferrand Star');
    await until(
      () => uploadOf(waitingId),
      (seen) => seen?.state === 'ready',
    );
    await ask(page, 'drafts.setCustodians', {
      uploadId: waitingId,
      rule: { kind: 'folder', level: 1 },
      custodian: null,
    });
    await ask(page, 'uploads.start', { uploadId: waitingId, links: [], held: 'ask' });
    await until(
      () => uploadOf(waitingId),
      (seen) => (seen?.totals.accepted.items ?? 0) > 30,
    );
    far.kill();
    await far.exited;
    await goTo(page, `#/uploads/${waitingId}`, 'Reefer logs');
    await page.locator('.summary-status').getByText('Waiting').waitFor();
    await picture('upload-waiting');

    await goTo(page, `#/uploads/${id}`, matter.name);
    await until(
      () => uploadOf(id),
      (seen) => (seen?.acknowledgedBytes ?? 0) > sentBeforePicture,
      inAMinuteMs,
    );
    // The largest first: what moves longest.
    const bySize = page.getByRole('columnheader', { name: 'Size' });
    await bySize.click();
    await bySize.click();
    const image = page.getByRole('row').filter({ hasText: 'ThinkPad' });
    await image.waitFor();
    await picture('upload-sending');
    await image.locator('[data-expander]').click();
    await page.locator('.parts').waitFor();
    await picture('upload-parts');
    await visitUploads(app, picture);

    await goTo(page, `#/uploads/${id}`, matter.name);
    const { processes } = await app.shown();
    const engine = processes.find(({ name }) => /engine/i.test(name));
    if (engine !== undefined) process.kill(engine.pid, 'SIGKILL');
    await page.getByText('The engine ended by itself and was started again').waitFor();
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await pause.waitFor();
    await picture('engine-restarted');
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await pause.click();
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await resume.waitFor();
    await picture('upload-paused');

    writeFileSync(ours.faultsFile, JSON.stringify([{ fault: { kind: 'status', status: 401 } }]));
    await resume.click();
    await page.getByText('API key refused').first().waitFor();
    await picture('key-refused');
    await goTo(page, '#/settings', 'Settings');
    await page.getByRole('button', { name: 'New key…' }).first().waitFor();
    await picture('settings-key-refused');
    writeFileSync(ours.faultsFile, '[]');
    await ask(page, 'connections.setKey', {
      connectionId: first,
      apiKey: ours.running.keys.databaseAdmin,
      acceptPlaintext: false,
    });

    far = await startSandbox({ dataDir: far.dataDir, faultsFile: theirs.faultsFile, port: far.port });
    await limitSpeed(page, null);
    const state = async () => (await uploadOf(id))?.state;
    if ((await until(state, (seen) => seen !== 'paused', 1_000)) === 'paused')
      await ask(page, 'uploads.start', { uploadId: id, links: [], held: 'ask' });
    await until(
      () => uploadOf(waitingId),
      (seen) => seen?.state === 'finished',
      inAMinuteMs,
    );
    await goTo(page, `#/uploads/${waitingId}`, 'Reefer logs');
    await picture('upload-verified');
    await until(state, (seen) => seen === 'finished', inAMinuteMs);
    await visitUpload(app, picture, { id, name: matter.name });

    await app.answerDialog(join(matter.folder, 'taken away', 'receipt.json'));
    await page.getByRole('button', { name: 'Receipt', exact: true }).click();
    await page.getByRole('menuitem', { name: /JSON, complete/ }).click();
    await page.getByRole('alert').first().waitFor();
    await picture('call-failed');
    await visitTheRest(app, picture);
    await quit(app);
    await visitManyYears(stateDir, atEach);
  } finally {
    for (const platform of [ours.running, far]) {
      platform.kill();
      await platform.exited;
    }
  }
}

async function visitManyYears(
  stateDir: string,
  atEach: (app: RunningApp, name: string) => Promise<void>,
): Promise<void> {
  const years = caseload({ uploads: 1000, until: new Date(), filesShare: 0.1 });
  addPastUploads(stateDir, years.slice(0, -recently));
  const id = seedMillion(stateDir);
  const app = await open(stateDir, { keychain: 'gnome_libsecret' });
  // Until then nobody can tell whose uploads they are.
  await until(
    () => ask<Answered<Snapshot>>(app.page, 'snapshot'),
    ({ value }) => value.connections.some(({ state }) => state.kind === 'ready'),
  );
  await app.page.getByRole('row').nth(1).waitFor();
  await atEach(app, 'uploads-many');
  await app.page.evaluate((to) => {
    location.hash = `#/uploads/${to}`;
  }, id);
  await app.page.getByText('1,000,000 files').first().waitFor();
  await app.page.getByText(seededName(0)).first().waitFor();
  await atEach(app, 'upload-million');
}
