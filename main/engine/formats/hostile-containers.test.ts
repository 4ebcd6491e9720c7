import { expect, test } from 'vitest';
import { wholeContainers } from '../../../test/fixtures/container-bytes.ts';
import { lockedFiles } from '../../../test/fixtures/locked-files.ts';
import { memoryFile } from '../../../test/fixtures/memory-file.ts';
import fc from '../../../test/fixtures/property.ts';
import type { RandomAccess } from './random-access.ts';
import { checkContent } from './readers.ts';
import { headBytes, recognize, recognizeFile } from './recognize/recognize.ts';

const seeds = [...wholeContainers, ...lockedFiles.map(({ type, bytes }) => [type, bytes] as const)];
/** A password is tried on them, which is slow on purpose. */
const slow = seeds.filter(([type]) => type === 'office-encrypted' || type === 'pdf');
const seed = fc.oneof(
  { weight: 100, arbitrary: fc.constantFrom(...seeds.filter((each) => !slow.includes(each))) },
  { weight: 3, arbitrary: fc.constantFrom(...slow) },
);
/** How often each file may be read: tables are read once or twice, and a few of them to the end. */
const readBudget = 64;

function counted(bytes: Buffer): RandomAccess & { bytesRead: number; reads: number } {
  const file = memoryFile(bytes);
  return {
    bytesRead: 0,
    reads: 0,
    sizeBytes: file.sizeBytes,
    read(position, length) {
      if (!(position >= 0 && length > 0 && position + length <= this.sizeBytes))
        throw new Error(`Read ${length} bytes at ${position} of ${this.sizeBytes}`);
      this.reads += 1;
      this.bytesRead += length;
      return file.read(position, length);
    },
  };
}

test('12,000 broken containers neither crash nor hang a check, nor make it read without end', () => {
  const edit = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff),
    fc.integer({ min: 1, max: 8 }),
  );
  const mutation = fc.record({
    seed,
    // Other bytes of a header matter more than those of contents.
    edits: fc.array(edit, { maxLength: 5 }),
    isNearEdge: fc.boolean(),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
    repeat: fc.boolean(),
  });
  fc.assert(
    fc.property(mutation, ({ seed: [type, whole], edits, isNearEdge, cut, repeat }) => {
      let bytes = Buffer.from(repeat ? Buffer.concat([whole, whole]) : whole);
      for (const [where, value, width] of edits) {
        const range = isNearEdge ? Math.min(128, bytes.length) : bytes.length;
        const at = Math.floor(where * range);
        bytes.fill(
          value,
          isNearEdge && value > 1 ? bytes.length - at : at,
          Math.min(bytes.length, at + width),
        );
      }
      if (cut !== null) bytes = bytes.subarray(0, Math.floor(cut * bytes.length));
      const file = counted(bytes);
      recognize(bytes.subarray(0, headBytes), bytes.length);
      const found = recognizeFile(file);
      checkContent(type, file);
      if (found !== null && found !== type) checkContent(found, file);
      expect(file.bytesRead).toBeLessThan(readBudget * (bytes.length + 65_536));
    }),
    { numRuns: 12_000 },
  );
});

test('random bytes behind every signature are no file that crashes a check', () => {
  fc.assert(
    fc.property(seed, fc.uint8Array({ maxLength: 3000 }), ([type, whole], random) => {
      const bytes = Buffer.concat([whole.subarray(0, 32), random]);
      const found = recognizeFile(memoryFile(bytes));
      checkContent(type, memoryFile(bytes));
      if (found !== null) checkContent(found, memoryFile(bytes));
    }),
    { numRuns: 3000 },
  );
});

/** "xref", then sections of no entries; the trailer leads to the section after its own, and so on. */
test('a PDF of tables without entries is not followed for each of them', () => {
  const sections = '0 0\n'.repeat(100_000);
  const start = 10;
  const trailer = `trailer <</Prev ${start}>> startxref\n${start}\n%%EOF`;
  const file = counted(Buffer.from(`%PDF-1.4\n\nxref\n${sections}${trailer}`));
  checkContent('pdf', file);
  expect(file.reads).toBeLessThan(21_000);
});

test('a PDF of nothing but beginnings of one object is given up', () => {
  const body = '5 0 obj '.repeat(4_000_000);
  const tail = 'xref\n0 0\ntrailer\n<</Encrypt 5 0 R>>\nstartxref\n';
  const bytes = Buffer.from(`%PDF-1.4\n${body}${tail}${9 + body.length}\n%%EOF`, 'latin1');
  const file = counted(bytes);
  expect(checkContent('pdf', file)).toMatchObject({ isEncrypted: true, locked: 'file' });
  expect(file.bytesRead).toBeLessThan(8 * 1_048_576);
});
