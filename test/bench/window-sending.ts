import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoopDelay } from '../../build/stand-in/loop-delay.ts';
import { type Sink, startSink } from '../fakes/sink.ts';
import { launchApp, type RunningApp } from '../stand-in/launch.ts';
import { largeFileBytes, writeRandomFile } from './bench-files.ts';
import { recordFrameTimes, summarizeFrames } from './frame-times.ts';
import { type ProcessMemory, readProcessMemory } from './process-memory.ts';
import { type BenchRow, gibibyte } from './report.ts';
import { describeThreadTime, readThreadTime } from './thread-time.ts';
import { call, connect, describeRuntime } from './window-calls.ts';

const watchedSeconds = Number(process.env['LADING_BENCH_SECONDS'] ?? 20);
/** Enough that 25 parts of 50 MB per second don't finish before the measurement ends. */
const sentGib = Math.ceil(watchedSeconds * 2);
const warmUpMs = 2_000;
const restMs = 3_000;
const goalMs = 10;

/** How responsive main and the window are while the engine sends as fast as this computer can. */
export async function benchWindowSending(folder: string): Promise<readonly BenchRow[]> {
  const files = await writeImages(folder);
  const sink = await startSink();
  try {
    const app = await launchApp({ stateDir: join(folder, 'state-sending') });
    try {
      const atRest = await measureAtRest(app);
      await startUpload(app, files, sink);
      return toRows(app, { ...(await measureWhileSending(app, sink)), atRest });
    } finally {
      await app.quit();
    }
  } finally {
    await sink.stop();
  }
}

/** Hard links to one file that fits in the page cache, so that the disk is not measured. */
async function writeImages(folder: string): Promise<readonly string[]> {
  const { bytes } = largeFileBytes();
  const original = join(folder, 'image.dd');
  await writeRandomFile(original, bytes);
  return Array.from({ length: Math.ceil((sentGib * gibibyte) / bytes) }, (_, index) => {
    const image = join(folder, `image ${index + 1}.dd`);
    linkSync(original, image);
    return image;
  });
}

/** The event loop's delay without an upload: the noise of this computer. */
async function measureAtRest(app: RunningApp): Promise<LoopDelay> {
  await app.loopDelay();
  await delay(restMs);
  return app.loopDelay();
}

async function startUpload(app: RunningApp, files: readonly string[], sink: Sink): Promise<void> {
  const { page } = app;
  const { id: connectionId } = await connect(app, sink);
  await app.answerDialog(files);
  const sources = await call(page, 'paths.choose', { purpose: 'source-files' });
  const { id: uploadId } = await call(page, 'drafts.create', {
    connectionId,
    databaseId: 1,
    dataset: { name: 'Bench', description: null },
    sources: sources.map(({ sourceId }) => sourceId),
    links: [],
    followSymlinks: false,
  });
  // With hashes the engine would run at the speed of SHA-1.
  await call(page, 'drafts.setSettings', { uploadId, settings: {}, sha1: false, partCheck: 'never' });
  await call(page, 'uploads.start', { uploadId, links: [], held: 'ask' });
  await page.evaluate((hash) => window.location.assign(hash), `#/uploads/${uploadId}`);
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  while ((await sink.stats()).puts === 0) await delay(50);
  await delay(warmUpMs);
}

interface SendingMeasurement {
  readonly gibPerSecond: number;
  readonly loop: LoopDelay;
  /** How main's thread spent the time. */
  readonly threadTime: string;
  readonly framesMs: readonly number[];
  readonly memory: ProcessMemory | null;
}

async function measureWhileSending(app: RunningApp, sink: Sink): Promise<SendingMeasurement> {
  await sink.reset();
  await app.loopDelay();
  const before = readThreadTime(app.pid);
  const startedAt = performance.now();
  const framesMs = await recordFrameTimes(app.page, watchedSeconds * 1000);
  const loop = await app.loopDelay();
  const seconds = (performance.now() - startedAt) / 1000;
  const threadTime = describeThreadTime(before, readThreadTime(app.pid), seconds);
  const { receivedBytes } = await sink.stats();
  if (receivedBytes === 0) throw new Error(`Nothing was sent.\n${app.output()}`);
  // At the end, when every buffer is in use.
  const memory = readProcessMemory(app.pid);
  return { gibPerSecond: receivedBytes / gibibyte / seconds, loop, threadTime, framesMs, memory };
}

function toRows(
  app: RunningApp,
  measured: SendingMeasurement & { readonly atRest: LoopDelay },
): readonly BenchRow[] {
  const { gibPerSecond, loop, threadTime, atRest, framesMs, memory } = measured;
  const runtime = describeRuntime(app);
  const none = { ratio: null, goal: '', met: null };
  const sending = `while ${gibPerSecond.toFixed(2)} GiB/s are sent`;
  const frames = summarizeFrames(framesMs);
  const rows: BenchRow[] = [
    {
      ...none,
      what: `main's event loop ${sending}: delay p99`,
      value: `${loop.p99Ms.toFixed(1)} ms`,
      against: `${runtime}; median ${loop.p50Ms.toFixed(1)} ms, longest ${loop.maxMs.toFixed(1)} ms; at rest p99 ${atRest.p99Ms.toFixed(1)} ms${threadTime}`,
      goal: `≤ ${goalMs} ms`,
      met: loop.p99Ms <= goalMs,
    },
    {
      ...none,
      what: `window's frame time ${sending}, upload open: p95`,
      value: frames.p95,
      against: `${runtime}; ${frames.others}`,
    },
  ];
  if (memory === null) return rows;
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  const { main, engine, renderer, others } = memory;
  return [
    ...rows,
    {
      ...none,
      what: `resident memory ${sending}: main, engine, window`,
      value: [main, engine, renderer].map(mb).join(', '),
      against: `${runtime}; Chromium's other processes ${mb(others)}`,
    },
  ];
}
