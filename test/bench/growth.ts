import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeBenchFolder } from './bench-files.ts';
import type { GrowthStep } from './growth-process.ts';
import { compileCache, nodeEnv, nodeOptions } from './lading-cli.ts';
import { measureCommand } from './measure-command.ts';
import type { BenchRow } from './report.ts';
import { makeTree } from './scan.ts';

/** The largest ones exist as rows of the store only: a tree of files is made up to a million. */
const sizes = (process.env['LADING_BENCH_GROWTH'] ?? '100000,1000000').split(',').map(Number);
const mostFiles = 1_000_000;
const steps = ['plan', 'packs', 'resume', 'receipt', 'verify', 'list', 'sort', 'search'] as const;
/** Ten times the items may take so many times the time. */
const goalRatio = 11;
/** By which a process of the same memory may differ from another one. */
const memoryMb = 40;

/**
 * Scan, plan, resume, receipt, verification, and lists of ever more items: what each takes of the processor, of memory, and of
 * the store. Nothing may grow faster than the items do.
 */
export async function benchGrowth(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  let before: Measured | null = null;
  for (const items of sizes) {
    const now: Measured = { items, steps: await measureSteps(items) };
    for (const [step, took] of now.steps) rows.push(rowOf(step, took, now, before));
    before = now;
  }
  return rows;
}

interface Measured {
  readonly items: number;
  readonly steps: ReadonlyMap<string, GrowthStep>;
}

async function measureSteps(items: number): Promise<ReadonlyMap<string, GrowthStep>> {
  const folder = makeBenchFolder('growth');
  const took = new Map<string, GrowthStep>();
  try {
    const [tree, scanned, stored] = [join(folder, 'tree'), join(folder, 'scanned'), join(folder, 'stored')];
    mkdirSync(tree);
    if (items <= mostFiles) {
      await makeTree(tree, items);
      took.set('scan', await runStep('scan', scanned, items, tree));
    }
    await runStep('store', stored, items);
    for (const step of steps) took.set(step, await runStep(step, stored, items));
    return took;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runStep(step: string, stateDir: string, items: number, tree = ''): Promise<GrowthStep> {
  const program = fileURLToPath(new URL('./growth-process.ts', import.meta.url));
  const command = [process.execPath, ...nodeOptions, program, step, stateDir, String(items), tree];
  const { stdout } = await measureCommand(command, { env: { ...nodeEnv, NODE_COMPILE_CACHE: compileCache } });
  return JSON.parse(stdout);
}

/** Time is the processor's: other work on the machine changes it least. */
function rowOf(step: string, took: GrowthStep, { items }: Measured, before: Measured | null): BenchRow {
  const earlier = before?.steps.get(step);
  const count = (number: number) => number.toLocaleString('en');
  const text = ({ cpuSeconds, peakMb }: GrowthStep) => `${cpuSeconds.toFixed(2)} s, ${peakMb.toFixed(0)} MB`;
  const row = {
    what: `growth, ${step}, ${count(items)} items: CPU, resident memory`,
    value: `${text(took)}, store ${(took.storeBytes / items).toFixed(0)} bytes per item`,
  };
  if (before === null || earlier === undefined)
    return { ...row, against: `load ${loadavg()[0]?.toFixed(1)}`, ratio: null, goal: '', met: null };
  const most = { ratio: (goalRatio * items) / before.items / 10, mb: earlier.peakMb + memoryMb };
  const ratio = took.cpuSeconds / earlier.cpuSeconds;
  return {
    ...row,
    against: `${count(before.items)} items: ${text(earlier)}; load ${loadavg()[0]?.toFixed(1)}`,
    ratio,
    goal: `≤ ${most.ratio.toFixed(1)}×, memory as before`,
    met: ratio <= most.ratio && took.peakMb <= most.mb,
  };
}
