import { expect, test } from 'vitest';
import { findingAdvice, findingText, findingTitle } from './finding-text.ts';

test.each<Parameters<typeof findingAdvice>[0]>([
  { code: 'empty', details: {} },
  { code: 'only-zeros', details: {} },
  { code: 'one-byte', details: { byte: 255 } },
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
  const sampled = { byte: 0, sizeBytes: 2e12, readBytes: 4_194_304 };
  expect(findingAdvice({ code: 'only-zeros', details: {} })).toContain('nothing in it can be used');
  expect(findingAdvice({ code: 'one-byte-sampled', details: sampled })).not.toContain('nothing in it');
  expect(findingTitle('one-byte-sampled')).toBe('Every byte that was read is the same');
  const text = (byte: number) => findingText({ code: 'one-byte-sampled', details: { ...sampled, byte } });
  expect(text(0)).toMatch(/^Every byte that was read is zero: 4\.2 MB of 2\.0+ TB, /);
  expect(text(255)).toMatch(/^Every byte that was read is the same \(0xFF\): /);
});
