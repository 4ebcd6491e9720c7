import { expect, test } from 'vitest';
import { fileChangeText } from './file-change-text.ts';

test.each([
  [{ kind: 'grew', fromBytes: 0, toBytes: 1 }, 'it grew from 0 to 1 byte'],
  [{ kind: 'shrank', fromBytes: 1, toBytes: 0 }, 'it shrank from 1 to 0 bytes'],
  [{ kind: 'exceeds-size', sizeBytes: 1 }, 'it has more than the 1 byte that its disk or share reports'],
] as const)('%j is said in the right number', (change, text) => {
  expect(fileChangeText(change)).toBe(text);
});
