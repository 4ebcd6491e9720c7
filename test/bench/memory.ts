import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSink } from '../fakes/sink.ts';
import { makeBenchFolder, writeRandomFile, writeSparseFile } from './bench-files.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import { type BenchRow, gibibyte } from './report.ts';

const terabyte = 1e12;
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
    const largeMb = (start.peakBytes ?? Number.NaN) / 1e6;
    const goal = '≤ 250 MB';
    return [
      {
        what: 'resident memory, 1 GiB, 8 parts in flight',
        value: `${smallMb.toFixed(0)} MB`,
        against: '',
        ratio: null,
        goal,
        met: smallMb <= 250,
      },
      {
        what: `resident memory, first ${watchedMs / 1000} s of 5 TB (sparse), 8 parts in flight`,
        value: `${largeMb.toFixed(0)} MB`,
        against: `1 GiB: ${smallMb.toFixed(0)} MB`,
        ratio: largeMb / smallMb,
        goal,
        met: largeMb <= 250,
      },
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true });
  }
}
