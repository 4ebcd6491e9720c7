import { describe, expect, it } from 'vitest';
import type { ContentType } from '../../../../preload/contract/content-type.ts';
import { lockedFiles } from '../../../../test/fixtures/locked-files.ts';
import { oleFile } from '../../../../test/fixtures/ole-file.ts';
import fc from '../../../../test/fixtures/property.ts';
import { memoryFile } from '../containers/random-access.ts';
import { passwordCheckOf } from './file-check.ts';
import { agileCheck } from './office-keys.ts';

function triedOn(type: ContentType, bytes: Uint8Array): boolean | string {
  const check = passwordCheckOf(type, memoryFile(bytes));
  return check.kind === 'check' ? check.fits('x') : check.reason;
}

describe('hostile files', () => {
  it('that ask for endless hashing are not tried', () => {
    const rar = Buffer.concat([
      Buffer.from('526172211a070100', 'hex'),
      Buffer.from('0000000021040000013f', 'hex'),
      Buffer.alloc(40),
    ]);
    expect(triedOn('rar5', rar)).toBe('too-slow');
    const { bytes } = lockedFiles.find(({ what }) => what === '7z, names shown') ?? {
      bytes: Buffer.alloc(0),
    };
    const slow = Buffer.from(bytes);
    // The properties of the AES coder: cycles in the lowest six bits.
    const at = slow.indexOf(Buffer.from('06f10701', 'hex')) + 5;
    slow[at] = ((slow[at] ?? 0) & 0xc0) | 62;
    expect(triedOn('7z', slow)).toBe('too-slow');
  });

  it('that begin elements again and again, without an end, are read once', () => {
    // Backtracking over all three would take hours.
    const begun = [
      '<encryptedKey spinCount="'.repeat(20_000),
      `<encryptedKey ${' spinCount'.repeat(50_000)}`,
      '<x:'.repeat(200_000),
    ];
    for (const xml of begun) expect(agileCheck(xml)).toEqual({ kind: 'cannot-try', reason: 'damaged' });
  });

  it('never crash, hang or read beyond a budget: 10,000 mutations', () => {
    const seeds = [
      ...lockedFiles.map((file) => ({ ...file, isCheap: /^ZIP|RC4/.test(file.what) })),
      { isCheap: true, type: 'xls' as const, bytes: oleFile('Workbook', Buffer.alloc(64, 1)) },
      {
        isCheap: false,
        type: 'office-encrypted' as const,
        bytes: oleFile('EncryptionInfo', Buffer.alloc(64, 4)),
      },
      {
        isCheap: true,
        type: 'ppt' as const,
        bytes: oleFile('PowerPoint Document', Buffer.from('0f00142fffffffff', 'hex')),
      },
    ];
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 0x50, 0x3f),
      width: fc.integer({ min: 1, max: 8 }),
    });
    const mutation = fc.record({
      seed: fc.constantFrom(...seeds),
      edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(mutation, ({ seed: { type, bytes, isCheap }, edits, cut }) => {
        const mutated = Buffer.from(
          bytes.subarray(0, cut < 0.8 ? bytes.length : Math.floor(bytes.length * cut)),
        );
        for (const { at, byte, width } of edits) {
          const start = Math.floor(at * mutated.length);
          mutated.fill(byte, start, Math.min(start + width, mutated.length));
        }
        let read = 0;
        const file = memoryFile(mutated);
        const check = passwordCheckOf(type, {
          sizeBytes: file.sizeBytes,
          read: (position, length) => {
            const part = file.read(position, length);
            read += part.length;
            return part;
          },
        });
        expect(read).toBeLessThan(64 * 1_048_576);
        // Others hash for long, by design.
        if (check.kind === 'check' && isCheap) expect(check.fits('never')).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  }, 60_000);
});
