import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSink } from '../fakes/sink.ts';
import { makeBenchFolder } from './bench-files.ts';
import { bundledProgram, compileCache, nodeEnv, nodeOptions, runLading, uploadArgs } from './lading-cli.ts';
import { type Measurement, measureCommand } from './measure-command.ts';
import { atMost, type BenchRow } from './report.ts';

const rounds = 15;
const bin = fileURLToPath(new URL('../../main/cli/bin.js', import.meta.url));
const bareProgram = fileURLToPath(new URL('./start-process.ts', import.meta.url));
/** The Node that a shell finds: npm puts its own before it. */
const shellNode = process.env['npm_node_execpath'] ?? process.execPath;
const goals = { seconds: 0.3, megabytes: 110 } as const;

/** How long the command line takes to start: the fastest of several rounds, in which the programs take turns. */
export async function benchStart(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('start');
  const sink = await startSink();
  try {
    const file = join(folder, 'evidence.bin');
    writeFileSync(file, randomBytes(1024 * 1024));
    const states = join(folder, 'states');
    mkdirSync(states);
    const program = await bundledProgram();
    let uploads = 0;
    const programs: Readonly<Record<string, () => Promise<Measurement>>> = {
      node: () => nodeAlone(),
      packaged: () => measureCommand([process.execPath, ...nodeOptions, program, '--version']),
      shellNode: () => measureCommand([shellNode, '-e', '0']),
      checkout: () => measureCommand([shellNode, bin, '--version']),
      upload: () => {
        uploads += 1;
        return runLading(uploadArgs(file, sink, join(states, String(uploads))), sink);
      },
      bare: () =>
        measureCommand(
          [process.execPath, ...nodeOptions, bareProgram, join(states, `${uploads}.db`), sink.url],
          { env: { ...nodeEnv, NODE_COMPILE_CACHE: compileCache } },
        ),
    };
    const runs = new Map<string, Measurement[]>();
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, run] of Object.entries(programs)) {
        const measured = await run();
        // The first round compiles.
        if (round > 0) runs.set(name, [...(runs.get(name) ?? []), measured]);
      }
    const least = (name: string): number => leastSeconds(runs.get(name) ?? []);
    const most = (name: string): number =>
      Math.max(...(runs.get(name) ?? []).map(({ peakBytes }) => peakBytes ?? 0)) / 1e6;
    const megabytes = most('upload');
    const bare = 'a store, three threads, and ten requests alone';
    const upload = least('upload');
    // Its clock has steps of 10 ms.
    const cpuSeconds = (name: string): number =>
      (runs.get(name) ?? []).reduce((sum, { cpuSeconds: each }) => sum + (each ?? Number.NaN), 0) / rounds;
    return [
      {
        what: '--version, packaged',
        value: inMs(least('packaged')),
        against: `node -e 0, the same Node: ${inMs(least('node'))}`,
        ...atMost(least('packaged') / least('node'), 2),
      },
      {
        what: '--version, in a checkout',
        value: inMs(least('checkout')),
        against: `node -e 0, the Node of the shell: ${inMs(least('shellNode'))}`,
        ...atMost(least('checkout') / least('shellNode'), 3),
      },
      {
        what: 'upload of 1 MiB, start to exit',
        value: `${upload.toFixed(2)} s`,
        against: `node -e 0: ${inMs(least('node'))}; ${bare}: ${least('bare').toFixed(2)} s`,
        ratio: upload / least('node'),
        goal: `≤ ${goals.seconds} s`,
        met: upload <= goals.seconds,
      },
      {
        what: 'upload of 1 MiB: CPU',
        value: `${cpuSeconds('upload').toFixed(2)} s`,
        against: `node -e 0: ${inMs(cpuSeconds('node'))}; ${bare}: ${cpuSeconds('bare').toFixed(2)} s`,
        ratio: cpuSeconds('upload') / cpuSeconds('node'),
        goal: '',
        met: null,
      },
      {
        what: 'upload of 1 MiB: resident memory',
        value: `${megabytes.toFixed(0)} MB`,
        against: `the goal; ${bare}: ${most('bare').toFixed(0)} MB`,
        ratio: megabytes / goals.megabytes,
        goal: `≤ ${goals.megabytes} MB`,
        met: megabytes <= goals.megabytes,
      },
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A process that does nothing. */
export function nodeAlone(): Promise<Measurement> {
  return measureCommand([process.execPath, '-e', '0']);
}

export function leastSeconds(runs: readonly Measurement[]): number {
  return Math.min(...runs.map(({ wallSeconds }) => wallSeconds));
}

function inMs(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}
