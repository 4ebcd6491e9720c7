import { describe, expect, it, test } from 'vitest';
import { redact, redactForLog } from './redact.ts';

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
  expect(redact(`key ${secret} here`, [secret])).toBe('key [secret] here');
});

test('a log line contains nothing that looks like a key', () => {
  expect(redactForLog('key prod.ab12cd.Zm9vYmFyYmF6cXV4Zm9vYmFy refused')).toBe('key prod.ab12cd.… refused');
});

test('a message keeps a file name that looks like a key', () => {
  const text = "Can't read /evidence/minutes.2024.board-of-directors.pdf.";
  expect(redact(text, [secret])).toBe(text);
});
