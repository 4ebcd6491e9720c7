import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Entry, fromBufferPromise } from 'yauzl';
import { cutParts } from '../../../test/fixtures/pack.ts';
import fc from '../../../test/fixtures/property.ts';
import {
  centralDirectory,
  directoryBytes,
  localHeaderBytes,
  memberBytes,
  packLocalHeader,
} from './pack-layout.ts';
import { type HashedMember, isMemberPath, type PackMember } from './pack-member.ts';

interface Sample extends HashedMember {
  readonly content: Buffer;
}

function sample(path: string, content: Uint8Array, mtimeNs: bigint): Sample {
  const bytes = Buffer.from(content);
  return { path, content: bytes, sizeBytes: bytes.length, mtimeNs, crc32: crc32(bytes) };
}

const bytesOf = (members: readonly Sample[]): Buffer =>
  Buffer.concat(members.flatMap((member) => [packLocalHeader(member, member.crc32), member.content]));
const packOf = (members: readonly Sample[]): Buffer =>
  Buffer.concat([bytesOf(members), ...centralDirectory(members)]);

async function entriesOf(pack: Buffer): Promise<readonly { entry: Entry; content: Buffer }[]> {
  const zip = await fromBufferPromise(pack, { strictFileNames: true });
  const found: { entry: Entry; content: Buffer }[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    found.push({ entry, content: Buffer.concat(await stream.toArray()) });
  }
  return found;
}

const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const paths = fc
  .array(names, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
  .filter(isMemberPath);
/** From the year 1601 to 2381. */
const times = fc.bigInt({ min: -11_644_473_600_000_000_000n, max: 13_000_000_000_000_000_000n });
const samples = fc
  .uniqueArray(fc.tuple(paths, fc.uint8Array({ maxLength: 300 }), times), {
    selector: ([path]) => path,
    maxLength: 40,
  })
  .map((drawn) => drawn.map((fields) => sample(...fields)));
const partSizes = fc.integer({ min: 1, max: 2000 });

describe('of any members', () => {
  test('every one is found with its path, content, CRC and time', async () => {
    await fc.assert(
      fc.asyncProperty(samples, async (members) => {
        const found = await entriesOf(packOf(members));
        expect(
          found.map(({ entry, content }) => [entry.fileName, content.toString('hex'), entry.crc32]),
        ).toEqual(members.map(({ path, content, crc32: crc }) => [path, content.toString('hex'), crc]));
        for (const [index, { entry }] of found.entries()) {
          const mtimeMs = Number((members[index]?.mtimeNs ?? 0n) / 1_000_000n);
          const inRange = Math.min(Math.max(mtimeMs, Date.UTC(1980)), Date.UTC(2108) - 1);
          expect(
            Math.abs(entry.getLastModDate({ forceDosFormat: true, timezone: 'UTC' }).getTime() - inRange),
          ).toBeLessThan(2000);
        }
      }),
    );
  });

  test('the sizes are known before anything is read', () => {
    fc.assert(
      fc.property(samples, (members) => {
        const headers = members.map((member) => packLocalHeader(member, member.crc32));
        expect(members.map(localHeaderBytes)).toEqual(headers.map(({ length }) => length));
        expect(members.map(memberBytes)).toEqual(
          members.map(({ content }, index) => (headers[index]?.length ?? 0) + content.length),
        );
        expect(directoryBytes(members)).toBe(Buffer.concat([...centralDirectory(members)]).length);
      }),
    );
  });

  test('any part alone equals the same range of the whole', () => {
    fc.assert(
      fc.property(samples, partSizes, (members, partBytes) => {
        const whole = packOf(members);
        let offset = 0;
        for (const part of cutParts(members, partBytes)) {
          const bytes = bytesOf(part);
          expect(bytes.equals(whole.subarray(offset, offset + bytes.length))).toBe(true);
          offset += bytes.length;
        }
        expect(whole.length - offset).toBe(directoryBytes(members));
      }),
    );
  });

  test('dropping one changes only its part and the central directory', async () => {
    await fc.assert(
      fc.asyncProperty(samples, partSizes, fc.nat(), async (members, partBytes, choice) => {
        fc.pre(members.length > 0);
        const dropped = members[choice % members.length];
        const before = cutParts(members, partBytes);
        const after = before.map((part) => part.filter((member) => member !== dropped));
        for (const [index, part] of before.entries())
          expect(bytesOf(after[index] ?? []).equals(bytesOf(part))).toBe(
            !part.some((member) => member === dropped),
          );
        const rest = after.flat();
        const found = await entriesOf(Buffer.concat([...after.map(bytesOf), ...centralDirectory(rest)]));
        expect(found.map(({ entry }) => entry.fileName)).toEqual(rest.map(({ path }) => path));
      }),
    );
  });
});

test('the bytes do not depend on the time zone of this machine', () => {
  const members = [sample('a/é.txt', Buffer.from('content'), 1_720_000_000_123_456_789n)];
  const zone = process.env['TZ'];
  try {
    const packs = ['UTC', 'Asia/Kathmandu', 'America/St_Johns'].map((name) => {
      process.env['TZ'] = name;
      return packOf(members).toString('hex');
    });
    expect(new Set(packs).size).toBe(1);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

/** DOS date and time, and the extended timestamp, of a local header. */
function timesOf(mtimeNs: bigint): readonly [number, number, number | null] {
  const header = packLocalHeader({ path: 'a', sizeBytes: 0, mtimeNs }, 0);
  return [
    header.readUInt16LE(12),
    header.readUInt16LE(10),
    header.length === 40 ? header.readInt32LE(36) : null,
  ];
}
const dos = (year: number, month: number, day: number) => ((year - 1980) << 9) | (month << 5) | day;
const lastTime = (23 << 11) | (59 << 5) | 29;

test.each([
  ['2024-07-03T09:46:41Z', [dos(2024, 7, 3), (9 << 11) | (46 << 5) | 20, 1_720_000_001]],
  ['1970-01-01T00:00:00Z', [dos(1980, 1, 1), 0, 0]],
  ['1969-12-31T23:59:58Z', [dos(1980, 1, 1), 0, -2]],
  ['1901-12-13T20:45:52Z', [dos(1980, 1, 1), 0, -(2 ** 31)]],
  ['1901-12-13T20:45:51Z', [dos(1980, 1, 1), 0, null]],
  ['2038-01-19T03:14:07Z', [dos(2038, 1, 19), (3 << 11) | (14 << 5) | 3, 2 ** 31 - 1]],
  ['2038-01-19T03:14:08Z', [dos(2038, 1, 19), (3 << 11) | (14 << 5) | 4, null]],
  ['2107-12-31T23:59:59Z', [dos(2107, 12, 31), lastTime, null]],
  ['2381-01-01T00:00:00Z', [dos(2107, 12, 31), lastTime, null]],
] as const)('the times of %s', (iso, expected) => {
  expect(timesOf(BigInt(Date.parse(iso)) * 1_000_000n)).toEqual(expected);
});

test('a fraction of a second before 1970 belongs to the second before', () => {
  expect(timesOf(-1n)[2]).toBe(-1);
});

function* manyMembers(count: number, sizeBytes: number): Generator<HashedMember> {
  for (let number = 1; number <= count; number += 1)
    yield { path: `folder/${number}.bin`, sizeBytes, mtimeNs: 1_720_000_000_000_000_000n, crc32: number };
}

const listOf = (members: Iterable<PackMember>): readonly PackMember[] => [...members];

describe('ZIP64', () => {
  test.each([
    ['65,534 members', 65_534, 0, 22],
    ['65,535 members', 65_535, 0, 22 + 76],
    [
      'members that reach beyond 4 GiB',
      600,
      8_000_000,
      22 + 76 + (600 - Math.ceil((2 ** 32 - 1) / 8_000_052)) * 12,
    ],
  ])('%s', (_, count, sizeBytes, more) => {
    const members = listOf(manyMembers(count, sizeBytes));
    const plain = members.reduce((sum, { path }) => sum + 46 + path.length + 9, 0);
    expect(directoryBytes(members) - plain).toBe(more);
    const written = [...centralDirectory(manyMembers(count, sizeBytes))].reduce(
      (sum, { length }) => sum + length,
      0,
    );
    expect(written).toBe(directoryBytes(members));
  });

  test('the central directory of 100,000 members comes in small chunks', () => {
    let [chunks, bytes] = [0, 0];
    for (const chunk of centralDirectory(manyMembers(100_000, 16_384))) {
      expect(chunk.length).toBeLessThan(300_000);
      chunks += 1;
      bytes += chunk.length;
    }
    expect(chunks).toBeGreaterThan(20);
    expect(bytes).toBe(directoryBytes(manyMembers(100_000, 16_384)));
  });
});
