import { expect, it } from 'vitest';
import { keptPartsText } from './kept-parts-text.ts';

it.each([
  [
    true,
    1_240_000_000,
    'The sandbox keeps the parts of unfinished files (1.2 GB) until you delete its data.',
  ],
  [true, 0, null],
  [false, 1_240_000_000, null],
])('what stays of a canceled upload (sandbox: %s, %i bytes)', (isSandbox, bytes, text) => {
  expect(keptPartsText(isSandbox, bytes)).toBe(text);
});
