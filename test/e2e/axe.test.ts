/** axe finds nothing on any screen, light or dark. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect, test } from 'vitest';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { visitAll } from './screen-tour.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'axe finds nothing on any screen, light or dark',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const violationTexts: string[] = [];
    let analyses = 0;
    await visitAll(app, async (name) => {
      for (const theme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        // Legacy mode: the default opens a new page, which the app does not allow.
        const axe = new AxeBuilder({ page }).setLegacyMode();
        // The dark theme differs in colors only.
        const { violations, passes } = await (theme === 'dark'
          ? axe.withRules(['color-contrast'])
          : axe
        ).analyze();
        if (passes.length > 0) analyses += 1;
        for (const { id, nodes } of violations) {
          for (const { target, failureSummary } of nodes) {
            violationTexts.push(`${name}, ${theme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
          }
        }
      }
    });
    expect(violationTexts).toEqual([]);
    expect(analyses).toBeGreaterThan(78);
  },
  300_000,
);
