import { spawnSync } from 'node:child_process';
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeRaw } from '../types/source-path.ts';
import { fileStats } from './file-stats.ts';
import { moveFile as moveRequested } from './move-file.ts';
import type { MovableFile, Moved } from './reader-protocol.ts';

function watchedFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'lading-move-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

const versionOf = (path: string | Buffer) => fileStats(lstatSync(path, { bigint: true }));

function addFile(root: string, folder: string, name: string, content: string): MovableFile {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  writeFileSync(path, content);
  return {
    folder,
    folderBytes: null,
    name,
    nameBytes: null,
    ...versionOf(path),
  };
}

const moveFile = (root: string, subfolder: string, file: MovableFile, isCurrent = true): Moved =>
  moveRequested({ root, subfolder, file, isCurrent });

/** Every file and link below a folder. */
const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(below(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

/** Does something else just before the move changes the folder in this way for the first time. */
function justBefore(call: 'linkSync' | 'renameSync' | 'unlinkSync', change: () => void): void {
  const { [call]: original } = fs;
  const restore = (): void => {
    Object.assign(fs, { [call]: original });
    syncBuiltinESMExports();
  };
  const changed = (...given: Parameters<typeof original>): unknown => {
    restore();
    change();
    return Reflect.apply(original, fs, given);
  };
  Object.assign(fs, { [call]: changed });
  syncBuiltinESMExports();
  onTestFinished(restore);
}

/** As on a file system without hard links. */
function withoutLinks(): void {
  const { linkSync } = fs;
  fs.linkSync = () => {
    throw Object.assign(new Error('no links'), { code: 'EPERM' });
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.linkSync = linkSync;
    syncBuiltinESMExports();
  });
}

describe('a file that was sent is moved', () => {
  it('with its folders, and stays the same file', () => {
    const root = watchedFolder();
    const file = addFile(root, 'Ng, Ana/mail', 'a.eml', 'mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/Ng, Ana/mail/a.eml' });
    expect(existsSync(join(root, 'Ng, Ana/mail/a.eml'))).toBe(false);
    const moved = join(root, 'Sent/Ng, Ana/mail/a.eml');
    expect(versionOf(moved)).toMatchObject({ fileId: file.fileId, mtimeNs: file.mtimeNs });
    expect(lstatSync(moved).nlink).toBe(1);
  });

  it('beside a file of the same name, never over it', () => {
    const root = watchedFolder();
    addFile(root, 'Sent', 'a.eml', 'earlier');
    addFile(root, 'Sent', 'a (2).eml', 'earlier too');
    const file = addFile(root, '', 'a.eml', 'new');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (3).eml' });
    expect(readFileSync(join(root, 'Sent/a.eml'), 'utf8')).toBe('earlier');
    expect(readFileSync(join(root, 'Sent/a (3).eml'), 'utf8')).toBe('new');
  });

  it.runIf(process.platform === 'linux')('under a name that is not Unicode', () => {
    const root = watchedFolder();
    const raw = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe9, 0x2e, 0x74])]);
    writeFileSync(raw, 'x');
    const { text, bytes } = decodeRaw('\xe9.t');
    const file = { folder: '', folderBytes: null, name: text, nameBytes: bytes, ...versionOf(raw) };
    const toBytes = new Uint8Array(Buffer.from('Sent/\xe9.t', 'latin1'));
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/%E9.t', toBytes });
    expect(existsSync(Buffer.concat([Buffer.from(`${root}/Sent/`), Buffer.from([0xe9, 0x2e, 0x74])]))).toBe(
      true,
    );
  });

  it('once: what a kill left unrecorded is found where it is', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    moveFile(root, 'Sent', file);
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
  });

  it('once, under another name too', () => {
    const root = watchedFolder();
    addFile(root, 'Sent', 'a.eml', 'earlier');
    const file = addFile(root, '', 'a.eml', 'mail');
    moveFile(root, 'Sent', file);
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
  });
});

describe('nothing is replaced, and nothing lost', () => {
  it('where another file takes the new name just before the move', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    justBefore('linkSync', () => void addFile(root, 'Sent', 'a.eml', 'another'));
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
    expect(contents(root)).toEqual({ 'Sent/a.eml': 'another', 'Sent/a (2).eml': 'mail' });
  });

  it('where another file takes the earlier name just before that is taken away', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    justBefore('renameSync', () => {
      addFile(root, '', 'new.eml', 'the next mail');
      fs.renameSync(join(root, 'new.eml'), join(root, 'a.eml'));
    });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
    expect(contents(root)).toEqual({ 'Sent/a.eml': 'mail', 'a.eml': 'the next mail' });
  });

  it('where a process is killed while it holds such a file', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    moveFile(root, 'Sent', file);
    addFile(root, '', `.lading-moving-${file.fileId}-${file.mtimeNs}.tmp`, 'the next mail');
    addFile(root, '', 'a.eml', 'a third one');
    expect(moveFile(root, 'Sent', file, false)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
    expect(contents(root)).toEqual({
      'Sent/a.eml': 'mail',
      'a (2).eml': 'the next mail',
      'a.eml': 'a third one',
    });
  });

  it('where there are no hard links', () => {
    const root = watchedFolder();
    addFile(root, 'Sent', 'a.eml', 'earlier');
    const file = addFile(root, '', 'a.eml', 'mail');
    withoutLinks();
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
    expect(contents(root)).toEqual({ 'Sent/a.eml': 'earlier', 'Sent/a (2).eml': 'mail' });
  });

  it('where each name has an ID of its own', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    // A copy is what a second name looks like there.
    const { linkSync } = fs;
    fs.linkSync = (from, to) => fs.copyFileSync(from, to);
    syncBuiltinESMExports();
    onTestFinished(() => {
      fs.linkSync = linkSync;
      syncBuiltinESMExports();
    });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
    expect(contents(root)).toEqual({ 'Sent/a.eml': 'mail' });
  });
});

describe.skipIf(process.platform === 'win32')('after a kill', () => {
  const killedMove = fileURLToPath(new URL('../../../test/engine/killed-move.ts', import.meta.url));
  const killDuringMove = (root: string, file: MovableFile, afterChange: number): void => {
    const request = JSON.stringify({ root, subfolder: 'Sent', file, isCurrent: true }, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const { signal } = spawnSync(process.execPath, [killedMove, request, String(afterChange)]);
    expect(signal).toBe('SIGKILL');
  };

  it.each([
    ['the file has both names', 1],
    ['its earlier name was changed', 2],
    ['its earlier name is gone', 3],
  ])('when %s, it is moved once and nothing else is left', (_when, change) => {
    const root = watchedFolder();
    const file = addFile(root, 'mail', 'a.eml', 'mail');
    addFile(root, 'Sent/mail', 'a.eml', 'earlier');
    killDuringMove(root, file, change);
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/mail/a (2).eml' });
    expect(below(root)).toEqual(['Sent/mail/a (2).eml', 'Sent/mail/a.eml']);
    expect(readFileSync(join(root, 'Sent/mail/a (2).eml'), 'utf8')).toBe('mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/mail/a (2).eml' });
  });

  it.each([1, 2])('at change %i, and a later version that came meanwhile stays', (change) => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    killDuringMove(root, file, change);
    rmSync(join(root, 'a.eml'), { force: true });
    addFile(root, '', 'a.eml', 'the next mail');
    expect(moveFile(root, 'Sent', file, false)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
    expect(contents(root)).toEqual({ 'Sent/a.eml': 'mail', 'a.eml': 'the next mail' });
  });
});

describe('a file stays where it is', () => {
  it('if it changed since', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    writeFileSync(join(root, 'a.eml'), 'longer mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed', why: 'changed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('longer mail');
  });

  it('if another file took its name just before the move, and the file there keeps its name too', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    addFile(root, 'Sent', 'a.eml', 'earlier');
    justBefore('linkSync', () => {
      rmSync(join(root, 'a.eml'));
      addFile(root, '', 'a.eml', 'a later mail');
    });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed', why: 'changed' });
    expect(below(root)).toEqual(['Sent/a.eml', 'a.eml']);
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('a later mail');
    expect(readFileSync(join(root, 'Sent/a.eml'), 'utf8')).toBe('earlier');
  });

  it('if a later version of it is known, although nothing else tells them apart', () => {
    const root = watchedFolder();
    const file = { ...addFile(root, '', 'a.eml', 'mail'), bornNs: 0n, ctimeNs: 0n };
    expect(moveFile(root, 'Sent', file, false)).toEqual({ kind: 'changed', why: 'changed' });
    expect(contents(root)).toEqual({ 'a.eml': 'mail' });
  });

  it('if it was deleted and made again with the same ID, size, and time', () => {
    const root = watchedFolder();
    const { fileId: _, ...sent } = addFile(root, '', 'a.eml', 'mail');
    rmSync(join(root, 'a.eml'));
    const { fileId } = addFile(root, '', 'a.eml', 'post');
    const at = Number(sent.mtimeNs / 1_000_000n) / 1000;
    fs.utimesSync(join(root, 'a.eml'), at, at);
    const { mtimeNs } = versionOf(join(root, 'a.eml'));
    const file = { ...sent, fileId, mtimeNs };
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed', why: 'changed' });
    // Where the system can't tell when a file was made.
    expect(moveFile(root, 'Sent', { ...file, bornNs: 0n })).toEqual({ kind: 'changed', why: 'touched' });
    expect(contents(root)).toEqual({ 'a.eml': 'post' });
  });

  it('if it was touched, because it may have been written to', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    fs.chmodSync(join(root, 'a.eml'), 0o600);
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed', why: 'touched' });
    expect(contents(root)).toEqual({ 'a.eml': 'mail' });
  });

  it('if it is gone just before the move, and nothing is left of that', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    justBefore('linkSync', () => rmSync(join(root, 'a.eml')));
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ENOENT' });
    expect(below(root)).toEqual([]);
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'missing', isSameVolume: true });
  });

  it('if its share is away, which is said', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    rmSync(root, { recursive: true });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'missing', isSameVolume: false });
  });

  it('if another file took its name', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    rmSync(join(root, 'a.eml'));
    addFile(root, '', 'a.eml', 'post');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed', why: 'changed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('post');
  });

  it.skipIf(process.platform === 'win32')('if the subfolder is a link that leads out of the folder', () => {
    const root = watchedFolder();
    const elsewhere = watchedFolder();
    symlinkSync(elsewhere, join(root, 'Sent'));
    const file = addFile(root, 'x', 'a.eml', 'mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ELOOP' });
    rmSync(join(root, 'Sent'));
    mkdirSync(join(root, 'Sent'));
    symlinkSync(elsewhere, join(root, 'Sent/x'));
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ELOOP' });
    expect(existsSync(join(elsewhere, 'a.eml'))).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('if its folder was moved elsewhere, and a link leads there', () => {
    const root = watchedFolder();
    const elsewhere = watchedFolder();
    const file = addFile(root, 'x/y', 'a.eml', 'mail');
    fs.renameSync(join(root, 'x'), join(elsewhere, 'x'));
    symlinkSync(join(elsewhere, 'x'), join(root, 'x'));
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ELOOP' });
    expect(readFileSync(join(elsewhere, 'x/y/a.eml'), 'utf8')).toBe('mail');
  });

  it('if the subfolder is a file', () => {
    const root = watchedFolder();
    addFile(root, '', 'Sent', 'no folder');
    const file = addFile(root, '', 'a.eml', 'mail');
    expect(moveFile(root, 'Sent', file)).toMatchObject({ kind: 'failed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('mail');
  });
});
