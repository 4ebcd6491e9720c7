import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSink } from '../fakes/sink.ts';
import { runLading, uploadArgs } from './lading-cli.ts';
import { isInstalled, measureCommand } from './measure-command.ts';
import { atMost, type BenchRow } from './report.ts';

const filesPerFolder = 1_000;
/** `find` with `file` takes minutes for all of them, and each file as long as the next. */
const sampleFiles = 20_000;

/** A dry run over a million files whose content is recognized, against `find` with `file` on a sample of them. */
export async function benchPreflight(): Promise<readonly BenchRow[]> {
  const files = Number(process.env['LADING_BENCH_FILES'] ?? 1_000_000);
  if (!(await isInstalled('file'))) throw new Error('The program file is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-preflight-'));
  const sink = await startSink();
  const what = `dry run of ${files.toLocaleString('en')} files, types by content`;
  try {
    const tree = join(folder, 'tree');
    const sample = Math.min(sampleFiles, files);
    makeTree(join(tree, 'sample'), sample);
    makeTree(join(tree, 'others'), files - sample);
    const dryRun = await runLading([...uploadArgs(tree, sink, join(folder, 'state')), '--dry-run'], sink);
    if (!dryRun.stdout.includes(`"inspection":{"checked":${files},"files":${files},"isSkipped":false}`))
      throw new Error(`Not all of ${files} files were checked`);
    const seconds = dryRun.wallSeconds;
    const peakMb = (dryRun.peakBytes ?? Number.NaN) / 1e6;
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
        what,
        value: `${seconds.toFixed(1)} s, ${Math.round(files / seconds).toLocaleString('en')} files/s`,
        against: `find + file ${againstSeconds.toFixed(0)} s (from ${sample.toLocaleString('en')} files)`,
        ...atMost(seconds / againstSeconds, 0.25),
      },
      {
        what: `resident memory, ${what}`,
        value: `${Math.round(peakMb)} MB`,
        against: 'the goal',
        ratio: peakMb / 250,
        goal: '≤ 250 MB',
        met: peakMb <= 250,
      },
    ];
  } finally {
    await sink.stop();
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

if (import.meta.main) console.table(await benchPreflight());
