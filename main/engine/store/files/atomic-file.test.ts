import { execFileSync } from 'node:child_process';
import fs, {
  chownSync,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { removeAbandoned, replaceTextFile, writeFileAtomically, writeText } from './atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-atomic-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

test('replaces a file as a whole, private to this user, and leaves nothing else in the folder', async () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'a much longer text than the new one');
  expect(await replaceTextFile(path, 'new')).toEqual({ ok: true, value: undefined });
  expect(readFileSync(path, 'utf8')).toBe('new');
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('flushes the whole file before it gets its name, so that a power cut leaves no empty one', async () => {
  const path = join(folder, 'a.json');
  const flushed: { readonly bytes: number; readonly isNamed: boolean }[] = [];
  const flush = fs.fsync;
  const observed = vi.spyOn(fs, 'fsync').mockImplementation((file, done) => {
    flushed.push({ bytes: fstatSync(file).size, isNamed: existsSync(path) });
    flush(file, done);
  });
  onTestFinished(() => observed.mockRestore());
  for (const options of [{}, { replace: false }]) {
    rmSync(path, { force: true });
    await writeFileAtomically(path, (file) => writeText(file, 'x'.repeat(100_000)), options);
  }
  expect(flushed).toEqual(Array(2).fill({ bytes: 100_000, isNamed: false }));
});

test('keeps the earlier file when writing fails, and names the chosen file', async () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'old');
  const full = await writeFileAtomically(path, async (file) => {
    file.write('half');
    return failure('disk-full');
  });
  expect(full).toEqual({ ok: false, failure: { code: 'disk-full', path } });
  await expect(writeFileAtomically(path, () => Promise.reject(new TypeError('a bug')))).rejects.toThrow(
    'a bug',
  );
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test.each([
  ['gone/a.json', 'folder-missing'],
  ['taken', 'is-a-folder'],
])('%s is refused before anything is written: %s', async (name, reason) => {
  mkdirSync(join(folder, 'taken'));
  const path = join(folder, name);
  expect(await writeFileAtomically(path, () => expect.fail('was written'))).toMatchObject({
    ok: false,
    failure: { code: 'write-failed', path, reason },
  });
  expect(readdirSync(folder)).toEqual(['taken']);
});

const writeNew = (path: string) =>
  writeFileAtomically(path, (file) => writeText(file, 'new'), { replace: false });
const onlyPosix = process.platform === 'win32';

test.skipIf(onlyPosix)(
  'a symbolic link at the name is replaced, never the file that it leads to',
  async () => {
    const evidence = join(folder, 'evidence.pst');
    writeFileSync(evidence, 'evidence');
    const path = join(folder, 'receipt.json');
    symlinkSync(evidence, path);
    expect(await writeNew(path)).toMatchObject({ ok: false, failure: { reason: 'exists' } });
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(await replaceTextFile(path, 'new')).toMatchObject({ ok: true });
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(evidence, 'utf8')).toBe('evidence');
  },
);

test('a hard link at the name is replaced, never the content that it shares', async () => {
  const evidence = join(folder, 'evidence.pst');
  writeFileSync(evidence, 'evidence');
  const path = join(folder, 'receipt.json');
  linkSync(evidence, path);
  expect(await replaceTextFile(path, 'new')).toMatchObject({ ok: true });
  expect(readFileSync(evidence, 'utf8')).toBe('evidence');
});

test('the temporary file has a random name each time, so no link can wait there', async () => {
  const names = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    await writeFileAtomically(join(folder, 'a.json'), async (file) => {
      await new Promise<void>((resolve) => file.once('open', () => resolve()));
      for (const name of readdirSync(folder)) if (name.endsWith('.part')) names.add(name);
      return writeText(file, 'new');
    });
  }
  expect(names.size).toBe(3);
  for (const name of names) expect(name).toMatch(/^\.lading-[0-9a-f]{24}\.part$/);
});

test("what a killed process left beside a file is removed, and nothing that may be in use or somebody else's", async () => {
  const path = join(folder, 'receipt.json');
  await replaceTextFile(path, 'new');
  const old = new Date(statSync(path).mtimeMs - 61 * 60_000);
  const part = (digit: string) => `.lading-${digit.repeat(24)}.part`;
  const evidence = ['.lading-0.part', `${part('1')}.txt`, `x${part('2')}`, part('A'), 'film.part'];
  for (const name of [...evidence, part('a'), part('b'), part('c'), part('d')]) {
    writeFileSync(join(folder, name), 'half');
    utimesSync(join(folder, name), old, old);
  }
  utimesSync(join(folder, part('b')), old, new Date(old.getTime() + 2 * 60_000));
  linkSync(join(folder, part('c')), join(folder, 'evidence'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(join(folder, part('d')), 1, 1);
  mkdirSync(join(folder, part('e')));
  symlinkSync('evidence', join(folder, part('f')));
  await removeAbandoned(path);
  const others = [part('b'), part('c'), part('e'), part('f'), ...(isRoot ? [part('d')] : [])];
  expect(readdirSync(folder).toSorted()).toEqual(
    ['receipt.json', 'evidence', ...evidence, ...others].toSorted(),
  );
});

test.skipIf(onlyPosix)('a pipe or a device is refused before anything is written', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const device = join(folder, 'device');
  symlinkSync('/dev/null', device);
  for (const path of [pipe, device]) {
    const written = await writeFileAtomically(path, () => expect.fail('was written'));
    expect(written).toMatchObject({ ok: false, failure: { code: 'write-failed', reason: 'special-file' } });
  }
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(lstatSync(device).isSymbolicLink()).toBe(true);
});

test('a new file replaces none that is there, or that is made while it is written', async () => {
  const path = join(folder, 'a.json');
  writeFileSync(path, 'old');
  expect(await writeNew(path)).toMatchObject({ ok: false, failure: { path, reason: 'exists' } });
  rmSync(path);
  const raced = await writeFileAtomically(
    path,
    (file) => {
      writeFileSync(path, 'old');
      return writeText(file, 'new');
    },
    { replace: false },
  );
  expect(raced).toMatchObject({ ok: false, failure: { path, reason: 'exists' } });
  expect(readFileSync(path, 'utf8')).toBe('old');
  rmSync(path);
  expect(await writeNew(path)).toMatchObject({ ok: true });
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('a name may be as long as the file system allows', async () => {
  const path = join(folder, `${'x'.repeat(250)}.json`);
  expect(await replaceTextFile(path, 'new')).toMatchObject({ ok: true });
  expect(await replaceTextFile(join(folder, 'x'.repeat(256)), 'new')).toMatchObject({
    ok: false,
    failure: { code: 'write-failed', errno: 'ENAMETOOLONG' },
  });
  expect(readdirSync(folder)).toHaveLength(1);
});

test.skipIf(onlyPosix)('a folder that is a symbolic link is written to as the folder', async () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  expect(await replaceTextFile(join(folder, 'link', 'a.json'), 'new')).toMatchObject({ ok: true });
  expect(readdirSync(join(folder, 'real'))).toEqual(['a.json']);
});
