import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { scan } from '../../main/engine/intake/scan.ts';
import type { ScanBatch } from '../../main/engine/intake/scan-types.ts';
import { sql as schema } from '../../main/engine/store/migrations/0001-uploads.ts';

export interface BenchRow {
  readonly what: string;
  readonly value: string;
  readonly against: string;
  readonly ratio: number | null;
  readonly goal: string;
}

const filesPerFolder = 1_000;
const rounds = 3;

/** A million files scanned and kept in SQLite, against `find -printf`, which asks the same of each and keeps nothing. */
export async function benchScan(): Promise<{ rows: readonly BenchRow[] }> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  const place = mkdtempSync(join(tmpdir(), 'lading-bench-scan-'));
  try {
    const tree = join(place, 'tree');
    await plant(tree, files);
    const find: number[] = [];
    const scans: number[] = [];
    const scanPeaksMiB: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      find.push((await timed('find', [tree, '-printf', '%p %s %T@ %i\n'])).seconds);
      const own = await timed(process.execPath, [fileURLToPath(import.meta.url), tree, join(place, 'db')]);
      const { counted, peakMiB } = JSON.parse(own.output);
      if (counted !== files) throw new Error(`The scan kept ${counted} of ${files} files`);
      scans.push(own.seconds);
      scanPeaksMiB.push(peakMiB);
    }
    const what = `scan of ${files.toLocaleString('en')} files`;
    return {
      rows: [
        {
          what: `${what}, kept in SQLite`,
          value: `${median(scans).toFixed(2)} s`,
          against: `find -printf ${median(find).toFixed(2)} s`,
          ratio: median(scans) / median(find),
          goal: '≤ 2×',
        },
        {
          what: `resident memory, ${what}`,
          value: `${Math.round(median(scanPeaksMiB))} MiB`,
          against: 'itself',
          ratio: null,
          goal: '≤ 250 MB',
        },
      ],
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function plant(tree: string, files: number): Promise<void> {
  // Native tools: they make a million files several times faster than Node does.
  const script = `
    left=$2; folder=0
    while [ "$left" -gt 0 ]; do
      count=$(( left < ${filesPerFolder} ? left : ${filesPerFolder} ))
      mkdir -p "$1/folder-$folder" && cd "$1/folder-$folder"
      seq -f 'document-%06g.txt' "$count" | xargs touch
      left=$(( left - count )); folder=$(( folder + 1 ))
    done`;
  await timed('sh', ['-ec', script, 'sh', tree, String(files)]);
}

async function timed(command: string, args: readonly string[]): Promise<{ seconds: number; output: string }> {
  const keepsOutput = command === process.execPath;
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', keepsOutput ? 'pipe' : 'ignore', 'inherit'] });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000, output };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The child process: scans into a fresh store and says how many files that made, and how much memory it took. */
async function measure(tree: string, database: string): Promise<void> {
  rmSync(database, { force: true });
  const db = new Database(database);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.exec(schema);
  db.exec(`
    INSERT INTO uploads (id, uuid, state, created_at, server_url, key_id, database_id, database_name, dataset_name,
      request, os_user, machine, version) VALUES (1, '', 'scanning', '', '', '', 1, '', '', '', '', '', '');
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '')`);
  const insert = inserter(db);
  const result = await scan([tree], {}, insert);
  if (!result.ok) throw new Error(result.failure.message);
  const counted = db.prepare('SELECT count(*) FROM items').pluck().get();
  db.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  process.stdout.write(JSON.stringify({ counted, peakMiB: process.resourceUsage().maxRSS / 1024 }));
}

/**
 * One transaction per batch, fifty rows per statement: twice as fast as row by row, and more rows gain nothing. Only
 * what differs from row to row is bound for each.
 */
function inserter(db: Database.Database): (batch: ScanBatch) => void {
  const rowsAtOnce = 50;
  const items = (rows: number) =>
    db.prepare(`INSERT INTO items (upload_id, folder_id, name, name_bytes, size_bytes, mtime_ns, device, file_id, state)
      VALUES ${Array(rows).fill("(@upload, ?, ?, ?, ?, ?, ?, ?, 'queued')").join(', ')}`);
  const many = items(rowsAtOnce);
  const one = items(1);
  const folder = db.prepare('INSERT INTO folders (root_id, path, path_bytes) VALUES (1, ?, ?)');
  const openFolders = new Map<number, number>();
  return db.transaction((batch: ScanBatch) => {
    let values: unknown[] = [];
    let waiting = 0;
    for (const run of batch.folders) {
      const id = run.isFirst
        ? Number(folder.run(run.folder, run.folderBytes).lastInsertRowid)
        : openFolders.get(run.number);
      if (run.isLast) openFolders.delete(run.number);
      else if (id !== undefined) openFolders.set(run.number, id);
      for (let row = run.from; row < run.to; row += 1) {
        values.push(
          id,
          batch.names[row],
          batch.nameBytes?.[row] ?? null,
          batch.sizesBytes[row],
          batch.mtimesNs[row],
          batch.devices[row],
          batch.fileIds[row],
        );
        waiting += 1;
        if (waiting < rowsAtOnce) continue;
        many.run(values, { upload: 1 });
        values = [];
        waiting = 0;
      }
    }
    for (let at = 0; at < values.length; at += 7) one.run(values.slice(at, at + 7), { upload: 1 });
  });
}

if (import.meta.main) {
  const [tree, database] = process.argv.slice(2);
  if (tree !== undefined && database !== undefined) await measure(tree, database);
  else console.table((await benchScan()).rows);
}
