/** Archives that try to fill the disk, the memory or the day, or to write elsewhere. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { type ArchiveMember, archiveMembers } from '../../main/sandbox/archive-members.ts';
import {
  ExpansionBudget,
  type ExpansionLimits,
  expansionLimits,
} from '../../main/sandbox/expansion-budget.ts';
import { containerProblems } from '../../main/sandbox/words.ts';
import { tarBytes } from '../fixtures/container-bytes.ts';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import { lockedFiles } from '../fixtures/locked-files.ts';
import { mountSmallDisk } from '../fixtures/small-disk.ts';
import { newRandom } from './random.ts';
import { deflated, type RawEntry, rawZip, stored } from './raw-zip.ts';
import {
  createClient,
  openPages,
  pollUntil,
  startTestSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

interface Outcome {
  readonly members: readonly ArchiveMember[];
  readonly problem: string | null;
  readonly bytes: number;
}

function newOpener(limits: Partial<ExpansionLimits> = {}) {
  const folder = temporaryFolder();
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const file = join(folder, 'archive.zip');
  let names = 0;
  return {
    folder,
    temporary,
    async open(archive: Buffer, filename = 'archive.zip'): Promise<Outcome> {
      writeFileSync(file, archive);
      const budget = new ExpansionBudget(archive.length, { ...expansionLimits, ...limits });
      const members: ArchiveMember[] = [];
      let problem: string | null = null;
      const nextName = (): string => {
        names += 1;
        return join(temporary, String(names));
      };
      try {
        for await (const member of archiveMembers(
          { file, filename },
          { budget, temporary: nextName, passwords: [...passwords], locked: null },
        ))
          members.push(member);
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      return { members, problem, bytes: budget.bytes };
    },
  };
}

const lockedZips = lockedFiles.filter(({ type }) => type === 'zip');
const passwords = new Set(lockedZips.flatMap((locked) => locked.passwords));

const zeros = (sizeBytes: number): Buffer => Buffer.alloc(sizeBytes);

function copies(count: number, entry: RawEntry): readonly RawEntry[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? entry : { ...entry, name: `${index}-${entry.name}`, sameAs: 0 },
  );
}

test.each([
  [
    'nested archives of zeros',
    (): Buffer => {
      const inner = rawZip([deflated('zeros', zeros(10_000_000))]);
      return rawZip([...copies(20, deflated('inner.zip', inner))]);
    },
  ],
  ['entries that share their bytes', () => rawZip([...copies(100, deflated('zeros', zeros(1_000_000)))])],
  [
    'archives in archives in archives',
    () => {
      let archive = rawZip([deflated('zeros', zeros(1_000_000))]);
      for (let depth = 0; depth < 4; depth += 1)
        archive = rawZip([...copies(10, deflated('a.zip', archive))]);
      return archive;
    },
  ],
])('%s have one budget of bytes together', async (_, build) => {
  const limits = { bytes: 20_000_000, bytesPerByte: 0 };
  const { members, problem, bytes } = await newOpener(limits).open(build());
  expect(problem).toBe(containerProblems.expandsTooMuch);
  // A stream's chunk may go beyond it.
  expect(bytes).toBeLessThan(limits.bytes + 1_000_000);
  expect(members.length).toBeLessThan(101);
});

test('files are counted over all archives in an archive', async () => {
  const inner = rawZip(Array.from({ length: 400 }, (_, index) => stored(`${index}`, zeros(0))));
  const outer = rawZip([...copies(5, deflated('a.zip', inner))]);
  const { members, problem } = await newOpener({ entries: 1000 }).open(outer);
  expect(problem).toBe(containerProblems.tooManyEntries(1000));
  expect(members.length).toBeLessThan(1000);
});

test('time is counted over all archives in an archive', async () => {
  const inner = rawZip(Array.from({ length: 5000 }, (_, index) => stored(`${index}`, zeros(0))));
  const outer = rawZip([...copies(50, deflated('a.zip', inner))]);
  const { problem } = await newOpener({ ms: 100, msPerMegabyte: 0 }).open(outer);
  expect(problem).toBe(containerProblems.takesTooLong);
});

test('an archive that fills the disk says so, whether before it is opened or while', async ({ skip }) => {
  const opener = newOpener();
  skip(!mountSmallDisk(opener.temporary, '64k'), 'only root on Linux can make a small disk');
  const inner = rawZip([stored('zeros', zeros(100_000))]);
  const { members } = await opener.open(rawZip([stored('large.zip', inner)]));
  expect(members.map(({ problem }) => problem)).toEqual([containerProblems.noRoom]);
  // A compressed tar states no size before it is read.
  const filled = await opener.open(gzipSync(zeros(100_000)), 'archive.tar.gz');
  expect(filled.problem).toBe(containerProblems.noRoom);
});

test('an archive in itself ends at the depth limit', async () => {
  // Every copy of the archive inside is the archive inside it, as in a quine.
  let archive = rawZip([stored('end', zeros(1))]);
  for (let depth = 0; depth < 30; depth += 1) archive = rawZip([stored('r.zip', archive)]);
  const { members, problem } = await newOpener().open(archive);
  expect(problem).toBeNull();
  expect(members.map(({ path }) => path)).toEqual(['r.zip/r.zip/r.zip/r.zip/r.zip']);
});

test.each([
  ['a smaller size than there is', { ...deflated('a', zeros(100_000)), size: 10 }],
  ['a larger size than there is', { ...deflated('a', zeros(100_000)), size: 4_000_000_000 }],
  ['an archive of a larger size', { ...deflated('a.zip', zeros(100_000)), size: 4_000_000_000 }],
])('an entry that claims %s is a problem of that entry, and the rest is read', async (_, entry) => {
  const { members, problem, bytes } = await newOpener().open(
    rawZip([entry, stored('good', Buffer.from('x'))]),
  );
  expect(problem).toBeNull();
  expect(members).toMatchObject([
    { problem: expect.any(String), sha1: null },
    { path: 'good', sizeBytes: 1, problem: null },
  ]);
  expect(members[0]?.sizeBytes).toBeLessThanOrEqual(100_000);
  expect(bytes).toBeLessThan(200_000);
});

test('sizes of encrypted files, which cannot be checked, neither break the totals nor count as read', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const claims = { data: Buffer.alloc(12), method: 8 as const, size: 0xffff_fffe, flags: 0x801 };
  const zip = rawZip(Array.from({ length: 3000 }, (_, index) => ({ ...claims, name: `${index}` })));
  const id = await client.upload('locked.zip', [zip]);
  expect((await waitUntilProcessed(sandbox, id)).problem).toBeNull();
  const size = await client.call('GET', `/databases/${sandbox.databaseId}/size`);
  expect(size.body.at('data', 'processedDocs')).toMatchObject({ docCount: 3000 });
  const [first] = await sandbox.inspect('documents', { limit: 1 });
  expect(first?.sizeBytes).toBeLessThan(claims.size / 2);
  expect((await (await openPages(sandbox)).get('')).status).toBe(200);
});

test('a bomb is a problem of its document, its names are shortened, and the next file is processed', async () => {
  const dataDir = temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  // 1.3 GB in a few kilobytes, at the limits that the sandbox has.
  const inner = rawZip([...copies(13, deflated('zeros', zeros(100_000_000)))]);
  const longName = { ...stored('x', Buffer.from('x')), name: Buffer.alloc(65_535, 'n') };
  const bomb = rawZip([longName, deflated('inner.zip', inner), stored('after', zeros(1))]);
  const bombed = await waitUntilProcessed(sandbox, await client.upload('bomb.zip', [bomb]));
  const problem = containerProblems.unreadable(containerProblems.expandsTooMuch);
  expect(bombed).toMatchObject({ state: 'PROCESSED', problem });
  const next = await client.upload('next.txt', [Buffer.from('next')]);
  expect((await waitUntilProcessed(sandbox, next)).problem).toBeNull();
  const documents = await sandbox.inspect('documents');
  expect(documents.at(-2)).toMatchObject({ path: 'bomb.zip', problem });
  expect(documents.at(-1)).toMatchObject({ path: 'next.txt', problem: null });
  for (const { path } of documents) expect(path.length).toBeLessThan(5000);
  expect(readdirSync(join(dataDir, 'temporary'))).toEqual([]);
});

async function honestArchives(): Promise<readonly Buffer[]> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.alloc(5000, 'text'), 'räume/a.txt');
  zip.addBuffer(Buffer.alloc(300, 'x'), 'b.bin', { compress: false });
  zip.addBuffer(Buffer.alloc(50, 'y'), 'c.bin', { forceZip64Format: true });
  zip.addEmptyDirectory('folder/');
  zip.end({ forceZip64Format: true, comment: 'a comment' });
  const whole = await buffer(zip.outputStream);
  const plain = rawZip([stored('a', Buffer.from('a')), deflated('b', Buffer.alloc(9000, 'b'))]);
  const nested = rawZip([stored('in.zip', plain), deflated('deep.zip', rawZip([stored('x.zip', plain)]))]);
  const locked = rawZip([{ ...stored('locked', zeros(20)), flags: 0x801 }, stored('../../out', zeros(3))]);
  const encrypted = lockedZips.map(({ bytes }) => bytes);
  return [
    whole,
    plain,
    nested,
    locked,
    ...encrypted,
    Buffer.concat([tarBytes(Buffer.from(plain)).subarray(0, -1024), tarBytes()]),
  ];
}

const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

function mutate(archive: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(archive);
  for (let change = random(4); change >= 0; change -= 1) {
    const at = random(bytes.length);
    switch (random(6)) {
      case 0:
        bytes[at] = random(256);
        break;
      case 1:
        bytes.writeUIntLE(extremes[random(extremes.length)] ?? 0, Math.min(at, bytes.length - 6), 6);
        break;
      case 2:
        bytes = bytes.subarray(0, Math.max(30, at));
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(bytes.length))]);
        break;
      case 4: {
        // A field of a header: the end record, the directory or a local header.
        const signature =
          ['PK\u0005\u0006', 'PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0006\u0006'][random(4)] ?? '';
        const header = bytes.indexOf(signature);
        const field = header + 4 + random(40);
        if (header >= 0 && field + 4 <= bytes.length) {
          bytes.writeUInt32LE(extremes[random(extremes.length)] ?? 0, field);
        }
        break;
      }
      default:
        bytes.fill(random(256), at, Math.min(bytes.length, at + random(64)));
    }
    if (bytes.length < 40) return bytes;
  }
  return bytes;
}

test(
  'damaged archives: no crash, no hang, nothing left or written elsewhere, budget kept',
  async () => {
    const random = newRandom(20_261_121);
    const archives = await honestArchives();
    const limits = { bytes: 2_000_000, bytesPerByte: 0, entries: 1000, ms: 5000, msPerMegabyte: 0 };
    const { folder, open } = newOpener(limits);
    const outcomes = { read: 0, refused: 0, partly: 0 };
    for (let round = 0; round < hostileRuns(3000); round += 1) {
      const archive = archives[round % archives.length] ?? zeros(0);
      const name = archive.indexOf('ustar') > 0 ? 'archive.tar' : 'archive.zip';
      const { members, problem, bytes } = await open(mutate(archive, random), name);
      expect(bytes).toBeLessThan(limits.bytes + 100_000);
      expect(members.length).toBeLessThanOrEqual(limits.entries);
      if (problem !== null) outcomes.refused += 1;
      else if (members.some((member) => member.problem !== null)) outcomes.partly += 1;
      else outcomes.read += 1;
    }
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['archive.zip', 'temporary']);
    // The changes reach every layer: the directory, single entries, and neither.
    for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(100);
  },
  hostileTimeoutMs(120_000),
);

test('100 damaged archives uploaded to the sandbox leave it running, each with an outcome', async () => {
  const random = newRandom(7);
  const dataDir = temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  const archives = await honestArchives();
  const datasetId = await client.dataset();
  for (let round = 0; round < 100; round += 1) {
    const id = await client.sourceFile(datasetId, { filename: `${round}.zip` });
    const archive = mutate(archives[round % archives.length] ?? zeros(0), random);
    await client.complete(id, [await client.part(id, 1, archive)]);
  }
  const files = await pollUntil(
    () => sandbox.inspect('source-files'),
    (rows) => rows.every(({ state }) => state === 'PROCESSED'),
  );
  expect(files).toHaveLength(100);
  expect(readdirSync(join(dataDir, 'temporary'))).toEqual([]);
  expect((await (await openPages(sandbox)).get(`datasets/${datasetId}`)).status).toBe(200);
});
