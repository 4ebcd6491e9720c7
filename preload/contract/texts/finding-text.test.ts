import { expect, test } from 'vitest';
import { findingAdvice } from './finding-text.ts';

const zeros = { sizeBytes: 300_000, readBytes: 300_000 };

test.each<Parameters<typeof findingAdvice>[0]>([
  { code: 'empty', details: {} },
  { code: 'only-zeros', details: zeros },
  { code: 'one-byte', details: { ...zeros, byte: 255 } },
  { code: 'unknown-content', details: { extension: 'pst' } },
  { code: 'check-exceeded', details: { type: 'zip', limit: 'time' } },
  { code: 'not-checked', details: { files: 1, why: 'check-failed' } },
])(
  'the advice on $code is true of a file that a rule keeps, too: it does not say that it is sent',
  (finding) => {
    expect(findingAdvice(finding)).not.toMatch(/\bsent\b/);
  },
);

test('of a file that was read in part, no more is claimed than was read', () => {
  const advice = (readBytes: number) =>
    findingAdvice({ code: 'only-zeros', details: { sizeBytes: 300_000, readBytes } });
  expect(advice(300_000)).toContain('nothing in it can be used');
  expect(advice(100_000)).not.toContain('nothing in it');
});
