import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseApiKey, parseServerUrl, redactUrl } from './connection.ts';
import { loadProfile } from './profile-file.ts';

const loaded = await loadProfile();
if (!loaded.ok) throw new Error(loaded.failure.message);
const profile = loaded.value;

describe('a server address', () => {
  test.each([
    ['https://review.example', 'https://review.example/'],
    [' https://review.example/ ', 'https://review.example/'],
    ['https://review.example/api//', 'https://review.example/api'],
    ['http://localhost:8080', 'http://localhost:8080/'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1/'],
    ['http://127.9.8.7', 'http://127.9.8.7/'],
    ['http://0x7f.1', 'http://127.0.0.1/'],
    ['http://[::1]:9', 'http://[::1]:9/'],
  ])('%s is taken', (text, href) => {
    const parsed = parseServerUrl(text);
    expect(parsed.ok && parsed.value.href).toBe(href);
  });

  test.each([
    ['', 'bad-input'],
    ['review.example', 'bad-input'],
    ['localhost:8080', 'bad-input'],
    ['ftp://review.example', 'bad-input'],
    ['https://', 'bad-input'],
    ['https://ada:hush@review.example', 'bad-input'],
    ['https://review.example/?key=hush', 'bad-input'],
    ['https://review.example/#hush', 'bad-input'],
    ['http://review.example', 'url-insecure'],
    ['http://127.0.0.1.example', 'url-insecure'],
    ['http://localhost.example', 'url-insecure'],
    ['http://10.0.0.1', 'url-insecure'],
    ['http://[::2]', 'url-insecure'],
  ])('%s is refused', (text, code) => {
    const parsed = parseServerUrl(text);
    expect(parsed).toMatchObject({ ok: false, failure: { code } });
    expect(inspect(parsed)).not.toContain('hush');
  });
});

describe('an API key', () => {
  test('is taken with the blanks around it gone, and tells its short identifier alone', () => {
    const parsed = parseApiKey('  review.ab12.S3cret/+=x\n', profile);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    expect(parsed.value.keyId).toBe('ab12');
    expect(parsed.value.reveal()).toBe('review.ab12.S3cret/+=x');
    for (const shown of [inspect(parsed), JSON.stringify(parsed), `${parsed.value}`]) {
      expect(shown).not.toContain('S3cret');
    }
  });

  test.each([
    [undefined, 'key-missing'],
    ['', 'key-missing'],
    [' \n', 'key-missing'],
    ['hush', 'key-malformed'],
    ['a.hush', 'key-malformed'],
    ['a.b.c.hush', 'key-malformed'],
    ['a..hush', 'key-malformed'],
    ['a.b.hush\r\nx: y', 'key-malformed'],
    ['a.b.hushé', 'key-malformed'],
  ])('%j is refused without being quoted', (text, code) => {
    const parsed = parseApiKey(text, profile);
    expect(parsed).toMatchObject({ ok: false, failure: { code } });
    expect(inspect(parsed)).not.toContain('hush');
  });
});

test.each([
  ['https://files.example/p/1?X-Signature=hush#hush', 'https://files.example/p/1'],
  ['https://ada:hush@files.example:99/p', 'https://files.example:99/p'],
  ['not an address?hush', 'not an address'],
  ['//ada:hush@x/y?hush', '//x/y'],
  ['data:text/plain,hush', 'data:…'],
])('%s is shown without what opens it', (address, shown) => {
  expect(redactUrl(address)).toBe(shown);
});
