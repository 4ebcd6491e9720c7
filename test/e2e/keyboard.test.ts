/** The whole wizard without a mouse: Tab, arrows, Enter and Space, and the focus is always to be seen. */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, newFolder, open, patienceMs, sampleMatter, until, uploadsOf } from './app-driver.ts';
import { noWindow } from './browser.ts';

const mostStops = 40;

/** What has the focus, as it would be read out; and whether it can be seen that it has it. */
function focused(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const holder = document.activeElement;
    if (holder === null || holder === document.body) return { name: '', isSeen: true };
    // A grid holds the focus for its active row.
    const active = holder.getAttribute('aria-activedescendant');
    const element = (active === null ? null : document.getElementById(active)) ?? holder;
    const isOutlined = (each: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // A box to tick has no size of its own: its ring is drawn by what is beside it.
    const drawnBy = [element, holder, element.parentElement, element.closest('label, .field')].flatMap(
      (each) => (each === null ? [] : [each, ...each.querySelectorAll('[class*="-box"], [class*="-track"]')]),
    );
    // A field keeps its name while its list is open and has an active row.
    const labels = holder instanceof HTMLInputElement ? [...(holder.labels ?? [])] : [];
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const name = [
      element.getAttribute('aria-label') ?? '',
      ...by,
      ...labels.map((label) => label.textContent ?? ''),
      element.textContent ?? '',
    ].join(' ');
    return { name: name.replace(/\s+/g, ' ').trim(), isSeen: drawnBy.some(isOutlined) };
  });
}

/** Tabs on until what is wanted has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, isSeen } = await focused(page);
    expect([name, isSeen]).toEqual([name, true]);
    if (name.includes(wanted)) return;
    passed.push(name.slice(0, 40));
  }
  throw new Error(`Tab does not lead to ${wanted}: ${passed.join(' | ')}`);
}

async function press(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
}

afterAll(endAll);

describe.skipIf(noWindow !== null)('without a mouse', () => {
  test('a person comes from the first screen to a finished upload', async () => {
    const app = await open(newFolder());
    const { page } = app;
    const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
    await heading('Welcome to Lading');
    await press(page, 'Start practising');
    await heading('What is sent, and where it goes');
    expect((await focused(page)).name).toContain('What is sent, and where it goes');

    await app.answerDialog([sampleMatter]);
    await press(page, 'Choose folders');
    await page.getByRole('list', { name: 'Chosen folders and files' }).waitFor();
    await press(page, 'Use the sample matter');
    await page.getByText('1 source was chosen already.').waitFor();
    await page.getByRole('combobox', { name: 'Database' }).waitFor();
    await tabTo(page, 'Database');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press(page, 'Take the inventory');

    await heading('What was found');
    await press(page, 'On to Custodians');
    await heading('Whose files these are');
    await tabTo(page, 'One name for everything');
    await page.keyboard.press('ArrowDown');
    await page.getByText('every file has one').waitFor();
    await press(page, 'On to Processing settings');
    await heading('How the platform processes the files');
    await tabTo(page, 'Check each part when it arrives');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Never' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await press(page, 'On to Review');
    await heading('Look once more, then start');
    await press(page, 'Start the upload');
    const [upload] = await until(
      () => uploadsOf(page),
      ([first]) => first?.state === 'finished',
      2 * patienceMs,
    );
    expect(upload?.totals.accepted.items).toBe(33);
    expect(upload?.partCheck).toBe('never');
    expect(upload?.custodianRule).toEqual({ kind: 'folder', level: 1 });

    // The list of files: one stop, and arrows within it.
    await tabTo(page, 'Жукова, Ирина');
    const first = (await focused(page)).name;
    await page.keyboard.press('ArrowDown');
    const second = await until(
      () => focused(page),
      ({ name }) => name !== first,
    );
    expect(second).toMatchObject({ isSeen: true });
    expect(second.name).not.toBe(first);
    expect((await app.shown()).dialogs).toHaveLength(1);
  });
});
