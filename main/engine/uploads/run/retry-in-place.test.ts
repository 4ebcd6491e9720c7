import { describe, expect, test } from 'vitest';
import type { Reason } from '../../../../preload/contract/failures/failure.ts';
import { canRetryInPlace } from './retry-in-place.ts';

const identity = { sizeBytes: 100, mtimeNs: 5n, device: 1n, fileId: 2n };
const created = { platformId: 7, completionRequestedAt: null };
const missing: Reason = { code: 'path-missing' };

describe('a retry keeps the source file', () => {
  test.each<[string, Reason]>([
    ['the file was missing', missing],
    ['the file could not be read', { code: 'path-unreadable', errno: 'EIO' }],
    [
      'the part host refused fresh URLs',
      { code: 'part-url-refused', partNumber: 1, attempts: 10, status: 403 },
    ],
    ['a part was altered on the way', { code: 'part-differs', partNumber: 1, attempts: 5 }],
  ])('if %s', (_, reason) => {
    expect(canRetryInPlace({ ...identity, reason }, identity, created)).toBe(true);
  });
  test('if the medium was mounted again', () => {
    const seen = { ...identity, device: 9n, fileId: 8n };
    expect(canRetryInPlace({ ...identity, reason: missing }, seen, created)).toBe(true);
  });
});

describe('a retry gets a new source file', () => {
  test.each<[string, Partial<typeof identity>]>([
    ['grew', { sizeBytes: 101 }],
    ['shrank', { sizeBytes: 99 }],
    ['was modified', { mtimeNs: 6n }],
  ])('if the file %s', (_, change) => {
    const seen = { ...identity, ...change };
    expect(canRetryInPlace({ ...identity, reason: missing }, seen, created)).toBe(false);
  });
  test.each<[string, Reason]>([
    [
      'its content differed from what was sent',
      { code: 'file-changed', change: { kind: 'sent-part-differs', partNumber: 3 } },
    ],
    [
      'the platform said that the source file is gone',
      { code: 'not-found', operation: 'PostSourceFilePart', status: 404 },
    ],
    ['the part host refused a part', { code: 'part-refused', partNumber: 1, status: 404 }],
    [
      'the platform refused the completion',
      { code: 'completion-refused', cause: { code: 'refused', operation: 'PostSourceFile', status: 400 } },
    ],
  ])('if %s', (_, reason) => {
    expect(canRetryInPlace({ ...identity, reason }, identity, created)).toBe(false);
  });
  test('if none was created, or its completion may have been carried out', () => {
    const item = { ...identity, reason: missing };
    expect(canRetryInPlace(item, identity, null)).toBe(false);
    expect(canRetryInPlace(item, identity, { ...created, platformId: null })).toBe(false);
    expect(canRetryInPlace(item, identity, { ...created, completionRequestedAt: '2026' })).toBe(false);
  });
});
