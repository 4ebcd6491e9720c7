/**
 * `npm run soak -- --minutes N [--seed SEED]`: uploads of mixed evidence while everything around them misbehaves, at random
 * from a printed seed. Ends with exit code 1 if a byte was lost, doubled, mixed or given to the wrong custodian, if a receipt
 * differs from the disk, if the rate limit was exceeded, or if an upload did not finish. With `--watch`, watched folders;
 * `--round-minutes N` leaves one rule alone for so long, and `--continue DIR` goes on with a round that was interrupted.
 */
import '../fixtures/own-home.js';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runRound } from './round.ts';
import { defaultRoundMinutes, runWatchRound } from './watch/round.ts';
import { setUpRsync } from './watch/rsync.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** A whole run's, or one round's as it was printed: then only that round is run. */
    seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
    /** Watched folders instead of uploads. */
    watch: { type: 'boolean', default: false },
    /** The folder of a round of watched folders that was interrupted, with its seed. */
    continue: { type: 'string' },
    'round-minutes': { type: 'string', default: String(defaultRoundMinutes) },
    verbose: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes ${values.minutes}: give a number above 0.`);
  process.exit(1);
}
const roundMinutes = Number(values['round-minutes']);
if (!(roundMinutes > 0)) {
  console.error(`--round-minutes ${values['round-minutes']}: give a number above 0.`);
  process.exit(1);
}
if (values.watch) setUpRsync();
const isOneRound = values.seed.includes('.');
const until = performance.now() + minutes * 60_000;
console.log(`Seed ${values.seed}, ${minutes} minutes`);
const total: Record<string, number> = {};
let failed = 0;
let rounds = 0;
do {
  rounds += 1;
  const seed = isOneRound ? values.seed : `${values.seed}.${rounds}`;
  const began = performance.now();
  const log = values.verbose
    ? (line: string) =>
        console.log(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
    : () => undefined;
  const { findings, disturbed, files, peakBytes, longestMs, folder } = values.watch
    ? await runWatchRound(seed, log, roundMinutes, values.continue ?? null)
    : await runRound(seed, log);
  for (const [name, count] of Object.entries(disturbed)) total[name] = (total[name] ?? 0) + count;
  const seconds = Math.round((performance.now() - began) / 1000);
  const facts = `${files} files, ${seconds} s, at most ${Math.round(peakBytes / 1e6)} MB${
    longestMs === undefined ? '' : `, one process for ${Math.round(longestMs / 1000)} s`
  }`;
  if (findings.length === 0) console.log(`Round ${seed}: ${facts}`);
  else {
    failed += 1;
    console.log(
      `Round ${seed}: ${facts}\n${findings.map((finding) => `  ${finding}`).join('\n')}\n  Kept: ${folder}`,
    );
  }
} while (!isOneRound && performance.now() < until);
console.log(
  `\nDisturbances: ${Object.entries(total)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}`,
);
console.log(`${rounds} rounds, ${failed} with findings. Seed ${values.seed}`);
process.exitCode = failed === 0 ? 0 : 1;
