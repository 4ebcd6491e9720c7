import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs, {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { columnsOf, cutParts, type MemberFile, memberAt } from '../../../test/fixtures/pack.ts';
import { readMembers } from '../sources/read-members.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import {
  type BegunMember,
  type MembersRequest,
  noAnswerCode,
  ReadError,
} from '../sources/reader-protocol.ts';
import { SourceReader } from '../sources/source-reader.ts';
import { HashPool } from '../transfer/hashing/hash-pool.ts';
import { createBlockPool } from '../transfer/hashing/part-body.ts';
import { memberHashes } from '../types/part-members.ts';
import { centralDirectory, packLocalHeader } from './pack-layout.ts';
import { blockBytes, type HashedPart, layOutPart } from './part-layout.ts';
import { PartReader, type PartReaderOptions } from './part-reader.ts';

const isWindows = process.platform === 'win32';
const pool = new ReaderPool();
const hashes = new HashPool(1);
const threads = new SourceReader(pool);
afterAll(async () => {
  await pool.close();
  await hashes.close();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-part-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Sample extends MemberFile {
  readonly content: Buffer;
}

function sample(path: string, content: Buffer = randomBytes(100)): Sample {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return { ...memberAt(folder, path), content };
}

/** Several blocks: tiny ones, empty ones, one larger than a block. */
function manySamples(): readonly Sample[] {
  return [
    sample('large.bin', randomBytes(3_000_001)),
    ...Array.from({ length: 300 }, (_, number) => sample(`tiny/${number}.txt`, randomBytes(number % 7))),
    ...Array.from({ length: 100 }, (_, number) => sample(`mail/${number}.eml`, randomBytes(16_384))),
  ];
}

const readerOf = (
  members: readonly Sample[],
  more: Partial<PartReaderOptions> = {},
  before: readonly HashedPart[] | null = null,
): PartReader =>
  new PartReader({
    root: folder,
    layout: layOutPart(columnsOf(members), before),
    followLinks: new Uint8Array(members.length),
    hasScannedNumbers: () => Promise.resolve(true),
    wantsMd5: true,
    hasher: null,
    sources: threads,
    blocks: createBlockPool(),
    ...more,
  });

async function bytesOf(reader: PartReader, readBytes = 100_000): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let position = 0; position < reader.lengthBytes; ) {
    const bytes = Math.min(readBytes, reader.lengthBytes - position);
    const chunk = await reader.read(new ArrayBuffer(readBytes), bytes, position);
    expect(chunk.length).toBe(bytes);
    chunks.push(chunk);
    position += chunk.length;
  }
  return Buffer.concat(chunks);
}

const layoutOf = (members: readonly Sample[]): Buffer =>
  Buffer.concat(
    members.flatMap((member) => [packLocalHeader(member, crc32(member.content)), member.content]),
  );
const directoryOf = (members: readonly Sample[]): Buffer =>
  Buffer.concat([
    ...centralDirectory(members.map((member) => ({ ...member, crc32: crc32(member.content) }))),
  ]);
const hex = (algorithm: string, bytes: Buffer): string => createHash(algorithm).update(bytes).digest('hex');

test('the parts of a pack follow from its files, and every file is hashed on the way', async () => {
  const members = manySamples();
  const whole = await hashes.begin({ root: null, algorithms: ['sha1'] });
  const parts: Buffer[] = [];
  const before: HashedPart[] = [];
  const hashed: string[] = [];
  const runs = cutParts(members, 1_000_000);
  expect(runs).toHaveLength(3);
  for (const [index, run] of runs.entries()) {
    const isLast = index === runs.length - 1;
    const reader = readerOf(run, { hasher: whole }, isLast ? before : null);
    parts.push(await bytesOf(reader));
    expect(reader.problem).toBeNull();
    before.push({ members: columnsOf(run), crc32s: reader.hashes.crc32s });
    hashed.push(...reader.hashes.hashes);
  }
  const pack = Buffer.concat([layoutOf(members), directoryOf(members)]);
  expect(Buffer.concat(parts).equals(pack)).toBe(true);
  expect(await whole.digest('sha1')).toBe(hex('sha1', pack));
  expect(before.flatMap(({ crc32s }) => [...crc32s])).toEqual(members.map(({ content }) => crc32(content)));
  expect(hashed.map(memberHashes)).toEqual(
    members.map(({ content }) => ({
      sha1: hex('sha1', content),
      md5: hex('md5', content),
      sha256: hex('sha256', content),
    })),
  );
});

test('blocks are used again, by the next part too, and never by two at a time', async () => {
  const members = Array.from({ length: 300 }, (_, number) => sample(`${number}.eml`, randomBytes(16_384)));
  const made = new Set<ArrayBuffer>();
  const idle = new Set<ArrayBuffer>();
  const blocks = {
    borrow() {
      const [known] = idle;
      const block = known ?? new ArrayBuffer(blockBytes);
      if (known === undefined) made.add(block);
      idle.delete(block);
      return block;
    },
    giveBack(block: ArrayBuffer) {
      expect(idle.has(block)).toBe(false);
      expect(block.byteLength).toBe(blockBytes);
      idle.add(block);
    },
  };
  for (let part = 1; part <= 3; part += 1) {
    const reader = readerOf(members, { blocks });
    expect((await bytesOf(reader)).equals(layoutOf(members))).toBe(true);
    reader.close();
    reader.close();
  }
  expect(made.size).toBeLessThanOrEqual(3);
  expect(idle.size).toBe(made.size);
});

test('a part that is sent again is hashed again from its start', async () => {
  const [first, second] = [sample('a.txt'), sample('b.txt')];
  const start = await hashes.begin({ root: null, algorithms: ['sha1'] });
  await bytesOf(readerOf([first], { hasher: start }));
  const broken = await start.copy();
  await bytesOf(readerOf([second], { hasher: broken }));
  broken.drop();
  const again = await start.copy();
  await bytesOf(readerOf([second], { hasher: again }));
  expect(await again.digest('sha1')).toBe(hex('sha1', layoutOf([first, second])));
  start.drop();
  again.drop();
});

test('a slow share is read in several calls, also within a file', async () => {
  const members = [...manySamples(), sample('last.bin', randomBytes(2_500_000))];
  let calls = 0;
  const slow = {
    readMembers: async (request: MembersRequest) => {
      calls += 1;
      return readMembers(request, 0);
    },
  };
  const reader = readerOf(members, { sources: slow });
  expect((await bytesOf(reader)).equals(layoutOf(members))).toBe(true);
  expect(calls).toBeGreaterThan(members.length);
});

const readOne = (member: MemberFile, begun: BegunMember | null) =>
  readMembers(
    {
      block: new ArrayBuffer(3_000_000),
      root: folder,
      members: columnsOf([member]),
      followLinks: new Uint8Array(1),
      positions: new Uint32Array(1),
      crcPositions: new Uint32Array(1),
      hasScannedNumbers: true,
      wantsMd5: true,
      begun,
    },
    0,
  );

test('a file that has more bytes than its share reports is refused', () => {
  const { content, ...member } = sample('grown.bin');
  const sizeBytes = content.length - 1;
  const { fstatSync } = fs;
  onTestFinished(() => {
    fs.fstatSync = fstatSync;
    syncBuiltinESMExports();
  });
  fs.fstatSync = ((fd: number) =>
    Object.assign(fstatSync(fd, { bigint: true }), { size: BigInt(sizeBytes) })) as typeof fstatSync;
  syncBuiltinESMExports();
  expect(readOne({ ...member, sizeBytes }, null).refused).toEqual([
    [0, { kind: 'changed', change: { kind: 'exceeds-size', sizeBytes } }],
  ]);
});

test('a file that is written to between two calls is refused, although its size and time are as before', async () => {
  const { content } = sample('slow.bin', randomBytes(3_000_000));
  // A time that a file can be given again.
  utimesSync(join(folder, 'slow.bin'), 1000, 1000);
  const member = memberAt(folder, 'slow.bin');
  const read = (begun: BegunMember | null) => readOne(member, begun);
  const { begun, crc32s } = read(null);
  expect(crc32s).toHaveLength(0);
  expect(begun?.bytes).toBeLessThan(content.length);
  await expect
    .poll(() => {
      writeFileSync(join(folder, 'slow.bin'), randomBytes(3_000_000));
      utimesSync(join(folder, 'slow.bin'), 1000, 1000);
      return read(begun).refused;
    })
    .toEqual([[0, { kind: 'changed', change: { kind: 'touched' } }]]);
});

const changes: readonly (readonly [string, (path: string) => void, object])[] = [
  [
    'that grew',
    (path) => writeFileSync(path, randomBytes(101)),
    { code: 'file-changed', change: { kind: 'grew', fromBytes: 100, toBytes: 101 } },
  ],
  [
    'that shrank',
    (path) => truncateSync(path, 99),
    { code: 'file-changed', change: { kind: 'shrank', fromBytes: 100, toBytes: 99 } },
  ],
  [
    'that was touched',
    (path) => utimesSync(path, 1, 1),
    { code: 'file-changed', change: { kind: 'modified' } },
  ],
  [
    'that was replaced by one of the same size and time',
    (path) => {
      const { atime, mtime } = statSync(path);
      writeFileSync(`${path}.new`, randomBytes(100));
      utimesSync(`${path}.new`, atime, mtime);
      renameSync(`${path}.new`, path);
    },
    { code: 'file-changed' },
  ],
  ['that vanished', (path) => rmSync(path), { code: 'path-missing' }],
  [
    'that is a folder now',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    { code: 'path-not-a-file', found: 'folder' },
  ],
  [
    'that is a symbolic link now',
    (path) => {
      renameSync(path, `${path}.target`);
      symlinkSync(`${path}.target`, path);
    },
    { code: 'path-not-a-file', found: 'symbolic-link' },
  ],
  [
    'that is a pipe now',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
    { code: 'path-not-a-file', found: 'special-file' },
  ],
];

test.skipIf(isWindows).each(changes)(
  'a file %s ends the part and is named; the others are read',
  async (_, change, failure) => {
    const members = [sample('a.txt'), sample('b.txt'), sample('c.txt')];
    change(join(folder, 'b.txt'));
    const reader = readerOf(members);
    await expect(bytesOf(reader)).rejects.toBeInstanceOf(ReadError);
    expect(members[reader.problem?.index ?? -1]?.path).toBe('b.txt');
    expect(reader.problem?.failure).toMatchObject(failure);
    const rest = members.filter(({ path }) => path !== 'b.txt');
    expect((await bytesOf(readerOf(rest))).equals(layoutOf(rest))).toBe(true);
  },
);

test('all files with a problem are found at once, so that the part is sent again only once', async () => {
  const members = manySamples();
  const gone = members.filter((_, index) => index % 50 === 7);
  for (const { path } of gone) rmSync(join(folder, path));
  const reader = readerOf(members);
  await expect(bytesOf(reader)).rejects.toBeInstanceOf(ReadError);
  const problems = await reader.findProblems();
  expect(problems.map(({ index }) => members[index])).toEqual(gone);
  expect(new Set(problems.map(({ failure }) => failure.code))).toEqual(new Set(['path-missing']));
});

test('a root that does not answer is the problem of the first file that was not read', async () => {
  const members = manySamples();
  const hung = { readMembers: () => Promise.reject(new ReadError(noAnswerCode, '')) };
  const reader = readerOf(members, { sources: hung });
  await expect(bytesOf(reader)).rejects.toBeInstanceOf(ReadError);
  expect(reader.problem).toEqual({
    index: 0,
    failure: { code: 'path-unreadable', errno: noAnswerCode },
  });
});

test('a part that is closed reads no further', async () => {
  const reader = readerOf(manySamples());
  const reading = bytesOf(reader);
  reader.close();
  await expect(reading).rejects.toBeInstanceOf(ReadError);
  expect(reader.problem?.failure).toEqual({ code: 'stopped' });
});
