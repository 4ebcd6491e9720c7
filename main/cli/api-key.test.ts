import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { readApiKey } from './api-key.ts';
import { keyFileReadable } from './words/uploads.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const secret = 'sandbox.ab12cd34.0123456789abcdefghijklmnop';

function file(name: string, content: string | Buffer, mode = 0o600): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

it('comes from the environment', () => {
  expect(readApiKey(undefined, { LADING_API_KEY: ` ${secret}\n` })).toEqual({
    ok: true,
    value: { apiKey: secret, warning: null },
  });
});

it('comes from a file, which takes precedence over the environment', () => {
  const path = file('key', `\uFEFF${secret}\r\n`);
  expect(readApiKey(path, { LADING_API_KEY: 'other' })).toMatchObject({
    ok: true,
    value: { apiKey: secret },
  });
});

it('is reported as missing', () => {
  expect(readApiKey(undefined, {})).toMatchObject({ ok: false, failure: { code: 'key-missing' } });
});

it.skipIf(process.platform === 'win32')('is used with a warning if others can read its file', () => {
  const path = file('open-key', secret, 0o644);
  expect(readApiKey(path, {})).toMatchObject({ ok: true, value: { warning: keyFileReadable(path) } });
});

test.each([
  ['an empty file', 'key-file-empty', () => file('empty', ' \n')],
  ['two lines', 'key-file-malformed', () => file('two', `${secret}\n${secret}`)],
  ['a file of another kind', 'input-too-large', () => file('large', Buffer.alloc(10_000, 65))],
  ['no file', 'file-missing', () => join(dir, 'nothing')],
  ['a folder', 'not-a-file', () => dir],
])('%s is refused as %s, and never repeated', (_what, code, path) => {
  const read = readApiKey(path(), {});
  expect(read).toMatchObject({ ok: false, failure: { code } });
  expect(JSON.stringify(read)).not.toContain('0123456789');
});
