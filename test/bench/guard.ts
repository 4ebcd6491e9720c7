/**
 * `npm run bench -- guard`: the ratios that matter, on small sizes, against those that were reached. `guard --record` measures
 * three times and writes what was reached, with its spread, to guard.json. Run both on a machine without other work.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { betterRows, compareRatios, isWorse, type Ratios, recordRatios } from './compare-ratios.ts';
import type { Bench, BenchRow } from './report.ts';

const recordFile = fileURLToPath(new URL('guard.json', import.meta.url));
const recordSchema = z.record(
  z.string(),
  z.object({ ratio: z.number(), spread: z.number(), better: z.enum(['more', 'less']) }),
);
const sizes = { LADING_BENCH_GIB: '1', LADING_BENCH_SMALL_FILES: '10000', LADING_BENCH_FILES: '50000' };
const recordedRuns = 3;

/** Returns whether every ratio is as good as the recorded one. What is worse is measured again: once may be chance. */
export async function runGuard(isRecorded: boolean): Promise<boolean> {
  Object.assign(process.env, sizes);
  const sections = await guardedSections();
  const measure = async (): Promise<readonly BenchRow[]> => {
    const rows: BenchRow[] = [];
    for (const bench of sections) rows.push(...(await bench()));
    return rows;
  };
  if (isRecorded) {
    const runs: (readonly BenchRow[])[] = [];
    while (runs.length < recordedRuns) runs.push(await measure());
    writeFileSync(recordFile, `${JSON.stringify(recordRatios(runs), null, 2)}\n`);
    return true;
  }
  if (!existsSync(recordFile)) {
    console.log('Nothing was recorded: run `npm run bench -- guard --record` first.');
    return false;
  }
  const reached: Ratios = recordSchema.parse(JSON.parse(readFileSync(recordFile, 'utf8')));
  const rows: BenchRow[] = [];
  for (const bench of sections) {
    const first = await bench();
    rows.push(...(isWorse(reached, first) ? betterRows(reached, first, await bench()) : first));
  }
  const found = compareRatios(reached, rows);
  for (const { what, ratio, was, verdict } of found)
    console.log(
      `${verdict.padEnd(7)} ${what}: ${ratio?.toFixed(2) ?? 'not measured'}, was ${was.toFixed(2)}`,
    );
  return found.every(({ verdict }) => verdict !== 'worse');
}

/** The sizes are read when the sections are loaded. */
async function guardedSections(): Promise<readonly Bench[]> {
  const { benchStart } = await import('./start.ts');
  const { benchRestart } = await import('./restart.ts');
  const { benchUpload } = await import('./upload.ts');
  const { benchPacks } = await import('./packs.ts');
  const { benchScan } = await import('./scan.ts');
  return [benchStart, benchRestart, benchUpload, benchPacks, benchScan];
}
