/** On every screen axe finds nothing, and every control can be reached in a small window and at 200 % zoom. */
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import type { RunningApp } from '../stand-in/launch.ts';
import { analyze } from './accessibility.ts';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { visitAll } from './screen-tour.ts';

afterAll(endAll);

const sizes = [
  { name: 'the smallest window', width: 900, height: 600, listsFit: true },
  // In CSS pixels, as 1280 × 800 has at 200 %. Columns of a list then need more than its width.
  { name: '200 % zoom', width: 640, height: 400, listsFit: false },
] as const;

interface Found {
  analyses: number;
  readonly violations: string[];
  readonly outOfReach: Map<string, string[]>;
}

/** One tour for all tests: it takes most of their time. */
let tour: Promise<Found> | null = null;
function tourOnce(): Promise<Found> {
  tour ??= visitEveryScreen().catch((error: unknown) => {
    tour = null;
    throw error;
  });
  return tour;
}

async function visitEveryScreen(): Promise<Found> {
  const app = await open(newFolder());
  const found: Found = { analyses: 0, violations: [], outOfReach: new Map() };
  const shown = app.page.viewportSize() ?? { width: 1280, height: 800 };
  await visitAll(app, async (screen) => {
    await analyzeThemes(app, screen, found);
    for (const { name, width, height, listsFit } of sizes) {
      await app.page.setViewportSize({ width, height });
      const problems = await lasting(
        () => layoutProblems(app.page, listsFit),
        (found) => found.length > 0,
      );
      const before = found.outOfReach.get(name) ?? [];
      found.outOfReach.set(name, [...before, ...problems.map((problem) => `${screen}: ${problem}`)]);
    }
    await app.page.setViewportSize(shown);
  });
  return found;
}

async function analyzeThemes({ page }: RunningApp, screen: string, found: Found): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    // The dark theme differs in colors only.
    const { violations, passedRules } = await lasting(
      () => analyze(page, theme === 'dark' ? ['color-contrast'] : undefined),
      (found) => found.violations.length > 0,
    );
    if (passedRules > 0) found.analyses += 1;
    found.violations.push(...violations.map((violation) => `${screen}, ${theme}: ${violation}`));
  }
}

const options = { skip: noWindow !== null, timeout: 300_000 };

test('axe finds nothing on any screen, light or dark', options, async () => {
  const { violations, analyses } = await tourOnce();
  expect(violations).toEqual([]);
  expect(analyses).toBeGreaterThan(98);
});

test.each(sizes)(
  'at $name, no control lies outside the window or under another',
  options,
  async ({ name }) => {
    expect((await tourOnce()).outOfReach.get(name)).toEqual([]);
  },
);

/** Columns follow the window a moment after it has another size, and a dialog hides what is behind it before it is there. */
async function lasting<Found>(look: () => Promise<Found>, isBad: (found: Found) => boolean): Promise<Found> {
  for (const deadline = Date.now() + 5_000; ; ) {
    const found = await look();
    if (!isBad(found) || Date.now() > deadline) return found;
  }
}

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
    // A list has room for eight rows once it is scrolled to; one that is no higher than its rows, for those.
    for (const list of gridsFit ? document.querySelectorAll('[role=grid], [role=treegrid]') : []) {
      const body = list.querySelector<HTMLElement>('.grid-body, .file-tree-body');
      const row = body?.querySelector<HTMLElement>('[data-index]');
      if (dialog !== null || body == null || row == null) continue;
      const { height } = body.style;
      body.style.height = '4000px';
      list.scrollIntoView({ block: 'nearest' });
      const bottom = Math.min(innerHeight, list.getBoundingClientRect().bottom);
      const room = (bottom - Math.max(0, body.getBoundingClientRect().top)) / row.offsetHeight;
      body.style.height = height;
      const isOwnHeight = (list.parentElement?.style.height ?? '') !== '';
      const wanted = isOwnHeight ? Math.min(8, Number(list.getAttribute('aria-rowcount')) - 1) : 8;
      if (room < wanted - 0.05)
        problems.push(`${name(list)} has room for ${room.toFixed(1)} rows, not ${wanted}`);
      // A script can scroll what a person can't.
      for (let around = list.parentElement; around !== null; around = around.parentElement)
        if (getComputedStyle(around).overflowY === 'hidden' && around.scrollHeight > around.clientHeight + 1)
          problems.push(`${name(list)} is cut off by .${around.className}`);
    }
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
