import { randomFillSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Relay, startRelay } from '../fakes/relay.ts';
import { startSink } from '../fakes/sink.ts';
import { makeBenchFolder, writeRandomFile } from './bench-files.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import type { BenchRow } from './report.ts';
import { type ForecastErrors, shares, simulatedUploads } from './simulated-uploads.ts';

const goal = 0.15;
const lineBytesPerSecond = 5_000_000;

interface RealUpload {
  readonly name: string;
  readonly small?: { readonly files: number; readonly bytes: number };
  readonly large?: readonly number[];
  readonly args?: readonly string[];
  /** From the start on, all connections break so often. */
  readonly breaksEveryMs?: number;
  /** Milliseconds after the start at which all connections break, and none opens for two seconds. */
  readonly outagesMs?: readonly number[];
}

const megabytes = 1_000_000;
const never = ['--pack', 'never'];
const always = ['--pack', 'always'];

/**
 * Each takes 15 to 40 s over the relay. The last takes minutes: the first ten seconds of a run aren't taken for the line, so
 * the line has to break often between them and a tenth of the way.
 */
const realUploads: readonly RealUpload[] = [
  { name: 'one large file', large: [120 * megabytes] },
  { name: 'three large files', large: [40 * megabytes, 50 * megabytes, 40 * megabytes] },
  { name: 'small files one by one', small: { files: 200, bytes: 5_000 }, args: never },
  { name: 'larger small files one by one', small: { files: 240, bytes: 60_000 }, args: never },
  { name: 'small files in packs', small: { files: 4_000, bytes: 30_000 }, args: always },
  {
    name: 'large and small files',
    large: [90 * megabytes],
    small: { files: 100, bytes: 20_000 },
    args: never,
  },
  {
    name: 'a large file and packs',
    large: [70 * megabytes],
    small: { files: 2_000, bytes: 25_000 },
    args: always,
  },
  { name: 'a large file with a limit', large: [60 * megabytes], args: ['--limit-rate', '2500k'] },
  {
    name: 'packs with a limit',
    small: { files: 2_000, bytes: 25_000 },
    args: [...always, '--limit-rate', '2M'],
  },
  {
    name: 'files of 4 MB, the line breaks every three seconds',
    small: { files: 240, bytes: 4 * megabytes },
    args: never,
    breaksEveryMs: 3_000,
  },
];

/** No forecast at 10 % of the way knows of it: 50 % says how soon it follows. */
const surprise: RealUpload = {
  name: 'large files, two outages after 10 %',
  large: [60 * megabytes, 60 * megabytes],
  outagesMs: [6_000, 15_000],
};

/**
 * Twenty-two uploads, and one with outages that come later. Eleven are sent by the command line to a sink, over a relay of
 * 5 MB/s, after one that measured it; twelve that take hours or days are simulated: a line that varies, under limits, schedules
 * and outages, against the engine's model.
 */
export async function benchForecast(): Promise<readonly BenchRow[]> {
  const { real, surprised } = await sendUploads();
  const simulated = simulatedUploads();
  for (const { name, errors } of [...real, surprised, ...simulated])
    console.error(
      `  ${name}: ${errors.map((error) => (error === null ? 'none' : percent(error))).join(', ')}`,
    );
  const note = `load ${loadavg()[0]?.toFixed(1)}`;
  return [
    ...rowsOf(`${real.length} uploads of 15 s to 5 min over a line of 5 MB/s`, real, note),
    ...rowsOf('an upload with outages that come later', [surprised], note).slice(1),
    ...rowsOf(`${simulated.length} simulated uploads of hours and days`, simulated, 'simulated time'),
  ];
}

function rowsOf(what: string, uploads: readonly ForecastErrors[], note: string): readonly BenchRow[] {
  return shares.map((share, index) => {
    const errors = uploads.map(({ errors: of }) => Math.abs(of[index] ?? 1));
    const worst = Math.max(...errors);
    const within = errors.filter((error) => error <= goal).length;
    return {
      what: `forecast at ${share * 100} % of the way, ${what}`,
      value: `${within} of ${errors.length} within 15 %; worst ${percent(worst)}`,
      against: `the whole time that each took; ${note}`,
      ratio: null,
      goal: share === shares[0] ? 'all within 15 %' : '',
      met: share === shares[0] ? within === errors.length : null,
    };
  });
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

async function sendUploads(): Promise<{ real: ForecastErrors[]; surprised: ForecastErrors }> {
  const folder = makeBenchFolder('forecast');
  const sink = await startSink();
  const relay = await startRelay(sink.url, { bytesPerSecond: lineBytesPerSecond });
  const real: ForecastErrors[] = [];
  try {
    await sendOne(folder, relay, { name: 'first', large: [80 * megabytes] });
    for (const upload of realUploads) real.push(await sendOne(folder, relay, upload));
    return { real, surprised: await sendOne(folder, relay, surprise) };
  } finally {
    await relay.end();
    await sink.stop();
    rmSync(folder, { recursive: true });
  }

  async function sendOne(base: string, line: Relay, upload: RealUpload): Promise<ForecastErrors> {
    const source = join(base, upload.name);
    await writeEvidence(source, upload);
    const timers = (upload.outagesMs ?? []).map((ms) => setTimeout(() => line.goDown(2_000), ms));
    if (upload.breaksEveryMs !== undefined)
      timers.push(setInterval(() => line.breakAll(), upload.breaksEveryMs));
    const run = await runLading(
      [...uploadArgs(source, { ...sink, url: line.url }, join(base, 'state')), ...(upload.args ?? [])],
      sink,
    );
    for (const timer of timers) clearTimeout(timer);
    rmSync(source, { recursive: true });
    return { name: upload.name, errors: errorsOf(run.stdout) };
  }
}

/** Large files are first in every other folder, so that neither kind is always sent first. */
async function writeEvidence(source: string, { large = [], small }: RealUpload): Promise<void> {
  for (const [index, bytes] of large.entries()) {
    const folder = join(source, `${index * 4} images`);
    mkdirSync(folder, { recursive: true });
    await writeRandomFile(join(folder, 'disk.img'), bytes);
  }
  const content = Buffer.allocUnsafe(small?.bytes ?? 0);
  for (let n = 0; n < (small?.files ?? 0); n += 1) {
    const folder = join(source, `${n % 10} files`);
    mkdirSync(folder, { recursive: true });
    randomFillSync(content);
    writeFileSync(join(folder, `${n}.txt`), content);
  }
}

interface Line {
  readonly event: string;
  readonly at: string;
  readonly state?: string;
  readonly timeLeft?: { readonly likely: number } | null;
}

/** From the command line's own JSON. */
function errorsOf(stdout: string): readonly (number | null)[] {
  const lines = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line));
  const progress = lines.filter(({ event, state }) => event === 'progress' && state === 'uploading');
  const atMs = ({ at }: Line): number => Date.parse(at);
  const [first, last] = [progress[0], lines.findLast(({ event }) => event === 'done')];
  if (first === undefined || last === undefined) throw new Error('The upload did not end');
  const wholeMs = atMs(last) - atMs(first);
  return shares.map((share) => {
    const line = progress.findLast((one) => atMs(one) <= atMs(first) + share * wholeMs);
    if (line?.timeLeft == null) return null;
    const forecastMs = line.timeLeft.likely * 1000;
    return (atMs(line) + forecastMs - atMs(last)) / wholeMs;
  });
}
