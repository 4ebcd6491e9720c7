import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Sink, startSink } from '../fakes/sink.ts';
import type { SinkStats } from '../fakes/sink-server.ts';
import { makeBenchFolder, writeSparseFile } from './bench-files.ts';
import { runLading, uploadArgs, writeProfile } from './lading-cli.ts';
import type { Measurement } from './measure-command.ts';
import { type BenchRow, median } from './report.ts';
import { leastSeconds, nodeAlone } from './start.ts';

const partBytes = 16 * 1024;
const partsDone = 10_000;
const partsPlanned = 12_000;
const items = 1_000_000;
const rounds = 3;
const goalSeconds = 0.4;
/** A killed process's requests count for two seconds: without a pause, the rate limit would be measured. */
const pauseMs = 2_100;

/** From the start of `lading resume` to the first byte of a part at the server, after a kill. */
export async function benchRestart(): Promise<readonly BenchRow[]> {
  const folder = makeBenchFolder('restart');
  const sink = await startSink();
  try {
    const evidence = join(folder, 'evidence');
    const state = join(folder, 'state');
    mkdirSync(evidence);
    writeFileSync(join(evidence, 'letter.txt'), 'one of a million');
    await writeSparseFile(join(evidence, 'image.dd'), partsPlanned * partBytes);
    // Small parts and no rate limit, so that ten thousand parts are sent quickly. The restart uses the default rate limit.
    const limits = { minPartBytes: 1, recommendedPartBytes: partBytes, maxParts: partsPlanned };
    const profile = writeProfile(folder, { ...limits, requestsPerSecond: 100_000 });
    await runLading([...uploadArgs(evidence, sink, state), '--profile', profile, '--no-sha1'], sink, {
      until: () => untilSink(sink, ({ puts }) => puts >= partsDone + 50),
      signal: 'SIGKILL',
      exitCodes: [null],
    });
    writeProfile(folder, limits);
    const counts = multiplyItems(join(state, 'lading.db'));

    const seconds: number[] = [];
    const alone: Measurement[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await delay(pauseMs);
      await sink.reset();
      alone.push(await nodeAlone());
      const resumed = await runLading(['resume', '--server', sink.url, '--state', state, '--json'], sink, {
        until: () => untilSink(sink, ({ firstByteAtMs }) => firstByteAtMs !== null),
        signal: 'SIGKILL',
        exitCodes: [null],
      });
      const { firstByteAtMs } = await sink.stats();
      seconds.push(((firstByteAtMs ?? Number.NaN) - resumed.startedAtMs) / 1000);
    }
    const toFirstByte = median(seconds);
    return [
      {
        what: `restart to first byte, ${counts.parts.toLocaleString('en')} parts done, ${counts.items.toLocaleString('en')} items in the store`,
        value: `${toFirstByte.toFixed(2)} s`,
        against: `process start included; node -e 0: ${(leastSeconds(alone) * 1000).toFixed(0)} ms`,
        ratio: toFirstByte / leastSeconds(alone),
        goal: `≤ ${goalSeconds} s`,
        met: toFirstByte <= goalSeconds,
      },
    ];
  } finally {
    await sink.stop();
    rmSync(folder, { recursive: true });
  }
}

async function untilSink(sink: Sink, enough: (stats: SinkStats) => boolean): Promise<void> {
  while (!enough(await sink.stats())) await delay(10);
}

/** Fills the store with copies of the letter's row, half of them accepted, as if a large matter had been scanned. */
function multiplyItems(path: string): { readonly items: number; readonly parts: number } {
  const store = new Database(path);
  try {
    store.pragma('foreign_keys = ON');
    const columns = 'upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id';
    store
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO items (${columns}, state)
         SELECT ${columns}, CASE WHEN i % 2 THEN 'accepted' ELSE 'queued' END
         FROM n, (SELECT ${columns} FROM items WHERE name = 'letter.txt')`,
      )
      .run(items);
    store.exec(
      `INSERT OR REPLACE INTO totals SELECT upload_id, state, COUNT(*), SUM(size_bytes) FROM items GROUP BY 1, 2`,
    );
    const counted = store
      .prepare('SELECT (SELECT COUNT(*) FROM items) AS items, (SELECT COUNT(*) FROM parts) AS parts')
      .get();
    if (typeof counted !== 'object' || counted === null) throw new Error('The store returned no counts');
    return { items: Number(Reflect.get(counted, 'items')), parts: Number(Reflect.get(counted, 'parts')) };
  } finally {
    store.close();
  }
}
