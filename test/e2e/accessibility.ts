import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

export interface Accessibility {
  /** Each with its rule, element and what would fix it. */
  readonly violations: readonly string[];
  /** How many rules found something to check. */
  readonly passedRules: number;
}

/** What axe says of the page as it is now. With `rules` it applies only these. */
export async function analyze(page: Page, rules?: readonly string[]): Promise<Accessibility> {
  // Once for a document: its half a megabyte takes as long as what it does.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  // Legacy mode: the default opens a new page, which the app does not allow.
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) }).setLegacyMode();
  // It would describe every element that passed, which takes most of its time.
  axe.options({ resultTypes: ['violations'] });
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations, passes } = await axe.analyze();
  return {
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    ),
    passedRules: passes.length,
  };
}
