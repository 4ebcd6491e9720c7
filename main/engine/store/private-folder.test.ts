import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from './open.ts';
import { decideAccess, icaclsArguments, makePrivateFolder } from './private-folder.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-private-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o7777;
const isRoot = process.geteuid?.() === 0;

test.each([
  [true, 0o700, true, 'keep'],
  [true, 0o755, true, 'tighten'],
  [true, 0o775, true, 'tighten'],
  [true, 0o777, true, 'tighten'],
  // Somebody's documents
  [true, 0o755, false, 'keep'],
  [true, 0o775, false, 'shared'],
  // A team's folder, /tmp, and a folder that only inherits its group
  [true, 0o2775, true, 'shared'],
  [true, 0o1777, true, 'shared'],
  [true, 0o2755, true, 'tighten'],
  [false, 0o700, true, 'foreign'],
  [false, 0o777, true, 'foreign'],
] as const)('mine: %s, mode %o, Lading’s: %s → %s', (isMine, mode, isOwn, expected) => {
  expect(decideAccess({ isMine, mode: 0o40000 | mode, isOwn })).toBe(expected);
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('is its owner’s alone, with everything that the store creates, under any umask', () => {
    const before = process.umask(0);
    try {
      const path = join(dir, 'a', 'b');
      const store = openStore(path, 'test');
      if (!store.ok) throw new Error(store.failure.code);
      for (const name of ['', 'lading.db', 'lading.db-wal', 'lading.db-shm', 'engine.lock'])
        expect(modeOf(join(path, name)) & 0o077, name).toBe(0);
      expect(modeOf(join(dir, 'a'))).toBe(0o700);
      store.value.close();
    } finally {
      process.umask(before);
    }
  });

  test('of an earlier version is tightened, with its files', () => {
    const files = ['lading.db', 'lading.db-wal', 'crash-1.txt', 'logs/lading.log', 'window/keys.json'];
    for (const folder of ['logs', 'window']) mkdirSync(join(dir, folder), { mode: 0o755 });
    for (const name of files) writeFileSync(join(dir, name), '', { mode: 0o644 });
    chmodSync(dir, 0o755);
    expect(makePrivateFolder(dir)).toEqual({ ok: true, value: dir });
    for (const name of files) expect(modeOf(join(dir, name)), name).toBe(0o600);
    for (const name of ['', 'logs', 'window']) expect(modeOf(join(dir, name)), name).toBe(0o700);
  });

  test('through a symbolic link is the folder that the link leads to', () => {
    const real = join(dir, 'real');
    mkdirSync(real, { mode: 0o755 });
    symlinkSync(real, join(dir, 'link'));
    expect(makePrivateFolder(join(dir, 'link')).ok).toBe(true);
    expect(modeOf(real)).toBe(0o700);
    expect(lstatSync(join(dir, 'link')).isSymbolicLink()).toBe(true);
  });

  test('that a team shares is refused and left as it is', () => {
    writeFileSync(join(dir, 'lading.db'), '');
    chmodSync(dir, 0o2770);
    expect(openStore(dir, 'test')).toEqual({ ok: false, failure: { code: 'folder-shared', path: dir } });
    expect(modeOf(dir)).toBe(0o2770);
  });

  test('that holds a person’s own files keeps its permissions', () => {
    writeFileSync(join(dir, 'letter.docx'), '', { mode: 0o644 });
    chmodSync(dir, 0o755);
    expect(makePrivateFolder(dir).ok).toBe(true);
    expect([modeOf(dir), modeOf(join(dir, 'letter.docx'))]).toEqual([0o755, 0o644]);
  });

  test.runIf(isRoot)('of another user, or with a file that another user planted, is refused', () => {
    writeFileSync(join(dir, 'lading.db'), '');
    chownSync(join(dir, 'lading.db'), 12_345, 12_345);
    const path = join(dir, 'lading.db');
    expect(openStore(dir, 'test')).toEqual({
      ok: false,
      failure: { code: 'folder-foreign', path, uid: 12_345 },
    });
    chownSync(dir, 12_345, 12_345);
    expect(makePrivateFolder(dir)).toMatchObject({ failure: { code: 'folder-foreign', path: dir } });
  });

  test('below a file is refused by name', () => {
    writeFileSync(join(dir, 'file'), '');
    const path = join(dir, 'file', 'below');
    expect(makePrivateFolder(path)).toMatchObject({ failure: { code: 'store-cannot-open', path } });
  });
});

describe('on Windows', () => {
  test('a folder outside the profile is left to the user, the system and administrators', () => {
    expect(icaclsArguments('D:\\Lading', 'FIRM\\ada', 'C:\\Users\\ada')).toEqual([
      ...['D:\\Lading', '/inheritance:r'],
      ...['/grant:r', 'FIRM\\ada:(OI)(CI)F', '/grant:r', '*S-1-5-18:(OI)(CI)F'],
      ...['/grant:r', '*S-1-5-32-544:(OI)(CI)F', '/q'],
    ]);
    expect(icaclsArguments('C:\\Users\\adam\\x', 'ada', 'C:\\Users\\ada')).not.toBeNull();
  });

  test('the profile is private already', () => {
    expect(icaclsArguments('c:\\users\\Ada\\AppData\\Local\\Lading', 'ada', 'C:\\Users\\ada')).toBeNull();
  });
});
