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
});
