import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { type Sink, startSink } from '../fakes/sink.ts';
import { makeBenchFolder } from './bench-files.ts';
import { compileCache, nodeEnv, nodeOptions, writeProfile } from './lading-cli.ts';
import { type MeasureOptions, measureCommand } from './measure-command.ts';
import { writeSmallFiles } from './packs.ts';
import { atMost, type BenchRow, median } from './report.ts';
import { makeTree } from './scan.ts';

const program = fileURLToPath(new URL('./watch-process.ts', import.meta.url));
const rounds = 3;
const restSeconds = 60;
const moreRules = 40;
/** The shortest that a rule can have. Both begin when the file is seen. */
const settleAndQuietMs = 1_000;
/** Longer than the engine needs to see that nothing else follows. */
const betweenFilesMs = 1_000;

const dropped = z.object({
  seconds: z.number(),
  sent: z.number(),
  batches: z.number(),
  loopP99Ms: z.number(),
  peakMb: z.number(),
});
const recorded = z.object({ files: z.number(), seconds: z.number() });
const added = z.object({ rules: z.number(), firstRules: z.number(), mbPerRule: z.number() });
const rested = z.object({
  files: z.number(),
  usesEvents: z.boolean(),
  scanSeconds: z.number(),
  scanCpuSeconds: z.number(),
  scanEverySeconds: z.number(),
  idleCpuPerMinute: z.number(),
  residentMb: z.number(),
});

/** A watched folder of a million files that were all sent, at rest, and how soon a new file is sent. */
export async function benchWatch(): Promise<readonly BenchRow[]> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  const droppedFiles = Number(process.env['LADING_BENCH_DROPPED_FILES'] ?? 200_000);
  const folder = makeBenchFolder('watch');
  const sink = await startSink();
  try {
    const profile = writeProfile(folder, {});
    const run = (mode: string, name: string, more: readonly string[] = [], settings: MeasureOptions = {}) => {
      const paths = [join(folder, name), join(folder, `${name}.state`)];
      const args = [process.execPath, ...nodeOptions, program, mode, ...paths, sink.url, profile, ...more];
      return measureCommand(args, { ...settings, env: { ...nodeEnv, NODE_COMPILE_CACHE: compileCache } });
    };
    const inbox = join(folder, 'inbox');
    mkdirSync(inbox);
    let beyondMs = Number.NaN;
    const untilSent = async (): Promise<void> => {
      beyondMs = await measureSending(inbox, sink);
    };
    await run('send', 'inbox', [], { until: untilSent, signal: 'SIGKILL', exitCodes: [null] });

    const drop = join(folder, 'drop');
    mkdirSync(drop);
    const dropping = run('drop', 'drop', [String(droppedFiles)]);
    writeSmallFiles(drop, droppedFiles);
    const drops = dropped.parse(JSON.parse((await dropping).stdout));
    rmSync(drop, { recursive: true });

    // The compile cache is filled by now: without it, each thread strips its sources' types.
    mkdirSync(join(folder, 'rule'));
    const more = added.parse(JSON.parse((await run('rules', 'rule', [String(moreRules)])).stdout));

    const tree = join(folder, 'tree');
    await makeTree(tree, files);
    const first = recorded.parse(JSON.parse((await run('record', 'tree')).stdout));
    if (first.files !== files) throw new Error(`The ledger has ${first.files} of ${files} files`);
    markSent(join(folder, 'tree.state', 'lading.db'));
    const find = await measureFind(tree);
    const rest = rested.parse(JSON.parse((await run('rest', 'tree', [String(restSeconds)])).stdout));
    if (rest.files !== files) throw new Error(`The scan saw ${rest.files} of ${files} files`);
    return [
      {
        what: "from a file's last byte to its first byte sent, beyond the settle and quiet time of 1 s",
        value: `${Math.round(beyondMs)} ms`,
        against: '',
        ratio: null,
        goal: '≤ 1 s',
        met: beyondMs <= 1_000,
      },
      {
        what: `resident memory of each of ${more.rules} watched folders beside the first ${more.firstRules}, at rest`,
        value: `${more.mbPerRule.toFixed(1)} MB`,
        against: '',
        ratio: null,
        goal: '≤ 2 MB',
        met: more.mbPerRule <= 2,
      },
      ...dropRows(drops),
      ...restRows(`watched folder of ${files.toLocaleString('en')} files`, first.seconds, rest, find),
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function dropRows({
  sent,
  seconds,
  batches,
  loopP99Ms,
  peakMb,
}: z.infer<typeof dropped>): readonly BenchRow[] {
  const what = `${sent.toLocaleString('en')} files of 16 KiB written into a watched folder`;
  const plain = { against: '', ratio: null };
  return [
    { ...plain, what: `${what}, until all are sent`, value: `${seconds.toFixed(0)} s`, goal: '', met: null },
    { ...plain, what: `${what}: uploads`, value: String(batches), goal: '1', met: batches === 1 },
    { ...plain, what: `${what}: resident memory`, value: `${Math.round(peakMb)} MB`, goal: '', met: null },
    {
      ...plain,
      what: `${what}: the engine's event loop, delay p99`,
      value: `${loopP99Ms.toFixed(1)} ms`,
      goal: '≤ 20 ms',
      met: loopP99Ms <= 20,
    },
  ];
}

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function restRows(
  what: string,
  firstSeconds: number,
  rest: z.infer<typeof rested>,
  find: Cost,
): readonly BenchRow[] {
  const cpuPerMinute = rest.idleCpuPerMinute + (60 * rest.scanCpuSeconds) / rest.scanEverySeconds;
  const wall = `find -printf ${find.seconds.toFixed(2)} s`;
  return [
    {
      what: `${what}, first scan into the ledger`,
      value: `${firstSeconds.toFixed(1)} s`,
      against: wall,
      ...atMost(firstSeconds / find.seconds, 4),
    },
    {
      what: `${what}, rescan`,
      value: `${rest.scanSeconds.toFixed(2)} s`,
      against: wall,
      ...atMost(rest.scanSeconds / find.seconds, 3),
    },
    {
      what: `${what}, rescan: CPU`,
      value: `${rest.scanCpuSeconds.toFixed(2)} s`,
      against: `find -printf ${find.cpuSeconds.toFixed(2)} s`,
      ...atMost(rest.scanCpuSeconds / find.cpuSeconds, 3),
    },
    {
      what: `${what}, CPU at rest${rest.usesEvents ? ', with events' : ''}`,
      value: `${cpuPerMinute.toFixed(2)} s per minute`,
      against: `rescan every ${Math.round(rest.scanEverySeconds)} s; between them ${rest.idleCpuPerMinute.toFixed(2)} s per minute`,
      ratio: null,
      goal: '≤ 6 s',
      met: cpuPerMinute <= 6,
    },
    {
      what: `${what}, resident memory at rest`,
      value: `${Math.round(rest.residentMb)} MB`,
      against: '',
      ratio: null,
      goal: '≤ 250 MB',
      met: rest.residentMb <= 250,
    },
  ];
}

/** Writes one file after the other into a folder that is watched. The median counts. */
async function measureSending(inbox: string, sink: Sink): Promise<number> {
  const beyondMs: number[] = [];
  // The first one creates the dataset.
  for (let round = 0; round <= rounds; round += 1) {
    await sink.reset();
    writeFileSync(join(inbox, `file ${round}`), 'evidence');
    const writtenAtMs = performance.timeOrigin + performance.now();
    for (;;) {
      const { firstByteAtMs } = await sink.stats();
      if (firstByteAtMs !== null) {
        if (round > 0) beyondMs.push(firstByteAtMs - writtenAtMs - settleAndQuietMs);
        break;
      }
      await delay(10);
    }
    await delay(betweenFilesMs);
  }
  return median(beyondMs);
}

/** As if every file had been sent. */
function markSent(path: string): void {
  const store = new Database(path);
  try {
    store.exec("UPDATE watch_files SET state = 'sent', sha256 = randomblob(32)");
  } finally {
    store.close();
  }
}

async function measureFind(tree: string): Promise<Cost> {
  const command = ['sh', '-c', `exec find "$1" -printf '%p %s %T@ %i\\n' > /dev/null`, 'sh', tree];
  const runs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { wallSeconds, cpuSeconds } = await measureCommand(command);
    runs.push({ seconds: wallSeconds, cpuSeconds: cpuSeconds ?? Number.NaN });
  }
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    cpuSeconds: median(runs.map(({ cpuSeconds }) => cpuSeconds)),
  };
}
