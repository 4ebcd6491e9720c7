import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { parseServerUrl } from '../../../preload/contract/server-url.ts';
import { covers } from '../../../test/conformance/covers.ts';
import { parseApiKey } from './connection.ts';
import { loadProfile } from './profile-file.ts';

const loaded = await loadProfile();
if (!loaded.ok) throw new Error(failureText(loaded.failure));
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
  ])('%s is accepted', (text, href) => {
    const parsed = parseServerUrl(text);
    expect(parsed.ok && parsed.value.href).toBe(href);
  });

  test.each([
    ['', 'server-url-missing'],
    ['review.example', 'server-url-malformed'],
    ['localhost:8080', 'server-url-malformed'],
    ['ftp://review.example', 'server-url-malformed'],
    ['https://', 'server-url-malformed'],
    [`https://${'long.'.repeat(51)}example`, 'server-url-malformed'],
    ['https://ada:hush@review.example', 'server-url-has-extras'],
    ['https://review.example/?key=hush', 'server-url-has-extras'],
    ['https://review.example/#hush', 'server-url-has-extras'],
    ['http://review.example', 'server-url-insecure'],
    ['http://127.0.0.1.example', 'server-url-insecure'],
    ['http://127.evil.example', 'server-url-insecure'],
    ['http://localhost.example', 'server-url-insecure'],
    ['http://10.0.0.1', 'server-url-insecure'],
    ['http://[::2]', 'server-url-insecure'],
  ])('%s is refused', (text, code) => {
    covers('rule 5.2');
    const parsed = parseServerUrl(text);
    expect(parsed).toMatchObject({ ok: false, failure: { code } });
    expect(inspect(parsed)).not.toContain('hush');
  });
});

describe('an API key', () => {
  test('is trimmed, and shows only its short identifier', () => {
    const parsed = parseApiKey('  review.ab12.S3cret/+=x\n', profile);
    if (!parsed.ok) throw new Error(failureText(parsed.failure));
    expect(parsed.value.keyId).toBe('ab12');
    expect(parsed.value.reveal()).toBe('review.ab12.S3cret/+=x');
    for (const shown of [inspect(parsed), JSON.stringify(parsed), `${parsed.value}`]) {
      expect(shown).not.toContain('S3cret');
    }
  });

  test.each([
    ['sandbox.ab12.secret', true],
    ['review.ab12.secret', false],
    ['sandboxes.ab12.secret', false],
  ])('%s is a sandbox key: %s', (key, isForSandbox) => {
    expect(parseApiKey(key, profile)).toMatchObject({ ok: true, value: { isForSandbox } });
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
