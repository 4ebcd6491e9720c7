import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Relay, startRelay } from '../fakes/relay.ts';
import { type Sink, startSink } from '../fakes/sink.ts';
import { makeBenchFolder, writeSparseFile } from './bench-files.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import { isInstalled, type Measurement, measureCommand } from './measure-command.ts';
import { atLeast, atMost, type BenchRow } from './report.ts';

const roundTripMs = 200;
/** Of the connections that carry bytes, in each second. */
const resetShare = 0.01;
const megabits = (process.env['LADING_BENCH_MBITS'] ?? '20,200,1000').split(',').map(Number);
/** How long the line needs for the file, and for the one that shows Lading the line beforehand. */
const seconds = 20;
const secondsBefore = 5;
/** As many as people give `curl --parallel-max` and rclone's `--s3-upload-concurrency`. */
const peerConnections = 8;
const [leastPartBytes, mostPartBytes] = [5_000_000, 50_000_000];

/** How one program got a file over the line. */
interface Crossing {
  /** From its start to its exit. */
  readonly seconds: number;
  /** Of what the line carries from the first byte of the file to the last one. */
  readonly share: number;
  readonly sentAgainBytes: number;
  readonly resets: number;
}

interface Line {
  readonly relay: Relay;
  readonly sink: Sink;
  readonly bytesPerSecond: number;
}

/**
 * One file over a line of 200 ms round trip, 1 % of whose connections are reset in each second: the command line, which has
 * sent a smaller file over this line before, `curl` with parts that were cut by hand, and rclone's multipart.
 */
export async function benchLines(): Promise<readonly BenchRow[]> {
  const sink = await startSink();
  const rows: BenchRow[] = [];
  try {
    for (const speed of megabits) {
      const bytesPerSecond = (speed * 1e6) / 8;
      const folder = makeBenchFolder('lines');
      const relay = await startRelay(sink.url, { bytesPerSecond, roundTripMs, resetShare });
      try {
        rows.push(...(await benchLine(folder, `${speed} Mbit/s`, { relay, sink, bytesPerSecond })));
      } finally {
        await relay.end();
        rmSync(folder, { recursive: true });
      }
    }
    return rows;
  } finally {
    await sink.stop();
  }
}

async function benchLine(folder: string, name: string, line: Line): Promise<readonly BenchRow[]> {
  const bytes = seconds * line.bytesPerSecond;
  const file = join(folder, 'evidence.bin');
  const before = join(folder, 'before.bin');
  await writeSparseFile(file, bytes);
  await writeSparseFile(before, secondsBefore * line.bytesPerSecond);
  const over = { ...line.sink, url: line.relay.url };
  const lading = (path: string) =>
    runLading([...uploadArgs(path, over, join(folder, 'state')), '--no-preflight'], over);
  await lading(before);
  const own = await cross(line, bytes, () => lading(file));
  const peers: string[] = [];
  for (const [program, send] of [
    ['curl', await curlParts(folder, bytes, over)],
    ['rclone', () => rcloneMultipart(file, over)],
  ] as const)
    peers.push(
      (await isInstalled(program))
        ? `${program} ${crossingText(await cross(line, bytes, send))}`
        : `${program} is not installed`,
    );
  const what = `${name}, ${roundTripMs} ms, ${resetShare * 100} % of connections reset per second`;
  const lostShare = own.sentAgainBytes / Math.max(1, own.resets) / (60 * line.bytesPerSecond);
  return [
    {
      what: `${what}: share of the line`,
      value: crossingText(own),
      against: `${peers.join('; ')}; load ${loadavg()[0]?.toFixed(1)}`,
      ...atLeast(own.share, 0.95),
    },
    {
      what: `${what}: sent again`,
      value: `${megabytes(own.sentAgainBytes)} in ${own.resets} resets`,
      against: 'what the line carries, at one reset a minute',
      ...atMost(lostShare, 0.01),
    },
  ];
}

async function cross(
  { relay, sink, bytesPerSecond }: Line,
  bytes: number,
  send: () => Promise<Measurement>,
): Promise<Crossing> {
  await sink.reset();
  const { sentBytes, resets } = relay;
  const { wallSeconds } = await send();
  const { firstByteAtMs, lastByteAtMs } = await sink.stats();
  const crossedSeconds = ((lastByteAtMs ?? Number.NaN) - (firstByteAtMs ?? Number.NaN)) / 1000;
  return {
    seconds: wallSeconds,
    share: bytes / bytesPerSecond / crossedSeconds,
    sentAgainBytes: Math.max(0, relay.sentBytes - sentBytes - bytes),
    resets: relay.resets - resets,
  };
}

function crossingText({ seconds: whole, share, sentAgainBytes, resets }: Crossing): string {
  const line = `${(share * 100).toFixed(0)} % of the line`;
  return `${whole.toFixed(1)} s, ${line}, ${megabytes(sentAgainBytes)} again in ${resets} resets`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** By hand: as many files as there would be parts, each sent until it arrived. */
async function curlParts(folder: string, bytes: number, { url }: Sink): Promise<() => Promise<Measurement>> {
  const most = Math.min(mostPartBytes, Math.max(leastPartBytes, bytes / (2 * peerConnections)));
  const count = Math.ceil(bytes / most);
  const part = join(folder, 'part.bin');
  await writeSparseFile(part, bytes / count);
  const transfers = Array.from({ length: count }, (_, n) => ['--upload-file', part, `${url}/curl/${n}`]);
  const tries = ['--retry', '20', '--retry-all-errors', '--retry-delay', '1'];
  const parallel = ['--parallel', '--parallel-immediate', '--parallel-max', String(peerConnections)];
  const quiet = ['--silent', '--show-error', '--fail', '--output', '/dev/null'];
  return () => measureCommand(['curl', ...quiet, ...tries, ...parallel, ...transfers.flat()]);
}

function rcloneMultipart(file: string, { url }: Sink): Promise<Measurement> {
  const remote = `:s3,provider=Other,endpoint='${url}/s3',access_key_id=bench,secret_access_key=bench,region=other:bucket/file`;
  const settings = ['--s3-upload-concurrency', String(peerConnections), '--s3-no-check-bucket'];
  return measureCommand(['rclone', 'copyto', file, remote, ...settings, '--no-check-dest'], {
    env: { RCLONE_CONFIG: '/dev/null', AWS_CA_BUNDLE: '' },
  });
}
