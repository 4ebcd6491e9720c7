import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { KnownSecrets, redacted, removeSecrets, urlSecrets } from './known-secrets.ts';

const surrounding = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const secretText = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 }),
    fc.stringMatching(/^[a-z]{2,9}\.[a-z0-9]{2,8}\.[\x21-\x7e]{1,60}$/),
  )
  .filter((text) => text.trim() !== '' && text.length > 3 && !text.includes('■') && text.isWellFormed());

describe('a known secret', () => {
  it.each([
    ['as it is', 'key k(1)&x refused', 'k(1)&x'],
    ['short', 'abc: not abcd', 'abc'],
    ['in JSON', String.raw`{"password":"a\"b\\c"}`, 'a"b\\c'],
    ['in a URL', 'GET /p?key=k%281%29%26x%2fy', 'k(1)&x/y'],
    ['in a form', 'pw=correct+horse', 'correct horse'],
    ['in Basic authentication', `Basic ${btoa('ana:p@ss')}`, 'ana:p@ss'],
    ['twice', 'hush hush', 'hush'],
  ])('is removed: %s', (_what, text, secret) => {
    const clean = removeSecrets(text, [secret]);
    expect(clean).toContain(redacted);
    expect(clean).not.toMatch(/abc:|a\\"b|k%28|correct|hush|cEBzcw/);
  });

  it('that begins another is removed after it', () => {
    expect(removeSecrets('correct horse', ['correct', 'correct horse'])).toBe(redacted);
  });

  it('that is short stays where it is part of a word', () => {
    expect(removeSecrets('pw: no such pwd', ['pw'])).toBe(`${redacted}: no such pwd`);
  });

  it('that is empty removes nothing', () => {
    expect(removeSecrets('a b', ['', ' '])).toBe('a b');
  });

  it('is in no text that was cleaned, whatever stands around it', () => {
    fc.assert(
      fc.property(
        fc.array(secretText, { minLength: 1, maxLength: 4 }),
        fc.array(surrounding),
        (secrets, texts) => {
          const text = texts.flatMap((one, index) => [one, secrets[index % secrets.length] ?? '']).join('');
          const clean = removeSecrets(text, secrets);
          for (const secret of secrets) expect(clean).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('secrets that overlap', () => {
  it('are removed together', () => {
    expect(removeSecrets('see abcdefghi', ['abcdef', 'defghi'])).toBe(`see ${redacted}`);
  });

  it('leave exactly what belongs to none of them', () => {
    const letters = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });
    const texts = fc.array(fc.oneof(letters(0, 20), fc.constant(' ')), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(letters(4, 8), { maxLength: 5 }), texts, (secrets, text) => {
        const clean = removeSecrets(text.join(''), secrets);
        expect(clean.replaceAll(redacted, '■').replace(/■+/g, '■')).toBe(
          withoutOccurrences(text.join(''), secrets),
        );
      }),
      { numRuns: 1000 },
    );
  });

  /** The definition: every unit of every occurrence is removed. */
  function withoutOccurrences(text: string, secrets: readonly string[]): string {
    const units = text.split('');
    for (const secret of secrets)
      for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
        units.fill('■', at, at + secret.length);
    return units.join('').replace(/■+/g, '■');
  }
});

it('100,000 secrets are removed from a megabyte', () => {
  const secrets = Array.from({ length: 100_000 }, (_, index) => `word${index}`);
  const text = 'word1234567 wordless '.repeat(50_000);
  expect(removeSecrets(text, secrets)).toBe(`${redacted}67 wordless `.repeat(50_000));
});

it('the secrets of a URL are its password, long values of its query, and its fragment', () => {
  expect(urlSecrets('https://ana:p%40ss@h/p?a=file(1)&sig=0123456789abcdef&part=1#hushhushhush')).toEqual([
    'p@ss',
    'ana:p@ss',
    'a=file(1)&sig=0123456789abcdef&part=1',
    'hushhushhush',
    '0123456789abcdef',
  ]);
  expect(urlSecrets('not a URL')).toEqual([]);
});

it('is known until the last of its uses has ended', () => {
  const known = new KnownSecrets();
  const [endFirst, endSecond] = [known.add(['alpha', 'b']), known.add(['alpha'])];
  endFirst();
  endFirst();
  expect(known.removeFrom('alpha b')).toBe(`${redacted} b`);
  endSecond();
  expect(known.removeFrom('alpha b')).toBe('alpha b');
});
