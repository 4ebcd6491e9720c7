/** States that the real program reaches by accident only, in the window over the mock bridge, for `npm run screenshots`. */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { findChromium } from '../../build/stand-in/chromium.ts';
import { words } from '../../renderer/i18n/words.ts';

const repository = join(import.meta.dirname, '..', '..');

/** By name: the query of test/fakes/window/bridge.ts, the screen, and a button that is pressed there. */
const states: Readonly<Record<string, readonly [query: string, screen: string, button?: string]>> = {
  'uploads-engine-failed': ['engine=failed', 'uploads'],
  'watched-engine-starting': ['engine=starting', 'watched'],
  'watched-destination': ['', 'watched/new/destination'],
  'upload-engine-restarted': ['engine=restarted', 'uploads/1'],
  'upload-held': ['', 'uploads/4'],
  'upload-held-exceptions': ['', 'uploads/4/exceptions'],
  'upload-held-decision': ['', 'uploads/4', words.review.retry()],
  'upload-million-accepted': ['items=1000000', 'uploads/3'],
  'draft-custodians': ['', 'new/6/custodians'],
  'draft-passwords': ['', 'new/6/passwords'],
  'draft-wrong-database': ['', 'new/6/review'],
  'verify-saved': ['', 'verify', words.verify.saved],
  'watched-states': ['', 'watched'],
  'watched-uploading': ['', 'watched/1'],
  'watched-million': ['', 'watched/1/files'],
  'watched-uploads': ['', 'watched/1/batches'],
  'watched-away': ['', 'watched/2'],
  'watched-held': ['', 'watched/5/files'],
  ...onPlatform('empty'),
  ...onPlatform('forbidden'),
  ...onPlatform('unreachable'),
};

function onPlatform(state: string): Readonly<Record<string, readonly [query: string, screen: string]>> {
  const screens = ['databases', 'databases/projects', 'billing', 'organization', 'organization/access'];
  return Object.fromEntries(
    screens.map((screen) => [`${screen.replace('/', '-')}-${state}`, [`platform=${state}`, screen] as const]),
  );
}

/** Those with `only` in their name. */
export async function visitStates(
  onScreen: (page: Page, name: string) => Promise<void>,
  only: string,
): Promise<void> {
  const visited = Object.entries(states).filter(([name]) => name.includes(only));
  const executablePath = findChromium();
  if (executablePath === null || visited.length === 0) return;
  const configFile = join(repository, 'vite.config.ts');
  await build({ configFile, mode: 'mock', logLevel: 'error' });
  const server = await preview({ configFile, mode: 'mock', preview: { host: '127.0.0.1' } });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    for (const [name, [query, screen, button]] of visited) {
      await page.goto('about:blank');
      await page.goto(`${server.resolvedUrls?.local[0]}window.html?still&${query}#/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      // What is loading has arrived.
      await page.waitForTimeout(1_000);
      if (button !== undefined) await page.getByRole('button', { name: button }).click();
      await onScreen(page, name);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
