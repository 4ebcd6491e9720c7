import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { atMost, type BenchRow, median } from './report.ts';
import { makeTree, timed } from './scan.ts';

const program = fileURLToPath(new URL('./watch-process.ts', import.meta.url));
const rounds = 3;
const restSeconds = 120;

const recorded = z.object({ files: z.number(), seconds: z.number() });
const rested = z.object({
  files: z.number(),
  scanSeconds: z.number(),
  cpuPercent: z.number(),
  residentMb: z.number(),
  usesEvents: z.boolean(),
});
const settled = z.object({ beyondMs: z.number() });

async function run<Answer>(answer: z.ZodType<Answer>, ...args: readonly string[]): Promise<Answer> {
  const { output } = await timed(process.execPath, [program, ...args]);
  return answer.parse(JSON.parse(output));
}

/** A watched folder of a million files that were all sent: its scans, what it costs at rest, and how soon a file settles. */
export async function benchWatch(): Promise<readonly BenchRow[]> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-watch-'));
  try {
    const tree = join(folder, 'tree');
    const state = join(folder, 'state');
    await makeTree(tree, files);
    const first = await run(recorded, 'record', tree, state);
    if (first.files !== files) throw new Error(`The ledger has ${first.files} of ${files} files`);
    const find: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      find.push((await timed('find', [tree, '-printf', '%p %s %T@ %i\n'])).seconds);
    const rest = await run(rested, 'rest', tree, state, String(restSeconds));
    if (rest.files !== files) throw new Error(`The scan saw ${rest.files} of ${files} files`);
    const { beyondMs } = await run(settled, 'settle', join(folder, 'inbox'), join(folder, 'other-state'));
    const findSeconds = median(find);
    const what = `watched folder of ${files.toLocaleString('en')} files`;
    const against = `find -printf ${findSeconds.toFixed(2)} s`;
    return [
      {
        what: `${what}, first scan into the ledger`,
        value: `${first.seconds.toFixed(1)} s`,
        against,
        ratio: first.seconds / findSeconds,
        goal: '',
        met: null,
      },
      {
        what: `${what}, scan without changes`,
        value: `${rest.scanSeconds.toFixed(2)} s`,
        against,
        ...atMost(rest.scanSeconds / findSeconds, 3),
      },
      {
        what: `${what}, CPU at rest (${restSeconds} s${rest.usesEvents ? ', with events' : ''})`,
        value: `${rest.cpuPercent.toFixed(1)} % of a core`,
        against: '',
        ratio: null,
        goal: '≤ 10 %',
        met: rest.cpuPercent <= 10,
      },
      {
        what: `${what}, resident memory at rest`,
        value: `${Math.round(rest.residentMb)} MB`,
        against: '',
        ratio: null,
        goal: '≤ 250 MB',
        met: rest.residentMb <= 250,
      },
      {
        what: "from a file's last byte until it is settled, beyond the settle time",
        value: `${Math.round(beyondMs)} ms`,
        against: '',
        ratio: null,
        goal: '≤ 1000 ms',
        met: beyondMs <= 1_000,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
