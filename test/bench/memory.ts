import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Sink, startSink } from '../fakes/sink.ts';
import { makeBenchFolder, writeRandomFile, writeSparseFile } from './bench-files.ts';
import { compileCache, nodeEnv, nodeOptions, runLading, uploadArgs, writeProfile } from './lading-cli.ts';
import { measureCommand } from './measure-command.ts';
import { type BenchRow, gibibyte } from './report.ts';

const terabyte = 1e12;
/** As many as one upload sends at a time. */
const filesInFlight = 12;
const multiPartBytes = 100_000_000;
/** Long enough for every buffer to be in use and for garbage collection to run. */
const watchedMs = 15_000;

/** Resident memory must not depend on the size of the file. */
export async function benchMemory(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('memory');
  const sink = await startSink();
  try {
    const small = join(folder, 'one-gibibyte.bin');
    const large = join(folder, 'five-terabytes.bin');
    await writeRandomFile(small, gibibyte);
    await writeSparseFile(large, 5 * terabyte);
    const upload = (file: string) => [...uploadArgs(file, sink, `${file}.state`), '--concurrency', '8'];
    const whole = await runLading(upload(small), sink);
    // 5 TB would take an hour. A leak shows within seconds.
    const start = await runLading(upload(large), sink, {
      until: () => delay(watchedMs),
      exitCodes: [3],
    });
    const smallMb = (whole.peakBytes ?? Number.NaN) / 1e6;
    const manyMb = ((await sendManyFiles(folder, sink)) ?? Number.NaN) / 1e6;
    const largeMb = (start.peakBytes ?? Number.NaN) / 1e6;
    const goal = '≤ 200 MB';
    return [
      {
        what: 'resident memory, 1 GiB, 8 parts in flight',
        value: `${smallMb.toFixed(0)} MB`,
        against: '',
        ratio: null,
        goal,
        met: smallMb <= 200,
      },
      {
        what: `resident memory, first ${watchedMs / 1000} s of 5 TB (sparse), 8 parts in flight`,
        value: `${largeMb.toFixed(0)} MB`,
        against: `1 GiB: ${smallMb.toFixed(0)} MB`,
        ratio: largeMb / smallMb,
        goal,
        met: largeMb <= 200,
      },
      {
        what: `resident memory, two uploads of ${filesInFlight} files of 100 MB, with SHA-1`,
        value: `${manyMb.toFixed(0)} MB`,
        against: '',
        ratio: null,
        goal: '≤ 350 MB',
        met: manyMb <= 350,
      },
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Two uploads of one engine, each with as many files of several parts as it sends at a time. */
async function sendManyFiles(folder: string, sink: Sink): Promise<number | null> {
  const folders = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const upload = join(folder, name);
      mkdirSync(upload);
      for (let file = 0; file < filesInFlight; file += 1)
        await writeSparseFile(join(upload, `${file}.bin`), multiPartBytes);
      return upload;
    }),
  );
  const program = fileURLToPath(new URL('./uploads-process.ts', import.meta.url));
  const profile = writeProfile(folder, { requestsPerSecond: 10_000 });
  const args = [sink.url, join(folder, 'many.state'), profile, ...folders];
  const env = { ...nodeEnv, NODE_COMPILE_CACHE: compileCache };
  const { peakBytes } = await measureCommand([process.execPath, ...nodeOptions, program, ...args], { env });
  return peakBytes;
}
