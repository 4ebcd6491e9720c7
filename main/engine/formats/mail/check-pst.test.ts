import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryFile } from '../../../../test/fixtures/memory-file.ts';
import fc from '../../../../test/fixtures/property.ts';
import { type PstOptions, pstFile } from '../../../../test/fixtures/pst-file.ts';
import type { RandomAccess } from '../random-access.ts';
import { checkPst } from './check-pst.ts';
import { pstCrc } from './pst-password.ts';

const checksum = 0xa9290513;
const formats = ['ansi', 'unicode', 'unicode-4k'] as const;
const encodings = ['none', 'permute', 'cyclic'] as const;
const kinds = formats.flatMap((format) =>
  encodings.flatMap((encoding) =>
    (['one-block', 'two-blocks', 'two-levels'] as const).map((store) => ({ format, encoding, store })),
  ),
);
const check = (options: PstOptions) => checkPst(memoryFile(pstFile(options)));
const nameOf = ({ format, encoding, store }: PstOptions) => `${format}, encoding ${encoding}, store ${store}`;

test.each(kinds.map((kind) => [nameOf(kind), kind] as const))(
  'a file with a password is locked, one without is not: %s',
  (_name, kind) => {
    for (const otherNodes of [0, 400]) {
      const locked = { isEncrypted: false, locked: 'file', damage: null };
      expect(check({ ...kind, otherNodes, checksum })).toMatchObject(locked);
      expect(check({ ...kind, otherNodes, checksum: 0 })).toMatchObject({ locked: null, damage: null });
      expect(check({ ...kind, otherNodes, checksum: null })).toMatchObject({ locked: null, damage: null });
    }
  },
);

test('compressed blocks of a file with large pages are read', () => {
  expect(check({ format: 'unicode-4k', isCompressed: true, checksum })).toMatchObject({ locked: 'file' });
});

test('a compressed block that expands without end is not expanded', () => {
  const bytes = pstFile({ format: 'unicode-4k', checksum });
  const bomb = deflateSync(Buffer.alloc(10_000_000));
  // Over the first block, which is the store's.
  bomb.copy(bytes, bytes.indexOf(Buffer.from('ecbc', 'hex')) - 2);
  expect(checkPst(memoryFile(bytes))).toMatchObject({ locked: null, damage: null });
});

describe('a file without its message store is damaged', () => {
  const whole = pstFile({ otherNodes: 400, checksum });
  const zeroed = (from: number) =>
    Buffer.concat([whole.subarray(0, from), Buffer.alloc(whole.length - from)]);
  test.each([
    ['with zeros behind the header, as a copy that failed leaves them', 0x4600],
    ['with zeros at its end', whole.length - 1024],
  ])('%s', (_name, from) => {
    expect(checkPst(memoryFile(zeroed(from))).damage).toMatchObject({
      kind: 'invalid',
      part: 'table-of-contents',
    });
  });
});

/** Published with John the Ripper's format PST. */
test.each([
  ['openwall', 0xa9290513],
  ['password', 0x50e099bc],
  ['xxx', 0xe3da3318],
  ['XYz123', 0xa655dd18],
])('the checksum of "%s" is the one that other programs know', (password, expected) => {
  expect(pstCrc(Buffer.from(password))).toBe(expected);
});

const hasReadpst = spawnSync('readpst', ['-V'], { stdio: 'ignore' }).error === undefined;

/** It stops at a property tree of two levels, whatever the file. */
describe.skipIf(!hasReadpst)('readpst reads the same checksum', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-readpst-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(kinds.filter(({ store }) => store !== 'two-levels').map((kind) => [nameOf(kind), kind] as const))(
    '%s',
    (_name, kind) => {
      writeFileSync(join(folder, 'mail.pst'), pstFile({ ...kind, otherNodes: 50, checksum }));
      const args = ['-d', join(folder, 'log'), '-L', '1', '-o', folder, join(folder, 'mail.pst')];
      execFileSync('readpst', args, { stdio: 'ignore' });
      expect(readFileSync(join(folder, 'log'), 'latin1')).toContain('0xa9290513');
    },
  );
});

describe('hostile files', () => {
  const seeds = kinds.map((kind) => pstFile({ ...kind, otherNodes: 30, checksum }));

  /** A header counts as sound again, so that what is behind it is read. */
  function withChecksums(bytes: Buffer): Buffer {
    bytes.writeUInt32LE(pstCrc(bytes.subarray(8, 8 + 471)), 4);
    bytes.writeUInt32LE(pstCrc(bytes.subarray(8, 8 + 516)), 524);
    return bytes;
  }

  function counted(bytes: Buffer): RandomAccess & { bytesRead: number; reads: number } {
    const file = memoryFile(bytes);
    return {
      bytesRead: 0,
      reads: 0,
      sizeBytes: file.sizeBytes,
      read(position, length) {
        expect(position >= 0 && length > 0 && position + length <= this.sizeBytes).toBe(true);
        this.reads += 1;
        this.bytesRead += length;
        return file.read(position, length);
      },
    };
  }

  test('never crash, hang, or make it read more than a few pages: 5,000 mutations', () => {
    const edit = fc.record({
      at: fc.oneof(fc.nat(600), fc.double({ min: 0.2, max: 1, noNaN: true })),
      bytes: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 8 }),
        fc.constantFrom('ff', 'ffff', 'ffffffffffffffff', '00000000', '0046', '8000', '8080', '8181', '21'),
      ),
    });
    const mutation = fc.record({
      seed: fc.constantFrom(...seeds),
      edits: fc.array(edit, { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(mutation, ({ seed, edits }) => {
        const bytes = Buffer.from(seed);
        for (const { at, bytes: change } of edits) {
          const position = at <= 1 ? Math.floor(at * (bytes.length - 8)) : at;
          bytes.set(typeof change === 'string' ? Buffer.from(change, 'hex') : change, position);
        }
        const file = counted(withChecksums(bytes));
        checkPst(file);
        expect(file.reads).toBeLessThan(200);
        expect(file.bytesRead).toBeLessThan(4 * 1_048_576);
      }),
      { numRuns: 5_000 },
    );
  }, 60_000);

  test('a page that leads back to itself ends the search', () => {
    const bytes = pstFile({ otherNodes: 400, checksum });
    const root = Number(bytes.readBigUInt64LE(224));
    for (let at = root; at + 24 <= root + 488; at += 24) bytes.writeBigUInt64LE(BigInt(root), at + 16);
    const file = counted(bytes);
    expect(checkPst(file).damage).toMatchObject({ kind: 'invalid' });
    expect(file.reads).toBeLessThan(10);
  });
});
