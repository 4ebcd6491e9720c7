import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { defaultStateDir, makePrivateDir } from './state-dir.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-state-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test.each([
  ['linux', { XDG_STATE_HOME: '/xdg' }, '/xdg/lading'],
  ['linux', {}, '/home/ada/.local/state/lading'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state/lading'],
  ['darwin', {}, '/home/ada/Library/Application Support/Lading'],
] as const)('on %s with %o it is %s', (platform, env, expected) => {
  expect(defaultStateDir(platform, env, '/home/ada')).toBe(expected);
});

it('is in the local application data on Windows', () => {
  const path = defaultStateDir('win32', { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' }, 'C:\\Users\\ada');
  expect(path).toMatch(/AppData\\Local.Lading$/);
});

it.skipIf(process.platform === 'win32')('is readable by its owner only', () => {
  const path = join(dir, 'a', 'b');
  expect(makePrivateDir(path)).toEqual({ ok: true, value: path });
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('is refused by name if it is below a file', () => {
  const path = join(dir, 'not-a-folder');
  writeFileSync(path, '');
  expect(makePrivateDir(join(path, 'below'))).toMatchObject({
    ok: false,
    failure: { code: 'store-cannot-open', path: join(path, 'below') },
  });
});

it('may exist', () => {
  mkdirSync(join(dir, 'there'));
  expect(makePrivateDir(join(dir, 'there')).ok).toBe(true);
});
