/** Every screen of the window, one after the other, as a person comes by them: looked at by axe, and pictured. */
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { RunningApp } from '../stand-in/launch.ts';
import { ask, newFolder, practise, sampleMatter, takeInventory, until, uploadsOf } from './desk.ts';

type AtEach = (name: string) => Promise<void>;

/** A matter with something to complain about: a link, and a file that is gone when it is to be sent. */
export function troubledMatter(): { readonly folder: string; readonly gone: string } {
  const folder = join(newFolder('matter'), 'Cold store 3');
  cpSync(sampleMatter, folder, { recursive: true });
  symlinkSync('/dev/null', join(folder, 'Roe, Sam', 'link to elsewhere'));
  const gone = join(folder, 'Roe, Sam', 'moved away.docx');
  writeFileSync(gone, 'was here');
  return { folder, gone };
}

async function limitSpeed(page: Page, bytesPerSecond: number | null): Promise<void> {
  const { value } = await ask<{ value: { app: { preferences: object } } }>(page, 'snapshot');
  await ask(page, 'preferences.set', { ...value.app.preferences, bytesPerSecond });
}

export async function visitScreens(app: RunningApp, atEach: AtEach): Promise<void> {
  const { page } = app;
  const goTo = async (hash: string, heading: string): Promise<void> => {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
    await page.getByRole('heading', { name: heading }).first().waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.getByRole('heading', { name: 'Welcome to Lading' }).waitFor();
  await atEach('first-run');
  await button('Enter address and key').click();
  await atEach('first-run-connect');
  await practise(page);
  await goTo('#/uploads', 'Uploads');
  await atEach('uploads-empty');
  await goTo('#/new', 'New upload');
  await atEach('source-empty');
  await button('Take the inventory').click();
  await atEach('source-missing');

  const { folder, gone } = troubledMatter();
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

  rmSync(gone);
  await limitSpeed(page, 12_000);
  await button('Start the upload').click();
  await until(
    () => uploadsOf(page),
    ([upload]) => (upload?.totals.uploaded.items ?? 0) > 3,
  );
  await atEach('upload-sending');
  await button('Pause').click();
  await button('Resume').waitFor();
  await atEach('upload-paused');
  await limitSpeed(page, null);
  await button('Resume').click();
  const uploads = await until(
    () => uploadsOf(page),
    ([upload]) => upload?.state === 'finished',
  );
  const id = uploads[0]?.id ?? 0;
  for (const tab of ['exceptions', 'custodians', 'settings', 'log']) {
    await goTo(`#/uploads/${id}/${tab}`, 'Cold store 3');
    await page.getByRole('tabpanel').waitFor();
    await atEach(`upload-${tab}`);
  }
  await goTo(`#/uploads/${id}`, 'Cold store 3');
  await page.getByRole('row').nth(1).waitFor();
  await atEach('upload-files');
  await goTo('#/uploads', 'Uploads');
  await atEach('uploads');
  await page.getByRole('radio', { name: 'Cards' }).click();
  await atEach('uploads-cards');
  // It is remembered, and the next to come expects the list.
  await page.getByRole('radio', { name: 'List' }).click();
  await goTo('#/settings', 'Settings');
  await atEach('settings');
  await button('Add a connection…').click();
  await page.getByRole('dialog').waitFor();
  await atEach('settings-connect');
  await button('Cancel').click();
  await goTo('#/sandbox', 'Practice');
  await atEach('practice');
  await goTo('#/about', 'About Lading');
  await atEach('about');
  await goTo('#/uploads/99', 'There is no such upload');
  await atEach('no-such-upload');
}
