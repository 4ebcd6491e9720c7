import { rmSync } from 'node:fs';
import { buildOutdated } from '../../build/index.ts';
import { makeBenchFolder } from './bench-files.ts';
import type { BenchRow } from './report.ts';
import { benchWindowScroll } from './window-scroll.ts';
import { benchWindowSending } from './window-sending.ts';
import { benchWindowStart } from './window-start.ts';

/** The whole application, in Electron if its runtime is installed, otherwise in the stand-in over Chromium. */
export async function benchWindow(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('window');
  try {
    // Before anything is measured.
    await buildOutdated();
    return [
      ...(await benchWindowStart(folder)),
      ...(await benchWindowScroll(folder)),
      ...(await benchWindowSending(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
