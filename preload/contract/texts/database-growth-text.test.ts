import { expect, test } from 'vitest';
import { sizeAfterGb } from '../views/database-growth.ts';
import { sizeAfterText } from './database-growth-text.ts';

test.each([
  [
    'no container',
    { listed: 0, bytes: 0, expandedBytes: 0 },
    '13.0 GB, with containers counted as they are.',
  ],
  [
    'smaller ones',
    { listed: 1, bytes: 2e9, expandedBytes: 1e9 },
    '13.0 GB, with containers counted as they are.',
  ],
  [
    'one that grows',
    { listed: 1, bytes: 2e9, expandedBytes: 6e9 },
    '17.0 GB, with 1 listed container counted as what it holds, not itself.',
  ],
  [
    'several',
    { listed: 2, bytes: 2e9, expandedBytes: 6e9 },
    '17.0 GB, with 2 listed containers counted as what they hold, not themselves.',
  ],
])('the size after an upload with %s says what it counts', (_, containers, text) => {
  const afterGb = sizeAfterGb(10, 3e9, containers) ?? 0;
  expect(sizeAfterText(afterGb, 3e9, containers)).toBe(`After this upload: about ${text}`);
});
