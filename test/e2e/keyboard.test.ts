/** The whole wizard by keyboard: Tab, arrows, Enter and Space, with the focus always visible. */
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { words } from '../../renderer/i18n/words.ts';
import {
  endAll,
  newFolder,
  onlyUpload,
  open,
  sampleMatter,
  sampleMatterFiles,
  timeoutMs,
  waitUntil,
} from './app-driver.ts';
import { noWindow } from './browser.ts';
import { matterCustodians } from './matter.ts';

const maxTabStops = 40;

/** The accessible name of the focused element, and whether its focus is visible. */
function focused(page: Page): Promise<{ name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const focusedElement = document.activeElement;
    if (focusedElement === null || focusedElement === document.body) return { name: '', isVisible: true };
    // A grid has the focus for its active row.
    const active = focusedElement.getAttribute('aria-activedescendant');
    const element = (active === null ? null : document.getElementById(active)) ?? focusedElement;
    const isOutlined = (each: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // A checkbox input is invisible; an element beside it draws its focus ring.
    const candidates = [
      element,
      focusedElement,
      element.parentElement,
      element.closest('label, .field'),
    ].flatMap((each) =>
      each === null ? [] : [each, ...each.querySelectorAll('[class*="-box"], [class*="-track"]')],
    );
    // A combo box keeps its own name while an option in its list is active.
    const labels = focusedElement instanceof HTMLInputElement ? [...(focusedElement.labels ?? [])] : [];
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const name = [
      element.getAttribute('aria-label') ?? '',
      ...labelledBy,
      ...labels.map((label) => label.textContent ?? ''),
      element.textContent ?? '',
    ].join(' ');
    return { name: name.replace(/\s+/g, ' ').trim(), isVisible: candidates.some(isOutlined) };
  });
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, target: string): Promise<void> {
  const visited: string[] = [];
  for (let stop = 0; stop < maxTabStops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isVisible } = await focused(page);
    expect([name, isVisible]).toEqual([name, true]);
    if (name.includes(target)) return;
    visited.push(name.slice(0, 40));
  }
  throw new Error(`Tab does not reach ${target}: ${visited.join(' | ')}`);
}

async function press(page: Page, target: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'the keyboard alone leads from the first screen to a finished upload',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const { newUpload, newUploadCustodians, newUploadPreflight, newUploadReview } = words;
    const { newUploadSettings, newUploadSource } = words;
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor();
    await heading(words.firstRun.title);
    await press(page, words.firstRun.startSandbox);
    await heading(newUploadSource.heading);
    expect((await focused(page)).name).toContain(newUploadSource.heading);

    await app.answerDialog([sampleMatter]);
    await press(page, newUploadSource.chooseFolders);
    await page.getByRole('list', { name: newUploadSource.selected }).waitFor();
    await press(page, newUploadSource.useSample);
    await page.getByText(newUploadSource.alreadyAdded(1)).waitFor();
    await page.getByRole('combobox', { name: newUploadSource.database }).waitFor();
    await tabTo(page, newUploadSource.database);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press(page, newUploadSource.scanFiles);

    await heading(newUploadPreflight.heading);
    await press(page, newUpload.nextStep(newUpload.custodians));
    await heading(newUploadCustodians.heading);
    await tabTo(page, newUploadCustodians.folderName);
    await page.keyboard.press('Space');
    await page.getByText(newUploadCustodians.tally(matterCustodians.length, 0)).waitFor();
    await press(page, newUpload.nextStep(newUpload.passwords));
    await heading(words.newUploadPasswords.heading);
    await press(page, newUpload.nextStep(newUpload.settings));
    await page.getByText(newUploadSettings.integrity, { exact: true }).waitFor();
    await tabTo(page, newUploadSettings.partCheck);
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: newUploadSettings.partChecks.never }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press(page, newUpload.nextStep(newUpload.review));
    await heading(newUploadReview.heading);
    // Tab passes over the button until the database check is answered.
    await page.getByText(newUploadReview.blockers.checking).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: newUploadReview.start, disabled: false }).waitFor();
    await press(page, newUploadReview.start);
    const upload = await waitUntil(
      () => onlyUpload(page),
      (seen) => seen?.state === 'finished',
      2 * timeoutMs,
    );
    expect(upload).toMatchObject({
      totals: { accepted: { items: sampleMatterFiles } },
      partCheck: 'never',
      custodianRules: [{ kind: 'folder', level: 1 }],
    });

    // The list of files is one tab stop; the arrow keys move within it. Folders are scanned at the same time, in any order.
    const [, firstRow = ''] = await page.getByRole('treegrid').getByRole('row').allTextContents();
    await tabTo(page, matterCustodians.find((custodian) => firstRow.includes(custodian)) ?? firstRow);
    const first = (await focused(page)).name;
    await page.keyboard.press('ArrowDown');
    const second = await waitUntil(
      () => focused(page),
      ({ name }) => name !== first,
    );
    expect(second.isVisible).toBe(true);
    expect((await app.shown()).dialogs).toHaveLength(1);
  },
);
