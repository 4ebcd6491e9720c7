import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeRaw, fileIdentity } from '../types/source-path.ts';
import { type MovableFile, moveFile } from './move-file.ts';

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

describe('a file that was sent is moved', () => {
  it('with its folders, and stays the same file', async () => {
    const root = watchedFolder();
    const file = addFile(root, 'Ng, Ana/mail', 'a.eml', 'mail');
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/Ng, Ana/mail/a.eml' });
    expect(existsSync(join(root, 'Ng, Ana/mail/a.eml'))).toBe(false);
    const moved = fileIdentity(lstatSync(join(root, 'Sent/Ng, Ana/mail/a.eml'), { bigint: true }));
    expect(moved).toMatchObject({ fileId: file.fileId, mtimeNs: file.mtimeNs });
  });

  it('beside a file of the same name, never over it', async () => {
    const root = watchedFolder();
    addFile(root, 'Sent', 'a.eml', 'earlier');
    addFile(root, 'Sent', 'a (2).eml', 'earlier too');
    const file = addFile(root, '', 'a.eml', 'new');
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (3).eml' });
    expect(readFileSync(join(root, 'Sent/a.eml'), 'utf8')).toBe('earlier');
    expect(readFileSync(join(root, 'Sent/a (3).eml'), 'utf8')).toBe('new');
  });

  it.runIf(process.platform === 'linux')('under a name that is not Unicode', async () => {
    const root = watchedFolder();
    const raw = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe9, 0x2e, 0x74])]);
    writeFileSync(raw, 'x');
    const { text, bytes } = decodeRaw('\xe9.t');
    const identity = fileIdentity(lstatSync(raw, { bigint: true }));
    const file = { folder: '', folderBytes: null, name: text, nameBytes: bytes, ...identity };
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/%E9.t' });
    expect(existsSync(Buffer.concat([Buffer.from(`${root}/Sent/`), Buffer.from([0xe9, 0x2e, 0x74])]))).toBe(
      true,
    );
  });

  it('once: what a kill left unrecorded is found where it is', async () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    await moveFile(root, 'Sent', file);
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a.eml' });
  });

  it('once, under another name too', async () => {
    const root = watchedFolder();
    addFile(root, 'Sent', 'a.eml', 'earlier');
    const file = addFile(root, '', 'a.eml', 'mail');
    await moveFile(root, 'Sent', file);
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'moved', to: 'Sent/a (2).eml' });
  });
});

describe('a file stays where it is', () => {
  it('if it changed since', async () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    writeFileSync(join(root, 'a.eml'), 'longer mail');
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'changed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('longer mail');
  });

  it('if another file took its name', async () => {
    const root = watchedFolder();
    const file = addFile(root, '', 'a.eml', 'mail');
    rmSync(join(root, 'a.eml'));
    addFile(root, '', 'a.eml', 'post');
    expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'changed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('post');
  });

  it.skipIf(process.platform === 'win32')(
    'if the subfolder is a link that leads out of the folder',
    async () => {
      const root = watchedFolder();
      const elsewhere = watchedFolder();
      symlinkSync(elsewhere, join(root, 'Sent'));
      const file = addFile(root, 'x', 'a.eml', 'mail');
      expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ELOOP' });
      rmSync(join(root, 'Sent'));
      mkdirSync(join(root, 'Sent'));
      symlinkSync(elsewhere, join(root, 'Sent/x'));
      expect(await moveFile(root, 'Sent', file)).toEqual({ kind: 'failed', errno: 'ELOOP' });
      expect(existsSync(join(elsewhere, 'a.eml'))).toBe(false);
    },
  );

  it('if the subfolder is a file', async () => {
    const root = watchedFolder();
    addFile(root, '', 'Sent', 'no folder');
    const file = addFile(root, '', 'a.eml', 'mail');
    expect(await moveFile(root, 'Sent', file)).toMatchObject({ kind: 'failed' });
    expect(readFileSync(join(root, 'a.eml'), 'utf8')).toBe('mail');
  });
});
