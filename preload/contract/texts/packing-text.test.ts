import { expect, test } from 'vitest';
import { packingText } from './packing-text.ts';

test('a phrase says which files packs hold, and how many requests that saves', () => {
  const packing = { files: 160, maxFileBytes: 8_000_000, packs: 2, aloneRequests: 481, packedRequests: 11 };
  expect(packingText({ ...packing, isPacked: true })).toBe(
    '160 files of up to 8.0 MB packed into about 2 ZIPs: 11 requests instead of 481',
  );
  expect(packingText({ ...packing, isPacked: false })).toBe(
    '160 files of up to 8.0 MB sent one by one: 481 requests (packed into about 2 ZIPs: 11)',
  );
});
