/** Every screen, light and dark: axe finds nothing. */
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect, test } from 'vitest';
import { endAll, newFolder, open } from './app-driver.ts';
import { noWindow } from './browser.ts';
import { visitScreens } from './screens.ts';

afterAll(endAll);

test.skipIf(noWindow !== null)(
  'axe finds nothing on any screen, light or dark',
  async () => {
    const app = await open(newFolder());
    const { page } = app;
    const found: string[] = [];
    let looked = 0;
    await visitScreens(app, async (name) => {
      for (const theme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        // Legacy: the other way opens a page of its own, which the app has none of.
        const axe = new AxeBuilder({ page }).setLegacyMode();
        // In the dark only the colours are others.
        const { violations, passes } = await (theme === 'dark'
          ? axe.withRules(['color-contrast'])
          : axe
        ).analyze();
        if (passes.length > 0) looked += 1;
        for (const { id, nodes } of violations) {
          for (const { target, failureSummary } of nodes) {
            found.push(`${name}, ${theme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
          }
        }
      }
    });
    expect(found).toEqual([]);
    expect(looked).toBeGreaterThan(44);
  },
  180_000,
);
