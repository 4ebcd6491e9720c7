import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { defaultStateDir, makePrivateDir } from '../app/state-dir.ts';
import { readApiKey } from './api-key.ts';
import { redact } from './crash-report.ts';
import * as options from './options.ts';
import { usageMessage } from './program.ts';
import { crashDirFromArgs } from './state-dir.ts';

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

describe('the key', () => {
  it('comes from the environment', () => {
    expect(readApiKey(undefined, { LADING_API_KEY: ` ${secret}\n` })).toMatchObject({
      ok: true,
      value: { apiKey: secret, warning: null },
    });
  });

  it('comes from a file, which goes before the environment', () => {
    const path = file('key', `\uFEFF${secret}\r\n`);
    expect(readApiKey(path, { LADING_API_KEY: 'other' })).toMatchObject({
      ok: true,
      value: { apiKey: secret },
    });
  });

  it('is missing with words that say where to put it', () => {
    const read = readApiKey(undefined, {});
    expect(read).toMatchObject({ ok: false, failure: { code: 'key-missing' } });
    expect(read.ok ? '' : read.failure.message).toMatch(/LADING_API_KEY.*--key-file/);
  });

  it.skipIf(process.platform === 'win32')('is used with a warning when others can read its file', () => {
    const read = readApiKey(file('open-key', secret, 0o644), {});
    expect(read).toMatchObject({ ok: true, value: { warning: expect.stringContaining('chmod 600') } });
  });

  test.each([
    ['an empty file', 'key-missing', () => file('empty', ' \n')],
    ['two lines', 'key-malformed', () => file('two', `${secret}\n${secret}`)],
    ['a file of another kind', 'key-malformed', () => file('large', Buffer.alloc(10_000, 65))],
    ['no file', 'path-missing', () => join(dir, 'nothing')],
    ['a folder', 'path-not-a-file', () => dir],
  ])('%s is refused as %s, and never repeated', (_what, code, path) => {
    const read = readApiKey(path(), {});
    expect(read).toMatchObject({ ok: false, failure: { code } });
    expect(JSON.stringify(read)).not.toContain('0123456789');
  });
});

describe('the state folder', () => {
  test.each([
    ['linux', { XDG_STATE_HOME: '/xdg' }, '/xdg/lading'],
    ['linux', {}, '/home/ada/.local/state/lading'],
    ['linux', { XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state/lading'],
    ['darwin', {}, '/home/ada/Library/Application Support/Lading'],
  ] as const)('on %s with %o is %s', (platform, env, expected) => {
    expect(defaultStateDir(platform, env, '/home/ada')).toBe(expected);
  });

  it('on Windows is below the local application data', () => {
    const path = defaultStateDir(
      'win32',
      { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
      'C:\\Users\\ada',
    );
    expect(path).toMatch(/AppData\\Local.Lading$/);
  });

  it.skipIf(process.platform === 'win32')('is made for this person alone', () => {
    const path = join(dir, 'a', 'b');
    expect(makePrivateDir(path)).toEqual({ ok: true, value: path });
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('that is a file is refused by name', () => {
    const path = file('not-a-folder', '');
    expect(makePrivateDir(join(path, 'below'))).toMatchObject({
      ok: false,
      failure: { path: join(path, 'below') },
    });
    mkdirSync(join(dir, 'there'));
    expect(makePrivateDir(join(dir, 'there')).ok).toBe(true);
  });

  it('is found for a crash report before anything is parsed', () => {
    expect(crashDirFromArgs(['status', '--state', '/s'], {})).toBe('/s');
    expect(crashDirFromArgs(['status', '--state=/s'], {})).toBe('/s');
    expect(crashDirFromArgs(['status'], { XDG_STATE_HOME: '/x' })).toMatch(/lading$/i);
  });
});

describe('values', () => {
  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999999'])('%j is no id', (text) => {
    expect(() => options.positiveInteger(text)).toThrow(/whole number/);
  });
  test.each(['0', '257', 'x', '1.5'])('%j is no number of parts in flight', (text) => {
    expect(() => options.concurrency(text)).toThrow(/1 to 256/);
  });
  test.each(['-1', '65536', 'http'])('%j is no port', (text) =>
    expect(() => options.port(text)).toThrow(/65535/),
  );
  test.each(['folder', 'folder:0', 'folder:x', 'regex:a'])('%j is no custodian rule', (text) => {
    expect(() => options.custodianRule(text)).toThrow(/folder:N/);
  });
  it('are taken as they are meant', () => {
    expect(options.custodianRule('folder:2')).toEqual({ kind: 'folder', level: 2 });
    expect(options.limitRate('50M')).toBe(50_000_000);
    expect(options.transferLimits({ concurrency: 4 })).toEqual({ concurrency: 4 });
  });

  it('a wrong link is named by its place, never repeated', () => {
    const checked = options.checkLinks(['https://h/x?sig=SECRET', 'ftp://h/x?sig=SECRET']);
    expect(checked).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
    expect(JSON.stringify(checked)).toMatch(/Link 2/);
    expect(JSON.stringify(checked)).not.toContain('SECRET');
  });

  test.each([
    ['not JSON', '{timezone}', /is not JSON/],
    ['a list', '[]', /one JSON object/],
    ['null', 'null', /one JSON object/],
  ])('settings that are %s are refused', (_what, content, message) => {
    const read = options.readProcessingSettings(file('settings.json', content));
    expect(read.ok ? '' : read.failure.message).toMatch(message);
  });
  it('settings are passed on as they come', () => {
    expect(options.readProcessingSettings(file('s.json', '{"deduplication":"NONE","x":[1]}'))).toEqual({
      ok: true,
      value: { deduplication: 'NONE', x: [1] },
    });
  });
});

describe('secrets stay where they are', () => {
  test.each([
    [`key ${secret} here`, 'key [secret] here'],
    ['Authorization: Bearer abc.def.ghi', 'Authorization: Bearer [secret]'],
    ['PUT https://h/p?sig=1&x=2 failed', 'PUT https://h/p?[secret] failed'],
    ['https://user:word@h/p', 'https://[secret]@h/p'],
    ['/evidence/What?/a.txt', '/evidence/What?/a.txt'],
  ])('%s', (text, clean) => expect(redact(text, [secret])).toBe(clean));

  it('in what commander repeats', () => {
    expect(usageMessage("error: unknown option '--key=abc.def.ghi'\n")).toBe("unknown option '--key=…'");
    expect(usageMessage("error: unknown command 'uplod'\n(Did you mean upload?)\n")).toBe(
      "unknown command 'uplod' (Did you mean upload?)",
    );
  });
});
