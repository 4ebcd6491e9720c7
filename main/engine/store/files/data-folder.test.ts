import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentOf } from '../../../../test/fixtures/folder-content.ts';
import { failureOf, unwrap } from '../../../../test/fixtures/result.ts';
import { openRequestSlots } from '../../platform/request-slots.ts';
import { openReadOnly, openStore } from '../open.ts';
import { inspectDataFolder, openDataFolder, trustDataFolder } from './data-folder.ts';
import { markName, storeFileName } from './own-names.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-data-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o7777;
const isRoot = process.geteuid?.() === 0;
const hasModes = process.platform !== 'win32';
/** As versions left it that made no mark. */
const removeMark = (folder: string) => rmSync(join(folder, markName));

describe('a folder becomes a data folder', () => {
  test('if it is missing, with the folders above it, or empty; and stays one', () => {
    for (const path of [join(dir, 'a', 'b'), `${dir}-empty`]) {
      if (path.endsWith('-empty')) mkdirSync(path);
      expect(openDataFolder(path)).toEqual({ ok: true, value: path });
      expect(readdirSync(path)).toEqual([markName]);
      writeFileSync(join(path, 'notes.txt'), '');
      expect(openDataFolder(path).ok).toBe(true);
      expect(unwrap(inspectDataFolder(path)).kind).toBe('marked');
    }
    rmSync(`${dir}-empty`, { recursive: true });
  });

  test('if only the system, or a mark that a kill left unfinished, is in it', () => {
    mkdirSync(join(dir, 'lost+found'));
    for (const name of ['.DS_Store', 'desktop.ini', 'Thumbs.db', `${markName}.0123456789ab.part`])
      writeFileSync(join(dir, name), '');
    expect(openDataFolder(dir).ok).toBe(true);
    expect(readdirSync(dir)).toHaveLength(6);
  });

  test.each(['lading.db', 'engine.lock'])('if the %s of a version without marks is in it', (name) => {
    const earlier = join(dir, 'earlier');
    unwrap(openStore(earlier, 'test')).close();
    const path = join(dir, 'data');
    mkdirSync(path);
    cpSync(join(earlier, name), join(path, name));
    writeFileSync(join(path, 'exhibit.pdf'), '');
    expect(unwrap(inspectDataFolder(path)).kind).toBe('earlier');
    expect(openDataFolder(path).ok).toBe(true);
    expect(unwrap(inspectDataFolder(path)).kind).toBe('marked');
  });

  test('if a store is in it whose engine was killed before anything left the write-ahead log', () => {
    const store = unwrap(openStore(dir, 'test'));
    const copy = join(dir, 'copy');
    mkdirSync(copy);
    for (const name of ['lading.db', 'lading.db-wal']) cpSync(join(dir, name), join(copy, name));
    store.close();
    expect(readFileSync(join(copy, 'lading.db'), 'latin1')).not.toContain('CREATE TABLE');
    expect(openDataFolder(copy).ok).toBe(true);
  });

  test('if only the file of the rate limit is in it, as beside other data folders', () => {
    openRequestSlots(join(dir, 'rate-limit-station.db')).close();
    expect(openDataFolder(dir).ok).toBe(true);
  });

  test('opens with the store of a version without marks, and with all that is in it', () => {
    const path = join(dir, 'data');
    const store = unwrap(openStore(path, 'test'));
    store.db.exec("INSERT INTO signing_keys VALUES ('f', 'p', 'file', '2026-01-01')");
    store.close();
    removeMark(path);
    const reader = unwrap(openReadOnly(path));
    expect(reader?.prepare('SELECT fingerprint FROM signing_keys').pluck().all()).toEqual(['f']);
    reader?.close();
    unwrap(openStore(path, 'test')).close();
    expect(existsSync(join(path, markName))).toBe(true);
  });
});

describe('a folder with other files', () => {
  const foreign: readonly (readonly [string, () => void])[] = [
    ['a document', () => writeFileSync(join(dir, 'letter.docx'), 'Dear Sir')],
    ['an empty folder', () => mkdirSync(join(dir, 'requests'))],
    ['a text named as the store', () => writeFileSync(join(dir, storeFileName), 'a list of ladings')],
    ['an empty file named as the store', () => writeFileSync(join(dir, storeFileName), '')],
    [
      'another program’s database of the store’s name',
      () => {
        const db = new Sqlite(join(dir, storeFileName));
        db.pragma('journal_mode = WAL');
        db.exec('CREATE TABLE uploads (id INTEGER PRIMARY KEY); PRAGMA user_version = 30;');
        db.close();
      },
    ],
    ['a key', () => writeFileSync(join(dir, 'signing-key.pem'), '-----BEGIN RSA PRIVATE KEY-----')],
    ['an unfinished file of its own', () => writeFileSync(join(dir, `.lading-${'0'.repeat(24)}.part`), 'x')],
    ['a mark of another kind', () => writeFileSync(join(dir, markName), 'Lading')],
    ['a folder in place of the mark', () => mkdirSync(join(dir, markName))],
    [
      'a link in place of the mark',
      () => {
        const other = mkdtempSync(join(tmpdir(), 'lading-data-'));
        unwrap(openDataFolder(other));
        symlinkSync(join(other, markName), join(dir, markName));
      },
    ],
  ];

  test.each(foreign)(
    'such as %s is refused by name, for writing and for reading, and left as it is',
    (_, put) => {
      put();
      const [found = ''] = readdirSync(dir);
      for (const name of readdirSync(dir)) {
        if (hasModes && lstatSync(join(dir, name)).isFile()) chmodSync(join(dir, name), 0o644);
        if (!lstatSync(join(dir, name)).isSymbolicLink()) utimesSync(join(dir, name), 1, 2);
      }
      if (hasModes) chmodSync(dir, 0o755);
      utimesSync(dir, 1, 2);
      const before = contentOf(dir);
      const refused = { code: 'folder-not-lading', path: dir, found };
      expect(failureOf(openDataFolder(dir))).toEqual(refused);
      expect(failureOf(openStore(dir, 'test'))).toEqual(refused);
      expect(failureOf(openReadOnly(dir))).toEqual(refused);
      expect(contentOf(dir)).toEqual(before);
    },
  );

  test('that is marked keeps the names, bytes, modes and times of all that isn’t Lading’s', () => {
    unwrap(openStore(dir, 'test')).close();
    for (const folder of ['logs', 'window', 'requests', 'lading-requests', 'backups', 'sandbox'])
      mkdirSync(join(dir, folder), { mode: 0o755 });
    const names = ['letter.docx', 'lading.db.bak', 'crash.txt', 'logs/server.log', 'window/plan.pdf'];
    for (const name of [...names, 'requests/1.json', 'lading-requests/1.json', 'sandbox/castle.jpg'])
      writeFileSync(join(dir, name), name, { mode: 0o644 });
    if (hasModes) chmodSync(dir, 0o755);
    const isOwn = (path: string) => /^(?:|lading\.db(?:-wal|-shm)?|engine\.lock|\.lading-folder)$/.test(path);
    const before = contentOf(dir).filter(({ path }) => !isOwn(path));
    expect(before.length).toBe(14);
    unwrap(openStore(dir, 'test')).close();
    expect(contentOf(dir).filter(({ path }) => !isOwn(path))).toEqual(before);
    if (hasModes) expect(modeOf(dir)).toBe(0o700);
  });
});

describe.skipIf(!hasModes)('a data folder', () => {
  test('is its owner’s alone, with everything that the store creates, under any umask', () => {
    const before = process.umask(0);
    try {
      const path = join(dir, 'a', 'b');
      const store = unwrap(openStore(path, 'test'));
      for (const name of ['', 'lading.db', 'lading.db-wal', 'lading.db-shm', 'engine.lock', markName])
        expect(modeOf(join(path, name)) & 0o077, name).toBe(0);
      expect(modeOf(join(dir, 'a'))).toBe(0o700);
      store.close();
    } finally {
      process.umask(before);
    }
  });

  test('of an earlier version is tightened, with its own files', () => {
    unwrap(openStore(dir, 'test')).close();
    removeMark(dir);
    const report = 'crash-2026-01-02T03-04-05-678Z-99.txt';
    writeFileSync(join(dir, report), '');
    for (const name of ['lading.db', 'engine.lock', report]) chmodSync(join(dir, name), 0o644);
    chmodSync(dir, 0o755);
    expect(openDataFolder(dir).ok).toBe(true);
    for (const name of ['lading.db', 'engine.lock', report])
      expect(modeOf(join(dir, name)), name).toBe(0o600);
    expect(modeOf(dir)).toBe(0o700);
  });

  test('through a symbolic link is the folder that the link leads to', () => {
    const real = join(dir, 'real');
    mkdirSync(real, { mode: 0o755 });
    symlinkSync(real, join(dir, 'link'));
    expect(openDataFolder(join(dir, 'link')).ok).toBe(true);
    expect(modeOf(real)).toBe(0o700);
    expect(lstatSync(join(dir, 'link')).isSymbolicLink()).toBe(true);
  });

  test('that a team shares is refused and left as it is', () => {
    chmodSync(dir, 0o2770);
    expect(failureOf(openStore(dir, 'test'))).toEqual({ code: 'folder-shared', path: dir });
    expect(failureOf(trustDataFolder(dir))).toEqual({ code: 'folder-shared', path: dir });
    expect(modeOf(dir)).toBe(0o2770);
    expect(readdirSync(dir)).toEqual([]);
  });

  test.runIf(isRoot)('of another user, or with a file that another user planted, is refused', () => {
    unwrap(openDataFolder(dir));
    mkdirSync(join(dir, 'window'));
    for (const name of ['lading.db', 'window/connections.json']) {
      const path = join(dir, name);
      writeFileSync(path, '');
      chownSync(path, 12_345, 12_345);
      expect(failureOf(openStore(dir, 'test'))).toEqual({ code: 'folder-foreign', path, uid: 12_345 });
      expect(failureOf(trustDataFolder(dir))).toEqual({ code: 'folder-foreign', path, uid: 12_345 });
      rmSync(path);
    }
    chownSync(dir, 12_345, 12_345);
    expect(failureOf(openDataFolder(dir))).toMatchObject({ code: 'folder-foreign', path: dir });
  });

  test('below a file is refused by name', () => {
    writeFileSync(join(dir, 'file'), '');
    const path = join(dir, 'file', 'below');
    expect(failureOf(openDataFolder(path))).toMatchObject({ code: 'store-cannot-open', path });
  });
});
