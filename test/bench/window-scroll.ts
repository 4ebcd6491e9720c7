import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { million, seedMillion } from '../e2e/seed.ts';
import { startSink } from '../fakes/sink.ts';
import { launchApp, type RunningApp } from '../stand-in/launch.ts';
import { recordFrameTimes, summarizeFrames } from './frame-times.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import type { BenchRow } from './report.ts';
import { describeRuntime } from './window-calls.ts';

const watchedMs = 6_000;
const goalMs = 17;

/** Scrolls a million files with the wheel, in small steps and in jumps to pages that are not loaded yet. */
export async function benchWindowScroll(folder: string): Promise<readonly BenchRow[]> {
  const state = join(folder, 'state-scroll');
  const sink = await startSink();
  try {
    const letter = join(folder, 'scan.txt');
    writeFileSync(letter, 'one of a million');
    await runLading(uploadArgs(letter, sink, state), sink);
    const uploadId = seedMillion(state);
    const app = await launchApp({ stateDir: state });
    try {
      const framesMs = await scroll(app, uploadId);
      const { p95Ms, p95, others } = summarizeFrames(framesMs);
      return [
        {
          what: `window's frame time, scrolling over ${million.toLocaleString('en')} files: p95`,
          value: p95,
          against: `${describeRuntime(app)}; ${others}`,
          ratio: null,
          goal: `≤ ${goalMs} ms`,
          met: p95Ms <= goalMs,
        },
      ];
    } finally {
      await app.quit();
    }
  } finally {
    await sink.stop();
  }
}

async function scroll({ page }: RunningApp, uploadId: number): Promise<readonly number[]> {
  await page.evaluate((hash) => window.location.assign(hash), `#/uploads/${uploadId}`);
  const grid = page.locator(`[aria-rowcount="${million + 1}"]`);
  await grid.getByRole('row').nth(5).waitFor();
  await grid.hover();
  const recording = recordFrameTimes(page, watchedMs);
  const end = performance.now() + watchedMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    await page.mouse.wheel(0, turn % 3 === 0 ? 3000 : 240);
  }
  return recording;
}
