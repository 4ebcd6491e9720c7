/** The screens of the window, one after the other, as a person comes by them: looked at by axe, and pictured. */
import type { RunningApp } from '../stand-in/launch.ts';
import { goTo, limitSpeed, practise, takeInventory, until, uploadsOf } from './app-driver.ts';
import { type Matter, troubledMatter } from './matter.ts';

export type AtEach = (name: string) => Promise<void>;

/** All of them, with an upload that is over in seconds. */
export async function visitScreens(app: RunningApp, atEach: AtEach): Promise<void> {
  await visitFirstRun(app, atEach);
  const matter = troubledMatter();
  await visitDraft(app, atEach, matter);
  await visitSending(app, atEach, matter);
  const { page } = app;
  const uploads = await until(
    () => uploadsOf(page),
    ([upload]) => upload?.state === 'finished',
  );
  await visitUpload(app, atEach, { id: uploads[0]?.id ?? 0, name: matter.name });
  await visitUploads(app, atEach);
  await visitPractice(app, atEach);
  await visitTheRest(app, atEach);
}

/** From the first start to the form of a new upload to the practice platform. */
export async function visitFirstRun({ page }: RunningApp, atEach: AtEach): Promise<void> {
  await page.getByRole('heading', { name: 'Welcome to Lading' }).waitFor();
  await atEach('first-run');
  await page.getByRole('button', { name: 'Enter address and key', exact: true }).click();
  await atEach('first-run-connect');
  await practise(page);
  await goTo(page, '#/uploads', 'Uploads');
  await atEach('uploads-empty');
  await goTo(page, '#/new', 'New upload');
  await atEach('source-empty');
  await page.getByRole('button', { name: 'Take the inventory' }).click();
  await atEach('source-missing');
}

/** From the form of a new upload to the last look before the start. */
export async function visitDraft(app: RunningApp, atEach: AtEach, { folder }: Matter): Promise<void> {
  const { page } = app;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await takeInventory(app, folder);
  await atEach('preflight');
  await button('On to Custodians').click();
  await page.getByText('A folder’s name', { exact: true }).click();
  await page.getByText('every file has one').waitFor();
  await atEach('custodians');
  await page.getByRole('radio', { name: 'By hand, on the folders' }).click();
  await page.getByRole('treegrid').getByText('Roe, Sam').first().waitFor();
  await atEach('custodians-by-hand');
  await button('On to Processing settings').click();
  await page.getByText('Integrity', { exact: true }).waitFor();
  await atEach('processing');
  await button('On to Review').click();
  await page.getByText('will be sent').waitFor();
  await atEach('review');
  await button('Discard the draft').click();
  await page.getByRole('alertdialog').waitFor();
  await atEach('discard');
  await button('Keep the draft').click();
}

async function visitSending({ page }: RunningApp, atEach: AtEach, matter: Matter): Promise<void> {
  matter.lose();
  await limitSpeed(page, 12_000);
  await page.getByRole('button', { name: 'Start the upload' }).click();
  await until(
    () => uploadsOf(page),
    ([upload]) => (upload?.totals.accepted.items ?? 0) > 3,
  );
  await atEach('upload-sending');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  await resume.waitFor();
  await atEach('upload-paused');
  await limitSpeed(page, null);
  await resume.click();
}

/** What an upload that has ended keeps. */
export async function visitUpload(
  { page }: RunningApp,
  atEach: AtEach,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> {
  for (const tab of ['exceptions', 'custodians', 'settings', 'log']) {
    await goTo(page, `#/uploads/${id}/${tab}`, name);
    await page.getByRole('tabpanel').waitFor();
    await atEach(`upload-${tab}`);
  }
  await goTo(page, `#/uploads/${id}`, name);
  await page.getByRole('row').nth(1).waitFor();
  await atEach('upload-files');
}

export async function visitUploads({ page }: RunningApp, atEach: AtEach): Promise<void> {
  await goTo(page, '#/uploads', 'Uploads');
  await page.getByRole('row').nth(1).waitFor();
  await atEach('uploads');
  await page.getByRole('radio', { name: 'Cards' }).click();
  await atEach('uploads-cards');
  // It is remembered, and the next to come expects the list.
  await page.getByRole('radio', { name: 'List' }).click();
}

export async function visitPractice({ page }: RunningApp, atEach: AtEach): Promise<void> {
  await goTo(page, '#/sandbox', 'Practice');
  await atEach('practice');
}

export async function visitTheRest({ page }: RunningApp, atEach: AtEach): Promise<void> {
  await goTo(page, '#/settings', 'Settings');
  await atEach('settings');
  await page.getByRole('button', { name: 'Add a connection…', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await atEach('settings-connect');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await goTo(page, '#/about', 'About Lading');
  await atEach('about');
  await goTo(page, '#/uploads/99999', 'There is no such upload');
  await atEach('no-such-upload');
}
