import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noRules } from '../../main/engine/intake/custodians/custodian-of.ts';
import { inspectInventory } from '../../main/engine/intake/preflight/inspect-inventory.ts';
import { scanIntoStore } from '../../main/engine/intake/scan-into-store.ts';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../../main/engine/sources/source-reader.ts';
import { openStore } from '../../main/engine/store/open.ts';
import { createRepositories } from '../../main/engine/store/repositories.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { newUpload } from '../fixtures/upload-request.ts';
import { compileCache } from './lading-cli.ts';
import { isInstalled, measureCommand } from './measure-command.ts';
import { atMost, type BenchRow } from './report.ts';

const filesPerFolder = 1_000;
/** `find` with `file` takes minutes for all of them, and each file as long as the next. */
const sampleFiles = 20_000;

/** Recognizes the content of a million files, against `find` with `file` on a sample of them. */
export async function benchPreflight(): Promise<readonly BenchRow[]> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-preflight-'));
  const what = `pre-flight of ${files.toLocaleString('en')} files`;
  try {
    const sample = Math.min(sampleFiles, files);
    makeTree(join(folder, 'tree', 'sample'), sample);
    makeTree(join(folder, 'tree', 'others'), files - sample);
    const tree = join(folder, 'tree');
    const { inspectSeconds, peakMb, typed } = await measureInspection(tree, join(folder, 'state'));
    if (typed !== files) throw new Error(`The type of ${typed} of ${files} files was recognized`);
    const memory: BenchRow = {
      what: `resident memory, ${what}`,
      value: `${Math.round(peakMb)} MB`,
      against: 'a limit of its own',
      ratio: peakMb / 250,
      goal: '≤ 250 MB',
      met: peakMb <= 250,
    };
    const rate = `${inspectSeconds.toFixed(1)} s, ${Math.round(files / inspectSeconds).toLocaleString('en')} files/s`;
    if (!(await isInstalled('file'))) throw new Error('The program file is not installed');
    const names = await measureCommand([
      'sh',
      '-c',
      `find "$1" -type f -print0 | xargs -0 file --brief > /dev/null`,
      'sh',
      join(tree, 'sample'),
    ]);
    const againstSeconds = (names.wallSeconds * files) / sample;
    return [
      {
        what: `${what}, type by content`,
        value: rate,
        against: `find + file ${againstSeconds.toFixed(0)} s (from ${sample.toLocaleString('en')} files)`,
        ...atMost(inspectSeconds / againstSeconds, 0.25),
      },
      memory,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const heads: readonly (readonly [extension: string, head: string])[] = [
  ['txt', 'The quick brown fox jumps over the lazy dog.\n'],
  [
    'eml',
    'Return-Path: <a@b.example>\nFrom: a@b.example\nTo: c@d.example\nSubject: x\nDate: Mon, 1 Jan 2024 00:00:00 +0000\n\n',
  ],
  ['pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'],
  ['html', '<!DOCTYPE html>\n<html><head><title>x</title></head><body>\n'],
  ['jpg', '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01'],
  ['png', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR'],
  ['rtf', '{\\rtf1\\ansi '],
  ['csv', 'name;date;amount\na;2024-01-01;1\n'],
];

function makeTree(tree: string, files: number): void {
  const contents = heads.map(
    ([extension, head]) =>
      [extension, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2_000, 'text ')])] as const,
  );
  for (let index = 0; index < files; index += 1) {
    const folder = join(tree, `folder-${Math.floor(index / filesPerFolder)}`);
    if (index % filesPerFolder === 0) mkdirSync(folder, { recursive: true });
    const [extension, content] = contents[index % contents.length] ?? ['txt', Buffer.alloc(0)];
    writeFileSync(join(folder, `document-${index}.${extension}`), content);
  }
}

interface InspectionMeasurement {
  readonly inspectSeconds: number;
  readonly peakMb: number;
  readonly typed: number;
}

/** In a process of its own, for its memory. */
async function measureInspection(tree: string, stateDir: string): Promise<InspectionMeasurement> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), tree, stateDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The inspection ended with ${code}`);
  return JSON.parse(output);
}

async function inspectInThisProcess(tree: string, stateDir: string): Promise<void> {
  const opened = openStore(stateDir, 'bench');
  if (!opened.ok) throw new Error(failureText(opened.failure));
  const { db, writes, close } = opened.value;
  const repositories = createRepositories(db);
  const uploadId = repositories.uploads.insert(newUpload());
  const readers = new ReaderPool();
  const { signal } = new AbortController();
  const scanned = await scanIntoStore(writes, repositories, new SourceReader(readers), {
    uploadId,
    sources: [tree],
    followSymlinks: false,
    stateDir: null,
    rules: noRules,
    signal,
    onBatch: () => {},
    onStalled: () => {},
  });
  await readers.close();
  if (!scanned.ok) throw new Error(failureText(scanned.failure));
  const startedAt = performance.now();
  const inspected = await inspectInventory(writes, repositories, {
    uploadId,
    maxFileBytes: null,
    version: '0',
    links: { sources: [], followSymlinks: false },
    signal,
    skip: signal,
    checkRoot: async () => null,
    onProgress: () => {},
    onStalled: () => {},
  });
  const inspectSeconds = (performance.now() - startedAt) / 1000;
  if (!inspected.ok) throw new Error(failureText(inspected.failure));
  const typed = db.prepare('SELECT count(*) FROM items WHERE type IS NOT NULL').pluck().get();
  close();
  process.stdout.write(JSON.stringify({ inspectSeconds, peakMb: peakBytes() / 1e6, typed }));
}

/** Not maxRSS where the system tells more: it starts with that of the process that started this one. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kib) * 1024;
}

if (import.meta.main) {
  const [tree, stateDir] = process.argv.slice(2);
  if (tree !== undefined && stateDir !== undefined) await inspectInThisProcess(tree, stateDir);
  else console.table(await benchPreflight());
}
