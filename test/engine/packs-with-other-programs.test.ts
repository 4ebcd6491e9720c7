import { type ExecFileException, execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centralDirectory, memberBytes, packLocalHeader } from '../../main/engine/packs/pack-layout.ts';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../../main/engine/sources/source-reader.ts';
import { isInstalled } from '../fixtures/installed.ts';
import { memberAt, writePack } from '../fixtures/pack.ts';

const streamReader = fileURLToPath(new URL('../fixtures/ReadZipStream.java', import.meta.url));

interface Program {
  readonly name: string;
  readonly program: string;
  /** Prints a line for every member. */
  readonly list: (pack: string) => readonly string[];
  /** Reads every member, or the named one, and compares it with its CRC. Null where `list` does. */
  readonly check: ((pack: string, ...members: readonly string[]) => readonly string[]) | null;
  readonly expand: (pack: string, out: string) => readonly string[];
  /** Gets the pack on standard input, so that it can't seek. */
  readonly isStreaming?: boolean;
  /** Gives the expanded files the present time. */
  readonly ignoresTimes?: boolean;
  /** Writes names in composed Unicode, whatever is in the archive. */
  readonly composesNames?: boolean;
}

const checkInPython =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); ' +
  '[z.read(name) for name in sys.argv[2:] or z.namelist()]';
const listInPython = "import sys, zipfile; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))";

const programs: readonly Program[] = [
  {
    name: 'unzip',
    program: 'unzip',
    list: (pack) => ['-Z1', pack],
    check: (pack, ...members) => ['-tqq', pack, ...members],
    expand: (pack, out) => ['-qq', pack, '-d', out],
  },
  {
    name: '7z',
    program: '7z',
    list: (pack) => ['l', '-ba', pack],
    check: (pack, ...members) => ['t', pack, ...members],
    expand: (pack, out) => ['x', '-bd', `-o${out}`, pack],
  },
  {
    name: 'zipfile of Python',
    program: 'python3',
    list: (pack) => ['-c', listInPython, pack],
    check: (pack, ...members) => ['-c', checkInPython, pack, ...members],
    expand: (pack, out) => ['-m', 'zipfile', '-e', pack, out],
    ignoresTimes: true,
  },
  {
    name: 'bsdtar',
    program: 'bsdtar',
    list: (pack) => ['-tf', pack],
    check: (pack, ...members) => ['-xOf', pack, ...members],
    expand: (pack, out) => ['-xf', pack, '-C', out],
    composesNames: true,
  },
  {
    name: 'bsdtar, from a stream',
    program: 'bsdtar',
    list: () => ['-tf', '-'],
    check: null,
    expand: (_, out) => ['-xf', '-', '-C', out],
    isStreaming: true,
    composesNames: true,
  },
  {
    name: 'ZipInputStream of Java, from a stream',
    program: 'java',
    list: () => [streamReader],
    check: null,
    expand: (_, out) => [streamReader, out],
    isStreaming: true,
  },
];

/** In another time zone than the tests: the times in a pack are UTC. */
const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'Asia/Kathmandu' };

function run(program: string, args: readonly string[], input: string | null = null): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const done = (error: ExecFileException | null, stdout: string, stderr: string): void =>
    error === null
      ? resolve(stdout)
      : reject(new Error(`${program}: ${error.message}\n${stdout}\n${stderr}`));
  const child = execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, done);
  child.stdin?.on('error', () => undefined);
  if (input === null) child.stdin?.end();
  else if (child.stdin !== null) createReadStream(input).pipe(child.stdin);
  return promise;
}

const pool = new ReaderPool();
const folder = mkdtempSync(join(tmpdir(), 'lading-programs-'));
const source = join(folder, 'source');
const pack = join(folder, 'pack.zip');
const largePack = join(folder, 'large.zip');
const farPack = join(folder, 'far.zip');
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

const allNames = [
  'plain.txt',
  'Ünïcode é.txt',
  'cafe\u0301 decomposed.txt',
  'Straße/Größe – “quoted”.docx',
  'Ελληνικά/Σίσυφος.pdf',
  'Русский/Договор №5.doc',
  'עברית/חוזה.pdf',
  'العربية/عقد.pdf',
  'हिन्दी/अनुबंध.txt',
  'ไทย/สัญญา.txt',
  '日本語/契約書.xlsx',
  '中文/合同（副本）.docx',
  '한국어/계약서.hwp',
  'emoji/🗂️ 👩‍⚖️.msg',
  ' leading and trailing /. name .txt',
  "-rf; $(x) 'q' & `b` #%20.txt",
  '@list',
  'Re: who? *all* <us> "them" | x.eml',
  `${'long folder name/'.repeat(40)}${'n'.repeat(200)}.txt`,
  '.hidden/.DS_Store',
  'empty',
  'empty too/Thumbs.db',
];
/** Windows has no files with the others. */
const names = allNames.filter((name) => process.platform !== 'win32' || !/[:*?"<>|]|[. ](\/|$)/.test(name));
const times = [
  '1970-01-02T00:00:00Z',
  '1985-06-15T12:00:01Z',
  '2024-07-03T09:46:41Z',
  '2037-12-31T23:59:59Z',
];

function* filesBelow(path: string, prefix = ''): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name), `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}

/** Path, SHA-1, and time in seconds of every file. */
function filesOf(
  path: string,
  { ignoresTimes = false, composesNames = false }: Partial<Program>,
): readonly (readonly [string, string, number])[] {
  const found = [...filesBelow(path)].map((name): readonly [string, string, number] => {
    const file = join(path, name);
    const seconds = ignoresTimes ? 0 : Math.floor(statSync(file).mtimeMs / 1000);
    return [composesNames ? name.normalize('NFC') : name, hash('sha1', readFileSync(file)), seconds];
  });
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

beforeAll(async () => {
  for (const [index, name] of names.entries()) {
    const file = join(source, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, name.startsWith('empty') ? '' : randomBytes(index * 5_000));
    const seconds = Date.parse(times[index % times.length] ?? '') / 1000;
    utimesSync(file, seconds, seconds + 0.5);
  }
  const members = names.map((name) => memberAt(source, name));
  const one = memberAt(source, 'plain.txt');
  const many = Array.from({ length: 70_000 }, (_, number) => ({
    ...one,
    path: `folder ${number % 100}/${number}`,
  }));
  const reader = new SourceReader(pool);
  await writePack(pack, source, members, reader);
  await writePack(largePack, source, many, {
    // Each with the content of the one file.
    readMembers: ({ members: { paths, ...columns }, ...request }, signal) =>
      reader.readMembers({ ...request, members: { ...columns, paths: paths.map(() => one.path) } }, signal),
  });
  writeFarPack();
});

/** More than 4 GiB of zeros that take no room on the disk. */
function writeFarPack(): void {
  const content = new Uint8Array(8_000_000);
  const fd = openSync(farPack, 'w');
  let offset = 0;
  const members = Array.from({ length: 560 }, (_, number) => ({
    path: `${number}.bin`,
    sizeBytes: content.length,
    mtimeNs: 1_720_000_000_000_000_000n,
    crc32: crc32(content),
  }));
  for (const member of members) {
    writeSync(fd, packLocalHeader(member, member.crc32), 0, null, offset);
    offset += memberBytes(member);
  }
  for (const chunk of centralDirectory(members)) offset += writeSync(fd, chunk, 0, null, offset);
  closeSync(fd);
}

describe.each(programs)('$name', (entry) => {
  const { program, list, check, expand, isStreaming = false } = entry;
  const missing = `${program} is not installed`;

  test('expands a pack to the same paths, bytes and times', async ({ skip }) => {
    skip(!isInstalled(program), missing);
    const out = mkdtempSync(join(folder, 'out-'));
    if (check !== null) await run(program, check(pack));
    await run(program, expand(pack, out), isStreaming ? pack : null);
    expect(filesOf(out, entry)).toEqual(filesOf(source, entry));
  });

  test('reads a pack of 70,000 members', async ({ skip }) => {
    skip(!isInstalled(program), missing);
    if (check !== null) await run(program, check(largePack));
    const listed = await run(program, list(largePack), isStreaming ? largePack : null);
    expect(listed.trimEnd().split('\n')).toHaveLength(70_000);
  });

  test.skipIf(check === null || process.platform === 'win32')(
    'reads members beyond 4 GiB',
    async ({ skip }) => {
      skip(!isInstalled(program), missing);
      for (const name of ['536.bin', '537.bin', '559.bin'])
        if (check !== null) await run(program, check(farPack, name));
    },
  );
});
