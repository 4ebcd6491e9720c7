import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addPastUploads } from '../fakes/past-uploads.ts';
import { type Sink, startSink } from '../fakes/sink.ts';
import { launchApp } from '../stand-in/launch.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import { atMost, type BenchRow, median } from './report.ts';
import { connect, describeRuntime } from './window-calls.ts';
import { pastUploads } from './window-past-uploads.ts';

const rounds = 3;
/** One is a real upload; the others are written into its store. */
const uploads = Math.max(2, Number(process.env['LADING_BENCH_UPLOADS'] ?? 1000));
const items = Number(process.env['LADING_BENCH_ITEMS'] ?? 1_000_000);

/** From the start of main until the list of uploads shows its rows. */
export async function benchWindowStart(folder: string): Promise<readonly BenchRow[]> {
  const state = join(folder, 'state');
  const sink = await startSink();
  try {
    const letter = join(folder, 'letter.txt');
    writeFileSync(letter, 'one of a million');
    await runLading(uploadArgs(letter, sink, state), sink);
    const runtime = await firstStart(state, sink);
    const empty = await startTimes(state, 'Bench');
    addPastUploads(state, pastUploads(uploads - 1, items));
    const seconds = await startTimes(state, 'Matter 1');
    return [
      {
        what: `window, start until the list of uploads shows, ${uploads.toLocaleString('en')} uploads and ${(items + 1).toLocaleString('en')} items in the store`,
        value: `${median(seconds).toFixed(2)} s`,
        against: `one upload of one file ${median(empty).toFixed(2)} s; ${runtime}; slowest of ${rounds}: ${Math.max(...seconds).toFixed(2)} s`,
        ...atMost(median(seconds) / median(empty), 1.2),
      },
    ];
  } finally {
    await sink.stop();
  }
}

/** Chromium creates its profile, and a connection is added, so that the measured starts are not the first. */
async function firstStart(state: string, sink: Sink): Promise<string> {
  const app = await launchApp({ stateDir: state });
  try {
    await connect(app, sink);
    return describeRuntime(app);
  } finally {
    await app.quit();
  }
}

async function startTimes(state: string, dataset: string): Promise<readonly number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await startSeconds(state, dataset));
  return seconds;
}

async function startSeconds(state: string, dataset: string): Promise<number> {
  const startedAt = performance.now();
  const app = await launchApp({ stateDir: state });
  try {
    const rows = app.page.getByRole('grid', { name: 'Uploads' }).getByRole('row');
    await rows.filter({ hasText: dataset }).first().waitFor();
    return (performance.now() - startedAt) / 1000;
  } finally {
    await app.quit();
  }
}
