/** Every control of every screen can be reached in a small window and at 200 % zoom. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { visitAll } from './screen-tour.ts';

afterAll(endAll);

const sizes = [
  { name: 'the smallest window', width: 900, height: 600, listsFit: true },
  // In CSS pixels, as 1280 × 800 has at 200 %. Columns of a list then need more than its width.
  { name: '200 % zoom', width: 640, height: 400, listsFit: false },
] as const;

test.skipIf(noWindow !== null).each(sizes)(
  'at $name, no control lies outside the window or under another',
  async ({ width, height, listsFit }) => {
    const app = await open(newFolder());
    await app.page.setViewportSize({ width, height });
    const found: string[] = [];
    await visitAll(app, async (screen) => {
      for (const problem of await layoutProblems(app.page, listsFit)) found.push(`${screen}: ${problem}`);
    });
    expect(found).toEqual([]);
  },
  240_000,
);

/** The controls that a person can't see or click, however far they scroll. */
function layoutProblems(page: Page, listsFit: boolean): Promise<readonly string[]> {
  return page.evaluate((gridsFit) => {
    const problems: string[] = [];
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const { scrollingElement } = document;
    if (scrollingElement !== null && scrollingElement.scrollWidth > innerWidth)
      problems.push(`the page is ${scrollingElement.scrollWidth} px wide`);
    for (const grid of document.querySelectorAll('[role=grid], [role=treegrid]'))
      if (gridsFit && grid.scrollWidth > grid.clientWidth + 1)
        problems.push(`the list is ${grid.scrollWidth} px wide, its room ${grid.clientWidth}`);
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]');
    const controls = (dialog ?? document).querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, [role=tab], [role=grid], [role=treegrid]',
    );
    for (const control of controls) {
      // Rows scroll with their list; a control of a row is reached with the row.
      if (control.closest('.grid-body, [aria-hidden=true], [inert]') !== null) continue;
      // The input of a checkbox is invisible; its label is what a person clicks.
      const shown =
        control instanceof HTMLInputElement && control.closest('.visually-hidden, label') !== null
          ? (control.closest('label') ?? control)
          : control;
      shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom, width: wide, height: high } = shown.getBoundingClientRect();
      if (wide <= 1 || high <= 1) continue;
      if (left < -1 || right > innerWidth + 1)
        problems.push(`${name(shown)} is ${Math.round(left)}–${Math.round(right)} px from the left`);
      // A tall text area or list may be higher than the window.
      else if ((top < -1 || bottom > innerHeight + 1) && high < innerHeight)
        problems.push(`${name(shown)} is ${Math.round(top)}–${Math.round(bottom)} px from the top`);
      else {
        const middle = document.elementFromPoint(
          (left + right) / 2,
          Math.min(innerHeight - 2, (Math.max(0, top) + bottom) / 2),
        );
        const isOnTop = middle !== null && (shown.contains(middle) || middle.contains(shown));
        if (!isOnTop)
          problems.push(
            `${name(shown)} is under ${middle === null ? 'nothing' : `${name(middle)} .${middle.className}`}`,
          );
      }
    }
    return problems;
  }, listsFit);
}
