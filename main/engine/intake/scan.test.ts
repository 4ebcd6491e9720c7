import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  codesByPath,
  observeScan,
  pathOf,
  type ScanObservation,
  temporaryFolder,
} from '../../../test/fixtures/scan-observer.ts';
import { absolutePath, fileIdentity, identityKey } from '../types/source-path.ts';

const paths = ({ files }: ScanObservation) => files.map(pathOf).sort();

test.each([false, true])(
  'what is Lading’s own is named, whatever its path is: links followed %s',
  async (followSymlinks) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'backup/logs'), { recursive: true });
    for (const name of ['a', 'key', 'backup/lading.db', 'backup/logs/b'])
      writeFileSync(join(folder, name), '');
    const own = ['backup', 'key'].map((name) =>
      String(identityKey(fileIdentity(lstatSync(join(folder, name), { bigint: true })))),
    );
    const found = await observeScan([folder], { own, followSymlinks });
    expect(paths(found)).toEqual(['a']);
    expect(codesByPath(found)).toEqual({ backup: 'lading-file', key: 'lading-file' });
  },
);

test('size, time to the nanosecond and identity are exact, zero bytes included', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'letter'), 'twelve bytes');
  execFileSync('touch', ['-d', '@1700000000.123456789', join(folder, 'letter')]);
  linkSync(join(folder, 'letter'), join(folder, 'hard link'));
  execFileSync('truncate', ['-s', '5T', join(folder, 'image.dd')]);
  const { files, result } = await observeScan([folder]);
  expect(files).toHaveLength(4);
  for (const file of files) {
    const stat = lstatSync(join(folder, file.name), { bigint: true });
    expect(file).toMatchObject({
      sizeBytes: Number(stat.size),
      mtimeNs: stat.mtimeNs,
      device: stat.dev,
      fileId: stat.ino,
    });
  }
  expect(files.find(({ name }) => name === 'letter')?.mtimeNs).toBe(1700000000123456789n);
  expect(result).toMatchObject({
    ok: true,
    value: { files: 4, folders: 1, sizeBytes: 24 + 5 * 1024 ** 4, problems: 0 },
  });
});

test('names with spaces, newlines, many scripts and 255 bytes come as they are', async () => {
  const folder = temporaryFolder();
  const names = [
    ' leading',
    'trailing ',
    'new\nline',
    'tab\t"quoted"\\',
    '.hidden',
    '-rf',
    '契約書.docx',
    'договор.pdf',
  ];
  names.push(
    'عقد.txt',
    'חוזה',
    'e\u{301} decomposed',
    '\u{e9} composed',
    '😀.eml',
    'real \u{fffd}',
    'x'.repeat(255),
    'ö'.repeat(127),
  );
  mkdirSync(join(folder, 'Zürich\n2024'));
  for (const name of names) writeFileSync(join(folder, 'Zürich\n2024', name), name);
  const all = await observeScan([folder]);
  expect(paths(all)).toEqual(names.map((name) => `Zürich\n2024/${name}`).sort());
  for (const { folderBytes, nameBytes } of all.files) expect([folderBytes, nameBytes]).toEqual([null, null]);
  expect(all.batches.every(({ nameBytes }) => nameBytes === null)).toBe(true);
});

test('names that are not Unicode keep their bytes, so that the file opens, and a name for display', async () => {
  const folder = temporaryFolder();
  const inFolder = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('m\xfcller', 'latin1')]);
  mkdirSync(Buffer.concat([inFolder, Buffer.from('/sub')]), { recursive: true });
  writeFileSync(Buffer.concat([inFolder, Buffer.from('/sub/plain')]), 'inner');
  writeFileSync(Buffer.concat([inFolder, Buffer.from('/\xff\xfe', 'latin1')]), 'both');
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x80])]), 'outer');
  writeFileSync(join(folder, 'before'), 'plain');
  const { files } = await observeScan([folder]);
  const read = files.map((file) => [
    pathOf(file),
    readFileSync(absolutePath(folder, file.folder, file.folderBytes, file.name, file.nameBytes), 'utf8'),
  ]);
  expect(Object.fromEntries(read)).toEqual({
    'm%FCller/sub/plain': 'inner',
    'm%FCller/%FF%FE': 'both',
    '%80': 'outer',
    before: 'plain',
  });
});

test('symbolic links are reported and not followed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/file'), '');
  symlinkSync('real', join(folder, 'to-folder'));
  symlinkSync('real/file', join(folder, 'to-file'));
  symlinkSync('nowhere', join(folder, 'broken'));
  const all = await observeScan([folder]);
  expect(paths(all)).toEqual(['real/file']);
  const code = 'symbolic-link';
  expect(codesByPath(all)).toEqual({ 'to-folder': code, 'to-file': code, broken: code });
});

test('followed links lead to files and folders, never into a loop', async () => {
  const folder = temporaryFolder();
  const elsewhere = temporaryFolder();
  mkdirSync(join(elsewhere, 'deep'));
  writeFileSync(join(elsewhere, 'deep/file'), 'abc');
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  symlinkSync(elsewhere, join(folder, 'a/elsewhere'));
  symlinkSync(join(elsewhere, 'deep/file'), join(folder, 'to-file'));
  symlinkSync('..', join(folder, 'a/b/up'));
  symlinkSync('.', join(folder, 'here'));
  symlinkSync('self', join(folder, 'self'));
  symlinkSync('nowhere', join(folder, 'broken'));
  symlinkSync('/dev/null', join(folder, 'device'));
  // A loop that leaves the root and comes back.
  symlinkSync(folder, join(elsewhere, 'deep/back'));
  const all = await observeScan([folder], { followSymlinks: true });
  expect(paths(all)).toEqual(['a/elsewhere/deep/file', 'to-file']);
  expect(all.files.every(({ sizeBytes }) => sizeBytes === 3)).toBe(true);
  expect(codesByPath(all)).toEqual({
    'a/b/up': 'symbolic-link-loop',
    here: 'symbolic-link-loop',
    self: 'symbolic-link-loop',
    'a/elsewhere/deep/back': 'symbolic-link-loop',
    broken: 'symbolic-link-broken',
    device: 'special-file',
  });
});

test('pipes and sockets are reported', async () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const server = createServer().listen(join(folder, 'socket'));
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  expect(codesByPath(await observeScan([folder]))).toEqual({ pipe: 'special-file', socket: 'special-file' });
});

test('a folder larger than a batch comes in several runs, in its own order', async () => {
  const folder = temporaryFolder();
  const count = 4_500;
  mkdirSync(join(folder, 'large'));
  for (let index = 0; index < count; index += 1) writeFileSync(join(folder, 'large', `f${index}`), '');
  const { batches, files } = await observeScan([folder]);
  const runs = batches.flatMap(({ folders }) => folders).filter(({ folder }) => folder === 'large');
  expect(runs.length).toBeGreaterThan(2);
  expect(new Set(runs.map(({ number }) => number)).size).toBe(1);
  expect(runs.map(({ isFirst }) => isFirst)).toEqual(runs.map((_, index) => index === 0));
  expect(runs.map(({ isLast }) => isLast)).toEqual(runs.map((_, index) => index === runs.length - 1));
  const order = execFileSync('ls', ['-U', join(folder, 'large')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.map(({ name }) => name)).toEqual(order);
  for (const batch of batches) expect(batch.names.length).toBeLessThanOrEqual(1_000);
});

test('many small folders on several threads: each begins once, ends once and has a unique number', async () => {
  const folder = temporaryFolder();
  const count = 3_000;
  for (let index = 0; index < count; index += 1) {
    mkdirSync(join(folder, `d${index % 10}/e${index}`), { recursive: true });
    writeFileSync(join(folder, `d${index % 10}/e${index}/f`), '');
  }
  const { batches, files, result } = await observeScan([folder], { workers: 3 });
  const runs = batches.flatMap(({ folders }) => folders);
  expect(new Set(runs.filter(({ isFirst }) => isFirst).map(({ folder }) => folder)).size).toBe(count + 11);
  expect(runs.filter(({ isFirst }) => isFirst)).toHaveLength(count + 11);
  expect(runs.filter(({ isLast }) => isLast)).toHaveLength(count + 11);
  expect(new Set(runs.map(({ number }) => number)).size).toBe(count + 11);
  expect(new Set(files.map(pathOf)).size).toBe(count);
  expect(result).toMatchObject({ ok: true, value: { files: count, folders: count + 11 } });
});

test('a tree a thousand folders deep is read to its bottom', async () => {
  const folder = temporaryFolder();
  const deep = Array(1_000).fill('d').join('/');
  mkdirSync(join(folder, deep), { recursive: true });
  writeFileSync(join(folder, deep, 'bottom'), '');
  for (const followSymlinks of [false, true])
    expect(paths(await observeScan([folder], { followSymlinks }))).toEqual([`${deep}/bottom`]);
});

test('what lies deeper than the system opens is reported, the rest is found', async () => {
  const folder = temporaryFolder();
  onTestFinished(() => {
    execFileSync('rm', ['-rf', folder]);
  });
  // Only step by step can such a tree be made at all.
  const script = `
    const { mkdirSync, writeFileSync } = require('node:fs');
    for (let depth = 0; depth < 25; depth += 1) {
      writeFileSync('file', '');
      mkdirSync('d'.repeat(200));
      process.chdir('d'.repeat(200));
    }`;
  execFileSync(process.execPath, ['-e', script], { cwd: folder });
  const reach = Math.floor((4_095 - folder.length) / 201) + 1;
  for (const followSymlinks of [false, true]) {
    const { files, problems } = await observeScan([folder], { followSymlinks });
    expect(files.length).toBeGreaterThanOrEqual(reach - 1);
    expect(files.length).toBeLessThan(25);
    // As a folder: what it holds is unknown.
    const reasons = problems.map(({ reason }) => reason);
    expect(reasons).toContainEqual({ code: 'folder-unreadable', errno: 'ENAMETOOLONG' });
  }
});

test('a folder that is deleted before it is read is reported as vanished', async () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 2_100; index += 1) writeFileSync(join(folder, `f${index}`), '');
  for (let index = 0; index < 100; index += 1) mkdirSync(join(folder, `gone${index}`));
  const { FolderWalk } = await import('./scan-walk.ts');
  const codes: string[] = [];
  let files = 0;
  // The walk runs in this thread, so what happens between two batches is known.
  const walk = new FolderWalk(
    {
      rootPaths: [folder],
      followSymlinks: false,
      own: new Set(),
      sources: new Map(),
      firstNumber: 1,
      numberStep: 1,
    },
    {
      post(batch) {
        if (files === 0) {
          execFileSync('find', [folder, '-mindepth', '1', '-delete']);
          rmSync(folder, { recursive: true, force: true });
        }
        files += batch.sizesBytes.length;
        codes.push(...batch.problems.map(({ reason, name }) => `${reason.code} ${name.replace(/\d+/, '')}`));
      },
      isWorkWanted: () => false,
      atRoot: () => undefined,
      share: () => expect.unreachable(),
    },
  );
  walk.run([{ rootIndex: 0, parent: '', names: '', ancestors: [], mayRepeat: false }]);
  // A batch, which a busy computer ends sooner.
  expect(files).toBeGreaterThan(0);
  expect(files).toBeLessThanOrEqual(1_000);
  expect(new Set(codes)).toEqual(new Set(['vanished-during-scan f', 'vanished-during-scan gone']));
});
