import { randomFillSync } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sink, startSink } from '../fakes/sink.ts';
import { rounds, runAlternating } from './baselines.ts';
import { makeBenchFolder } from './bench-files.ts';
import { runLading, uploadArgs, writeProfile } from './lading-cli.ts';
import { isInstalled, type Measurement, measureCommand } from './measure-command.ts';
import { atLeast, type BenchRow, median } from './report.ts';

const fileCount = Number(process.env['LADING_BENCH_SMALL_FILES'] ?? 100_000);
const fileBytes = 16 * 1024;
const folderCount = 1000;
const custodianCount = 40;
/** Sent one by one, to measure how fast that is: all of them would take more than three hours. */
const sampleCount = Math.min(250, fileCount / 100);

/**
 * Many small files, sent by the command line to the sink, measured from start to exit: in packs against one source file
 * each, and against `rclone copy`, which sends one request per file and asks once for each whether it arrived.
 */
export async function benchPacks(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('packs');
  const files = join(folder, 'files');
  const sample = join(folder, 'sample');
  const unlimited = ['--profile', writeProfile(folder, { requestsPerSecond: 1000 })];
  const sink = await startSink();
  let states = 0;
  const upload = async (source: string, ...more: readonly string[]): Promise<Measurement> => {
    states += 1;
    const state = join(folder, `state-${states}`);
    const run = await runLading(
      [...uploadArgs(source, sink, state), '--custodian-by', 'folder:1', ...more],
      sink,
    );
    rmSync(state, { recursive: true });
    return run;
  };
  const hasRclone = await isInstalled('rclone');
  try {
    writeSmallFiles(files, fileCount);
    writeSmallFiles(sample, sampleCount);
    const oneByOne = sampleCount / (await upload(sample, '--pack', 'never')).wallSeconds;
    await sink.reset();
    const runs = await runAlternating([
      { name: '25 requests/s', runOnce: () => upload(files, '--pack', 'always') },
      { name: 'no rate limit', runOnce: () => upload(files, '--pack', 'always', ...unlimited) },
      ...(hasRclone ? [{ name: 'rclone', runOnce: () => rcloneCopy(files, sink) }] : []),
    ]);
    const of = (name: string) => summarize(runs.get(name) ?? []);
    const note = `${fileCount.toLocaleString('en-US')} files of 16 KiB in packs`;
    const own = of('no rate limit');
    const limited = of('25 requests/s').filesPerSecond;
    return [
      {
        what: `${note}, 25 requests/s`,
        value: `${perSecond(limited)} files/s`,
        against: `one source file each, ${sampleCount} of them: ${oneByOne.toFixed(1)} files/s`,
        ...atLeast(limited / oneByOne, 1200),
      },
      ...againstRclone(`${note}, no rate limit`, own, hasRclone ? of('rclone') : null),
      {
        what: `${note}, no rate limit: resident memory`,
        value: `${own.peakMb.toFixed(0)} MB`,
        against: 'the goal',
        ratio: own.peakMb / 300,
        goal: '≤ 300 MB',
        met: own.peakMb <= 300,
      },
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true });
  }
}

export function writeSmallFiles(root: string, count: number): void {
  const content = randomFillSync(Buffer.allocUnsafeSlow(fileBytes));
  for (let number = 0; number < count; number += 1) {
    const place = number % folderCount;
    const folder = join(root, `Custodian ${place % custodianCount}`, `Folder ${place}`);
    if (number < folderCount) mkdirSync(folder, { recursive: true });
    content.writeUInt32LE(number);
    writeFileSync(join(folder, `Document ${number}.bin`), content);
  }
}

/** Without asking for what is there already, which would be one more request per file. */
function rcloneCopy(folder: string, sink: Sink): Promise<Measurement> {
  const remote = `:s3,provider=Other,endpoint='${sink.url}/s3',access_key_id=bench,secret_access_key=bench,region=other:bucket`;
  return measureCommand(
    [
      'rclone',
      'copy',
      folder,
      remote,
      '--transfers',
      '16',
      '--checkers',
      '16',
      '--no-check-dest',
      '--s3-no-check-bucket',
    ],
    { env: { RCLONE_CONFIG: '/dev/null', AWS_CA_BUNDLE: '' } },
  );
}

interface Summary {
  readonly filesPerSecond: number;
  readonly cpuSecondsPerThousand: number;
  readonly peakMb: number;
}

function summarize(runs: readonly Measurement[]): Summary {
  if (runs.length !== rounds) throw new Error(`${runs.length} of ${rounds} rounds`);
  return {
    filesPerSecond: fileCount / median(runs.map(({ wallSeconds }) => wallSeconds)),
    cpuSecondsPerThousand:
      median(runs.map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN)) / (fileCount / 1000),
    peakMb: median(runs.map(({ peakBytes }) => peakBytes ?? Number.NaN)) / 1e6,
  };
}

function againstRclone(what: string, own: Summary, peer: Summary | null): readonly BenchRow[] {
  const missing = 'rclone is not installed';
  return [
    {
      what,
      value: `${perSecond(own.filesPerSecond)} files/s`,
      ...(peer === null
        ? { against: missing, ratio: null, goal: '≥ 3.5×', met: null }
        : {
            against: `rclone copy, 16 transfers: ${perSecond(peer.filesPerSecond)} files/s`,
            ...atLeast(own.filesPerSecond / peer.filesPerSecond, 3.5),
          }),
    },
    {
      what: `${what}: CPU per 1,000 files`,
      value: `${own.cpuSecondsPerThousand.toFixed(3)} s`,
      against: peer === null ? missing : `rclone copy ${peer.cpuSecondsPerThousand.toFixed(3)} s`,
      ratio: peer === null ? null : own.cpuSecondsPerThousand / peer.cpuSecondsPerThousand,
      goal: '',
      met: null,
    },
  ];
}

function perSecond(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
