import '../fixtures/own-home.js';
import { benchForecast } from './forecast.ts';
import { benchGrowth } from './growth.ts';
import { runGuard } from './guard.ts';
import { benchLines } from './lines.ts';
import { describeMachine } from './machine.ts';
import { benchMemory } from './memory.ts';
import { benchPacks } from './packs.ts';
import { benchPreflight } from './preflight.ts';
import { benchPutParts } from './put-parts.ts';
import { type Bench, type BenchRow, formatTable } from './report.ts';
import { benchRestart } from './restart.ts';
import { benchScan } from './scan.ts';
import { benchStart } from './start.ts';
import { benchUpload } from './upload.ts';
import { benchWatch } from './watch.ts';
import { benchWindow } from './window.ts';
import { benchZipListing } from './zip-listing.ts';

/**
 * `npm run bench`, or `npm run bench -- NAME…` for some sections. docs/benchmarks.md holds the last full run. `guard` compares
 * small runs with the ratios that were reached.
 */
const sections: Readonly<Record<string, Bench>> = {
  start: benchStart,
  upload: benchUpload,
  'put-parts': benchPutParts,
  packs: benchPacks,
  memory: benchMemory,
  restart: benchRestart,
  window: benchWindow,
  scan: benchScan,
  preflight: benchPreflight,
  'zip-listing': benchZipListing,
  watch: benchWatch,
  forecast: benchForecast,
  lines: benchLines,
  growth: benchGrowth,
};

const chosen = process.argv.slice(2);
if (chosen[0] === 'guard') process.exit((await runGuard(chosen.includes('--record'))) ? 0 : 1);
const unknown = chosen.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(`No section ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}.`);
  process.exit(1);
}

console.log(`${describeMachine()}\n`);
const rows: BenchRow[] = [];
let failed = false;
for (const [name, bench] of Object.entries(sections)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`… ${name}`);
  try {
    rows.push(...(await bench()));
  } catch (error) {
    // The other sections can still be measured.
    failed = true;
    console.error(`${name} could not be measured:`, error);
  }
}
console.log(formatTable(rows));
if (failed) process.exit(1);
