import { describe, expect, it, onTestFinished, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { KnownSecrets, knownSecrets } from './known-secrets.ts';
import { escapeControls, redact, redactForLog } from './redact.ts';

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

describe.each([
  ['a message', (text: string) => redact(text, new KnownSecrets([secret]))],
  ['a log line', (text: string) => redactForLog(text)],
])('%s', (_what, clean) => {
  it.each([
    'Authorization: Bearer Zm9vYmFyYmF6cXV4Zm9vYmFy',
    'PUT https://store.example/part?X-Signature=Zm9vYmFyYmF6cXV4Zm9vYmFy failed',
    'GET https://me:Zm9vYmFyYmF6cXV4Zm9vYmFy@files.example/a.zip',
    'https://files.example/a.zip#Zm9vYmFyYmF6cXV4Zm9vYmFy',
    'https://files.example/a.zip?a=file(1)&sig=Zm9vYmFyYmF6cXV4Zm9vYmFy',
    `https://files.example/a.zip?a='x'&sig=Zm9vYmFyYmF6cXV4Zm9vYmFy`,
    'https://files.example/a.zip?a="<x>"&sig=Zm9vYmFyYmF6cXV4Zm9vYmFy',
    'See <https://files.example/a.zip?sig=Zm9v>.',
    'https://me:p@Zm9vYmFy@files.example/a.zip',
    'ftp://me:Zm9vYmFy@files.example/a.zip',
    'https://a.example/1?x,https://b.example/2?sig=Zm9vYmFy',
    '{"proxy-authorization":"Basic Zm9vYmFyYmF6cXV4"}',
    'Authorization: Custom Zm9vYmFyYmF6cXV4',
  ])('contains no secret: %s', (text) => expect(clean(text)).not.toContain('Zm9v'));

  it.each([
    ['PUT https://h/p?sig=1&x=2 failed', 'PUT https://h/p?… failed'],
    ['https://user:word@h/p', 'https://h/p'],
    ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer …'],
    ['GET https://host.example/v1/databases?limit=5 503', 'GET https://host.example/v1/databases?… 503'],
    ['at run (file:///app/main/index.js:10:3)', 'at run (file:///app/main/index.js:10:3)'],
    ['/evidence/What?/a.txt', '/evidence/What?/a.txt'],
  ])('%s', (text, shown) => expect(clean(text)).toBe(shown));
});

test('known secrets are removed from messages', () => {
  expect(redact(`key ${secret} here`, new KnownSecrets([secret]))).toBe('key ■■■ here');
});

test('a log line contains nothing that looks like a key', () => {
  expect(redactForLog('key prod.ab12cd.Zm9vYmFyYmF6cXV4Zm9vYmFy refused')).toBe('key prod.ab12cd.… refused');
});

test('a message keeps a file name that looks like a key', () => {
  const text = "Can't read /evidence/minutes.2024.board-of-directors.pdf.";
  expect(redact(text, new KnownSecrets([secret]))).toBe(text);
});

test('a log line has no query of a path, and no part of a key with odd characters', () => {
  expect(redactForLog('PUT /part?a=file(1)&sig=hush failed')).toBe('PUT /part?… failed');
  onTestFinished(knownSecrets.add(['svc.id.k(1)&/"x']));
  expect(redactForLog(String.raw`{"key":"svc.id.k(1)&/\"x"}`)).toBe('{"key":"■■■"}');
});

test('control characters are escaped, and readable text stays as it is', () => {
  expect(escapeControls('a\n2026 fake\r\u001b[31m\u0085\u2028\u202e\ud800')).toBe(
    'a\\n2026 fake\\u{d}\\u{1b}[31m\\u{85}\\u{2028}\\u{202e}\ufffd',
  );
  for (const text of ['plain text, ünïcode ✓', '👩‍👩‍👧‍👦 hall 3', 'می‌خواهم.pdf'])
    expect(escapeControls(text)).toBe(text);
});

test('no known secret is in a log line, whatever stands around it', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('https://', '?', '#', '@', ' ', 'Bearer ', 'authorization:', '.', '"', '\n'),
  );
  const secrets = fc
    .string({ minLength: 4, maxLength: 30 })
    .filter((text) => text.trim() !== '' && !/^[.…■]/.test(text));
  fc.assert(
    fc.property(secrets, fc.array(words), fc.array(words), (known, before, after) => {
      const line = redactForLog(`${before.join('')}${known}${after.join('')}`, new KnownSecrets([known]));
      expect(line).not.toContain(known);
    }),
    { numRuns: 300 },
  );
});

/** Each step is linear: a quadratic one would take minutes here. */
describe('a megabyte of hostile text is cleaned', () => {
  const segment = 'a'.repeat(64);
  const times = (repeats: number, text: string) => text.repeat(repeats);
  test.each([
    ['schemes', times(125_000, 'https://'), times(125_000, 'https://')],
    ['users', `https://${times(500_000, 'a:')}`, `https://${times(500_000, 'a:')}`],
    ['at signs', times(100_000, 'https://a@'), times(100_000, 'https://')],
    ['question marks', `https://h/${times(1_000_000, '?')}`, 'https://h/?…'],
    ['closing quotes', `https://h/?${times(1_000_000, '"')}x`, 'https://h/?…'],
    ['words of a key', times(500_000, 'a-'), times(500_000, 'a-')],
    ['dots', times(200_000, 'aaaa.'), times(200_000, 'aaaa.')],
    [
      'long segments',
      times(5000, `${segment}.${segment}.${segment}.`),
      times(5000, `${segment}.${segment}.….`),
    ],
    ['Bearer and spaces', times(80_000, 'Bearer        '), times(40_000, 'Bearer …        ')],
    [
      'authorization and spaces',
      times(50_000, 'authorization        '),
      times(50_000, 'authorization        '),
    ],
    ['query names', times(500_000, '?a'), times(500_000, '?a')],
    ['controls', times(500_000, '\n\u202e'), times(500_000, '\\n\\u{202e}')],
    ['secrets', times(150_000, 'hush(1)'), times(150_000, '■■■')],
    ['short secrets', times(200_000, 'a? x '), times(200_000, '■■■ ■■■ ')],
  ])('%s', (_what, text, expected) => {
    const secrets = new KnownSecrets(['hush(1)', 'a?', 'x']);
    expect(escapeControls(redactForLog(text, secrets)) === expected).toBe(true);
  });
});
