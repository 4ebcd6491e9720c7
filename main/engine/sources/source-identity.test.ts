import { describe, expect, test } from 'vitest';
import { identityChange } from './source-identity.ts';

describe('a file’s identity', () => {
  const file = { sizeBytes: 5, mtimeNs: 7n, device: 1n, fileId: 2n };

  test('may change device and file ID between runs, because a medium may be remounted, but not within one', () => {
    expect(identityChange(file, file, true)).toBeNull();
    expect(identityChange(file, { ...file, device: 9n, fileId: 9n }, false)).toBeNull();
    expect(identityChange(file, { ...file, fileId: 9n }, true)).toEqual({ kind: 'replaced' });
    expect(identityChange(file, { ...file, mtimeNs: 8n }, false)).toEqual({ kind: 'modified' });
    expect(identityChange(file, { ...file, sizeBytes: 6, mtimeNs: 8n }, false)).toEqual({
      kind: 'grew',
      fromBytes: 5,
      toBytes: 6,
    });
  });

  const hourNs = 3_600_000_000_000n;
  test.each([
    ['an hour later, as on FAT', hourNs, null],
    ['an hour earlier', -hourNs, null],
    ['two hours later', 2n * hourNs, { kind: 'modified' }],
    ['almost an hour later', hourNs - 1n, { kind: 'modified' }],
  ])('may have a time that is %s', (_, shift, change) => {
    const saved = { ...file, mtimeNs: 1_700_000_000_010_000_000n };
    expect(identityChange(saved, { ...saved, mtimeNs: saved.mtimeNs + shift }, true)).toEqual(change);
    // Finer than FAT or exFAT can keep.
    const fine = { ...file, mtimeNs: 1_700_000_000_010_000_001n };
    expect(identityChange(fine, { ...fine, mtimeNs: fine.mtimeNs + shift }, true)).toEqual({
      kind: 'modified',
    });
  });
});
