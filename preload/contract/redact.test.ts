import { describe, expect, it, onTestFinished, test } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { knownSecrets } from './known-secrets.ts';
import { escapeControls, redact, redactForLog } from './redact.ts';

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

describe.each([
  ['a message', (text: string) => redact(text, [secret])],
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
  expect(redact(`key ${secret} here`, [secret])).toBe('key ■■■ here');
});

test('a log line contains nothing that looks like a key', () => {
  expect(redactForLog('key prod.ab12cd.Zm9vYmFyYmF6cXV4Zm9vYmFy refused')).toBe('key prod.ab12cd.… refused');
});

test('a message keeps a file name that looks like a key', () => {
  const text = "Can't read /evidence/minutes.2024.board-of-directors.pdf.";
  expect(redact(text, [secret])).toBe(text);
});

test('a log line has no query of a path, and no part of a key with odd characters', () => {
  expect(redactForLog('PUT /part?a=file(1)&sig=hush failed')).toBe('PUT /part?… failed');
  onTestFinished(knownSecrets.add('svc.id.k(1)&/"x'));
  expect(redactForLog(String.raw`{"key":"svc.id.k(1)&/\"x"}`)).toBe('{"key":"■■■"}');
});

test('control characters are escaped, and readable text stays as it is', () => {
  expect(escapeControls('a\n2026 fake\r\u001b[31m\u0085\u2028\u202e\ud800')).toBe(
    'a\\n2026 fake\\u{d}\\u{1b}[31m\\u{85}\\u{2028}\\u{202e}\ufffd',
  );
  expect(escapeControls('plain text, ünïcode ✓')).toBe('plain text, ünïcode ✓');
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
      const line = redactForLog(`${before.join('')}${known}${after.join('')}`, [known]);
      expect(line).not.toContain(known);
    }),
    { numRuns: 1000 },
  );
});

describe('a megabyte of hostile text', () => {
  const repeated = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
  test.each([
    ['schemes', repeated('https://')],
    ['users', `https://${repeated('a:')}`],
    ['at signs', repeated('https://a@')],
    ['question marks', `https://h/${repeated('?')}`],
    ['closing quotes', `https://h/?${repeated('"')}x`],
    ['words of a key', repeated('a-')],
    ['dots', repeated('aaaa.')],
    ['long segments', repeated(`${'a'.repeat(64)}.`)],
    ['Bearer and spaces', repeated('Bearer        ')],
    ['authorization and spaces', repeated('authorization        ')],
    ['query names', repeated('?a')],
    ['controls', repeated('\n\u202e')],
    ['secrets', repeated('hush(1)')],
  ])('%s take less than two seconds', (_what, text) => {
    const startedMs = process.cpuUsage().user / 1000;
    escapeControls(redactForLog(text, ['hush(1)', 'a?', 'x']));
    expect(process.cpuUsage().user / 1000 - startedMs).toBeLessThan(2000);
  });
});
