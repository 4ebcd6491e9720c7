import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileRules } from '../../main/engine/intake/custodians/custodian-of.ts';
import { scanIntoStore } from '../../main/engine/intake/scan-into-store.ts';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../../main/engine/sources/source-reader.ts';
import { openStore, type Store } from '../../main/engine/store/open.ts';
import { createRepositories } from '../../main/engine/store/repositories.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { newUpload } from '../fixtures/upload-request.ts';
import { compileCache, nodeEnv, nodeOptions } from './lading-cli.ts';
import { measureCommand } from './measure-command.ts';
import { atMost, type BenchRow, median } from './report.ts';

const filesPerFolder = 1_000;
const rounds = 3;

/** Scans a million files into SQLite, against `find -printf`, which reads the same facts and stores nothing. */
export async function benchScan(): Promise<readonly BenchRow[]> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-scan-'));
  try {
    const tree = join(folder, 'tree');
    const few = Math.ceil(files / 10);
    await makeTree(join(tree, 'few'), few);
    await makeTree(join(tree, 'others'), files - few);
    // The first one compiles.
    await measureScan(join(tree, 'few'), join(folder, 'state-first'), few);
    const fewScanned = await measureScan(join(tree, 'few'), join(folder, 'state-few'), few);
    const find: number[] = [];
    const scans: ScanMeasurement[] = [];
    for (let round = 0; round < rounds; round += 1) {
      find.push(await secondsOf('find', [tree, '-printf', '%p %s %T@ %i\n']));
      scans.push(await measureScan(tree, join(folder, `state-${round}`), files));
    }
    const seconds = median(scans.map((one) => one.seconds));
    const peakMb = median(scans.map((one) => one.peakMb));
    const what = `scan of ${files.toLocaleString('en')} files`;
    return [
      {
        what: `${what}, kept in SQLite`,
        value: `${seconds.toFixed(2)} s`,
        against: `find -printf ${median(find).toFixed(2)} s`,
        ...atMost(seconds / median(find), 1.5),
      },
      {
        what: `resident memory, ${what}`,
        value: `${Math.round(peakMb)} MB`,
        against: `a tenth of them ${Math.round(fewScanned.peakMb)} MB`,
        ratio: peakMb / fewScanned.peakMb,
        goal: '≤ 250 MB',
        met: peakMb <= 250,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ScanMeasurement {
  readonly seconds: number;
  readonly peakMb: number;
}

/** In a process of its own, measured from start to exit like `find`. */
async function measureScan(tree: string, stateDir: string, files: number): Promise<ScanMeasurement> {
  const program = [process.execPath, ...nodeOptions, fileURLToPath(import.meta.url)];
  const env = { ...nodeEnv, NODE_COMPILE_CACHE: compileCache };
  const { wallSeconds, stdout } = await measureCommand([...program, tree, stateDir], { env });
  const { counted, peakMb }: { counted: number; peakMb: number } = JSON.parse(stdout);
  if (counted !== files) throw new Error(`The scan stored ${counted} of ${files} files`);
  return { seconds: wallSeconds, peakMb };
}

export async function makeTree(tree: string, files: number): Promise<void> {
  // Shell tools create a million files several times faster than Node.
  const script = `
    left=$2; folder=0
    while [ "$left" -gt 0 ]; do
      count=$(( left < ${filesPerFolder} ? left : ${filesPerFolder} ))
      mkdir -p "$1/folder-$folder" && cd "$1/folder-$folder"
      seq -f 'document-%06g.txt' "$count" | xargs touch
      left=$(( left - count )); folder=$(( folder + 1 ))
    done`;
  await secondsOf('sh', ['-ec', script, 'sh', tree, String(files)]);
}

/** Its output is discarded. */
async function secondsOf(command: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return (performance.now() - startedAt) / 1000;
}

/** The child process: scans as an upload does, and prints how many files it stored and its peak memory. */
async function scanInThisProcess(tree: string, stateDir: string): Promise<void> {
  const opened = openStore(stateDir, 'bench');
  if (!opened.ok) throw new Error(failureText(opened.failure));
  const counted = await scanTree(opened.value, tree);
  opened.value.close();
  process.stdout.write(JSON.stringify({ counted, peakMb: peakBytes() / 1e6 }));
}

/** Returns how many files it stored. */
export async function scanTree({ db, writes }: Pick<Store, 'db' | 'writes'>, tree: string): Promise<unknown> {
  const repositories = createRepositories(db);
  const readers = new ReaderPool();
  const scanned = await scanIntoStore(writes, repositories, new SourceReader(readers), {
    uploadId: repositories.uploads.insert(newUpload()),
    sources: [tree],
    followSymlinks: false,
    stateDir: null,
    rules: compileRules([], [], [], false),
    signal: new AbortController().signal,
    onBatch: () => {},
    onStalled: () => {},
  });
  await readers.close();
  if (!scanned.ok) throw new Error(failureText(scanned.failure));
  return db.prepare('SELECT count(*) FROM items').pluck().get();
}

/** Not maxRSS where the system tells more: it starts with that of the process that started this one. */
export function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kib) * 1024;
}

if (import.meta.main) {
  const [tree, stateDir] = process.argv.slice(2);
  if (tree !== undefined && stateDir !== undefined) await scanInThisProcess(tree, stateDir);
  else console.table(await benchScan());
}
