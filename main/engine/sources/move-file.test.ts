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
import { decodeRaw, fileIdentity } from '../types/source-path.ts';
import { moveFile as moveRequested } from './move-file.ts';
import type { MovableFile, Moved } from './reader-protocol.ts';

function watchedFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'lading-move-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function addFile(root: string, folder: string, name: string, content: string): MovableFile {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  writeFileSync(path, content);
  return {
    folder,
    folderBytes: null,
    name,
    nameBytes: null,
    ...fileIdentity(lstatSync(path, { bigint: true })),
  };
}

const mover = 'this process';
const moveFile = (root: string, subfolder: string, file: MovableFile): Moved =>
  moveRequested({ root, subfolder, file, mover });

/** Every file and link below a folder. */
const below = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** Does something else just before the move renames its file. */
function beforeRename(change: () => void): void {
  const { renameSync } = fs;
  const restore = (): void => {
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
  };
  fs.renameSync = (from, to) => {
    restore();
    change();
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  onTestFinished(restore);
}

describe('a file that was sent is moved', () => {
  it('with its folders, and stays the same file', () => {
    const root = watchedFolder();
    const file = addFile(root, 'Ng, Ana/mail', 'a.eml', 'mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/Ng, Ana/mail/a.eml' });
    expect(existsSync(join(root, 'Ng, Ana/mail/a.eml'))).toBe(false);
    const moved = fileIdentity(lstatSync(join(root, 'Sent/Ng, Ana/mail/a.eml'), { bigint: true }));
    expect(moved).toMatchObject({ fileId: file.fileId, mtimeNs: file.mtimeNs });
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
    const identity = fileIdentity(lstatSync(raw, { bigint: true }));
    const file = { folder: '', folderBytes: null, name: text, nameBytes: bytes, ...identity };
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/%E9.t' });
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

describe.skipIf(process.platform === 'win32')('after a kill', () => {
  const killedMove = fileURLToPath(new URL('../../../test/engine/killed-move.ts', import.meta.url));
  const killDuringMove = (root: string, file: MovableFile, afterChange: number): void => {
    const request = JSON.stringify({ root, subfolder: 'Sent', file, mover: 'killed' }, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const { signal } = spawnSync(process.execPath, [killedMove, request, String(afterChange)]);
    expect(signal).toBe('SIGKILL');
  };

  it.each([
    ['the name was reserved', 1],
    ['the file was renamed', 2],
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

  it('what another file had reserved is left to it', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    killDuringMove(root, file, 1);
    rmSync(join(root, 'a.eml'));
    const next = addFile(root, '', 'a.eml', 'the next mail');
    expect(moveFile(root, 'Sent', next)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
  });
});

describe('a file stays where it is', () => {
  it('if it changed since', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    writeFileSync(join(root, 'a.eml'), 'longer mail');
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('longer mail');
  });

  it('if another file took its name just before the move, and the file there keeps its name too', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    addFile(root, 'Sent', 'a.eml', 'earlier');
    beforeRename(() => {
      rmSync(join(root, 'a.eml'));
      addFile(root, '', 'a.eml', 'a later mail');
    });
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed' });
    expect(below(root)).toEqual(['Sent/a.eml', 'a.eml']);
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('a later mail');
    expect(readFileSync(join(root, 'Sent/a.eml'), 'utf8')).toBe('earlier');
  });

  it('if it is gone just before the move, and nothing is left of that', () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    beforeRename(() => rmSync(join(root, 'a.eml')));
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
    expect(moveFile(root, 'Sent', file)).toEqual({ kind: 'changed' });
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
