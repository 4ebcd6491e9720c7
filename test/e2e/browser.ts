/** Whether there is anything to show a window in. Only looks: `test/setup-browser.ts` is what installs a browser. */
import { electronRuntime } from '../../build/electron.ts';
import { findChromium } from '../../build/stand-in/chromium.ts';

const isCi = process.env['CI'] === 'true';

/** Null, or why no window can be shown here. On CI a missing browser fails the tests instead of skipping them. */
export const noWindow: string | null = findWindow();

function findWindow(): string | null {
  if (electronRuntime() !== null || findChromium() !== null) return null;
  const reason =
    'Neither Electron nor Chromium is installed, so the window is not tested. Install Chromium, or set CHROMIUM_PATH.';
  if (isCi) throw new Error(reason);
  console.warn(reason);
  return reason;
}
