/** A program: an engine that watches FOLDER with one rule, and sends what settles to SINK. `watch.ts` says what is measured. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay, setInterval } from 'node:timers/promises';
import { openEngine } from '../../main/engine/index.ts';
import { restAfterScanMs } from '../../main/engine/watch/ledger/scan-interval.ts';
import type { Result } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { watchRule } from '../../preload/contract/watch/watched-folder.ts';
import { benchKey } from './lading-cli.ts';
import { peakBytes } from './scan.ts';

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(failureText(result.failure));
  return result.value;
}

const [mode = '', path = '', stateDir = '', serverUrl = '', profilePath = '', amount = '0'] =
  process.argv.slice(2);
const engine = unwrap(openEngine({ stateDir, command: 'bench', version: '0' }));
const account = unwrap(await engine.connect({ serverUrl, apiKey: benchKey, profilePath }));
// While a million files are recorded, none may settle.
const times =
  mode === 'record' ? { settleSeconds: 3_600 } : { settleSeconds: 1, quietSeconds: mode === 'drop' ? 10 : 1 };
if (engine.watch.rules().length === 0) await watch(path);
engine.watch.start();

async function watch(folder: string): Promise<void> {
  const rule = watchRule.parse({ path: folder, database: 1, dataset: 'Bench', ...times });
  const ruleId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  unwrap(await engine.watch.activate(ruleId, 'Sink'));
}

const view = () => {
  const [first] = engine.watch.views();
  if (first === undefined) throw new Error('The rule is not in the store');
  return first;
};

async function lastScan(): Promise<{ readonly files: number; readonly durationMs: number }> {
  for (;;) {
    const { lastScan } = view();
    if (lastScan !== null) return lastScan;
    await delay(10);
  }
}

/** For what a scan leaves behind: threads that read files end after 30 s without a call. */
const afterScanMs = 40_000;

const cpuSeconds = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

async function record(): Promise<object> {
  const { durationMs } = await lastScan();
  return { files: view().counts.settling, seconds: durationMs / 1_000 };
}

async function rest(seconds: number): Promise<object> {
  // The one that it starts with.
  unwrap(await engine.watch.scanNow(view().id));
  const beforeScan = process.cpuUsage();
  unwrap(await engine.watch.scanNow(view().id));
  const scanCpuSeconds = cpuSeconds(beforeScan);
  const { usesEvents, rule } = view();
  const { files, durationMs } = await lastScan();
  const scanEveryMs =
    durationMs + restAfterScanMs({ durationMs, usesEvents, timesAway: 0 }, rule.rescanSeconds);
  const beforeRest = process.cpuUsage();
  // No longer than until the next scan, which is counted apart.
  const restedSeconds = Math.min(seconds, (scanEveryMs - durationMs) / 1_000 - 1);
  await delay(restedSeconds * 1_000);
  const idleCpuPerMinute = (60 * cpuSeconds(beforeRest)) / restedSeconds;
  return {
    files,
    usesEvents,
    scanCpuSeconds,
    idleCpuPerMinute,
    scanSeconds: durationMs / 1_000,
    scanEverySeconds: scanEveryMs / 1_000,
    residentMb: process.memoryUsage.rss() / 1e6,
  };
}

/** Until so many files were sent. */
async function drop(files: number): Promise<object> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const begunMs = performance.now();
  while (view().counts.sent < files) await delay(100);
  loop.disable();
  return {
    seconds: (performance.now() - begunMs) / 1_000,
    cpuSeconds: cpuSeconds(),
    sent: view().counts.sent,
    batches: engine.watch.batches(view().id, { offset: 0, limit: 1_000 }).length,
    loopP99Ms: loop.percentile(99) / 1e6,
    peakMb: peakBytes() / 1e6,
  };
}

/** What is compiled, and kept of the first scans, comes with these. */
const firstRules = 10;

/** What each of so many rules adds to the first ones, in megabytes, once they have scanned. */
async function rules(more: number): Promise<object> {
  const residentMb = async (from: number, to: number): Promise<number> => {
    for (let index = from; index < to; index += 1) {
      const folder = join(path, '..', `rule ${index}`);
      mkdirSync(folder);
      await watch(folder);
    }
    while (engine.watch.views().some((one) => one.lastScan === null)) await delay(100);
    await delay(afterScanMs);
    return process.memoryUsage.rss() / 1e6;
  };
  const beforeMb = await residentMb(1, firstRules);
  const withMoreMb = await residentMb(firstRules, firstRules + more);
  return { rules: more, firstRules, mbPerRule: (withMoreMb - beforeMb) / more };
}

if (mode === 'send') for await (const _ of setInterval(60_000));
const modes: Readonly<Record<string, (amount: number) => Promise<object>>> = { record, rest, drop, rules };
const measured = await (modes[mode] ?? rest)(Number(amount));
await engine.close();
process.stdout.write(JSON.stringify(measured));
