import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { canMount, mounts } from '../../../test/fixtures/mounts.ts';
import { observeScan, pathOf, temporaryFolder } from '../../../test/fixtures/scan-observer.ts';

test('a root may be a file: its folder is the root and its name the item', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mail.mbox'), 'From');
  writeFileSync(join(folder, 'other.mbox'), 'not asked for');
  const { result, files, batches } = await observeScan([join(folder, 'mail.mbox')]);
  expect(files.map(pathOf)).toEqual(['mail.mbox']);
  expect(files[0]).toMatchObject({ sizeBytes: 4, rootIndex: 0, folderBytes: null });
  expect(batches[0]?.folders[0]).toMatchObject({ isFirst: true, isLast: true, folder: '' });
  expect(result).toMatchObject({
    ok: true,
    value: { files: 1, folders: 0, sizeBytes: 4, roots: [{ kind: 'file', path: folder, name: 'mail.mbox' }] },
  });
});

test('files and folders together, each under its own root', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  mkdirSync(join(folder, 'a-b'));
  writeFileSync(join(folder, 'a/inside'), '');
  writeFileSync(join(folder, 'a-b/beside'), '');
  writeFileSync(join(folder, 'loose'), '');
  const { files } = await observeScan(['a', 'loose', 'a-b'].map((name) => join(folder, name)));
  expect(files.map((file) => [file.rootIndex, pathOf(file)]).sort()).toEqual([
    [0, 'inside'],
    [1, 'loose'],
    [2, 'beside'],
  ]);
});

test('a root that is a symbolic link was named on purpose and is followed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/file'), 'x');
  symlinkSync('real', join(folder, 'link'));
  symlinkSync('real/file', join(folder, 'link-to-file'));
  expect((await observeScan([join(folder, 'link')])).files.map(pathOf)).toEqual(['file']);
  expect((await observeScan([join(folder, 'link-to-file')])).files).toMatchObject([
    { name: 'link-to-file', sizeBytes: 1 },
  ]);
});

test.each([
  ['missing', 'source-missing'],
  ['file/below', 'source-missing'],
  ['broken', 'source-missing'],
  ['pipe', 'path-not-a-file'],
  ['loop', 'path-unreadable'],
  ['', 'source-path-empty'],
])('the root "%s" is refused with %s before anything is read', async (name, code) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('nowhere', join(folder, 'broken'));
  symlinkSync('loop', join(folder, 'loop'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  const root = name === '' ? '' : join(folder, name);
  const { result, batches } = await observeScan([join(folder, 'file'), root]);
  expect(result).toMatchObject({ ok: false, failure: { code } });
  expect(result.ok ? '' : failureText(result.failure)).toContain(name === '' ? 'empty' : root);
  expect(batches).toEqual([]);
});

test('a device is refused', async () => {
  expect((await observeScan(['/dev/null'])).result).toMatchObject({
    ok: false,
    failure: { code: 'path-not-a-file' },
  });
});

test.each([
  ['the same folder twice', ['case', 'case']],
  ['the same in two spellings', ['case', 'case/../case/']],
  ['the same by way of a link', ['case', 'link']],
  ['a folder inside another', ['case/mail', 'case']],
  ['a file inside a folder', ['case', 'case/mail/a.eml']],
  ['inside by way of a link', ['link/mail', 'case']],
  ['the same file twice', ['case/mail/a.eml', 'case/mail/a.eml']],
])('%s is refused, and both are named', async (_what, names) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'case/mail'), { recursive: true });
  mkdirSync(join(folder, 'case-2'));
  writeFileSync(join(folder, 'case/mail/a.eml'), '');
  symlinkSync('case', join(folder, 'link'));
  const given = names.map((name) => `${folder}/${name}`);
  const { result, batches } = await observeScan([join(folder, 'case-2'), ...given]);
  expect(result).toMatchObject({ ok: false, failure: { code: 'sources-overlap' } });
  for (const one of given) expect(result.ok ? '' : failureText(result.failure)).toContain(`“${one}”`);
  expect(batches).toEqual([]);
});

describe.runIf(canMount)('where a folder is mounted a second time', () => {
  test.each([
    ['the same folder twice', ['case', 'mounted'], 'case'],
    ['the same file twice', ['case/mail/a.eml', 'mounted/mail/a.eml'], 'case'],
    ['a folder inside, by the path of the mount', ['case', 'mounted/mail'], 'case'],
    ['a file inside, by the path of the mount', ['mounted/mail/a.eml', 'case'], 'case'],
    ['a folder inside, mounted elsewhere', ['case', 'mounted'], 'case/mail'],
    ['below a folder inside, mounted elsewhere', ['mounted/deep', 'case'], 'case/mail'],
    ['a file of a folder inside, mounted elsewhere', ['case', 'mounted/a.eml'], 'case/mail'],
    ['a folder that holds the mount', ['case-2', 'case'], 'case'],
  ])('%s is refused, and both are named', async (_what, names, source) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'case/mail/deep'), { recursive: true });
    mkdirSync(join(folder, 'case-2/mounted'), { recursive: true });
    mkdirSync(join(folder, 'mounted'));
    writeFileSync(join(folder, 'case/mail/a.eml'), '');
    const target = join(folder, names.includes('case-2') ? 'case-2/mounted' : 'mounted');
    expect(mounts(join(folder, source), target)).toBe(true);
    const given = names.map((name) => join(folder, name));
    const { result } = await observeScan(given);
    expect(result).toMatchObject({ ok: false, failure: { code: 'sources-overlap' } });
    for (const one of given) expect(result.ok ? '' : failureText(result.failure)).toContain(`“${one}”`);
  });

  test('two mounted folders that hold nothing in common are both read', async () => {
    const folder = temporaryFolder();
    for (const name of ['case/mail', 'case/docs', 'mail', 'docs']) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'a'), '');
    }
    for (const name of ['mail', 'docs']) mounts(join(folder, 'case', name), join(folder, name));
    expect((await observeScan([join(folder, 'mail'), join(folder, 'docs')])).files).toHaveLength(2);
  });
});

test('a hard link in another folder is a file of its own', async () => {
  const folder = temporaryFolder();
  for (const name of ['a', 'b']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'a/x'), '');
  linkSync(join(folder, 'a/x'), join(folder, 'b/x'));
  expect((await observeScan([join(folder, 'a/x'), join(folder, 'b/x')])).files).toHaveLength(2);
});

test('a relative root is taken from the working directory', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'x'), '');
  const { result, files } = await observeScan([relative(process.cwd(), folder)]);
  expect(result).toMatchObject({ ok: true, value: { roots: [{ kind: 'folder', path: folder }] } });
  expect(files).toHaveLength(1);
});

test('no root at all finds nothing', async () => {
  expect((await observeScan([])).result).toMatchObject({ ok: true, value: { files: 0, folders: 0 } });
});

test('links to two folders whose names differ only in bytes that are not UTF-8 do not overlap', async () => {
  const folder = temporaryFolder();
  for (const [link, byte] of [
    ['first', 0xe8],
    ['second', 0xe9],
  ] as const) {
    const target = Buffer.concat([Buffer.from(`${folder}/Caf`), Buffer.from([byte])]);
    mkdirSync(target);
    symlinkSync(target, join(folder, link));
  }
  const { result } = await observeScan([join(folder, 'first'), join(folder, 'second')]);
  expect(result).toMatchObject({ ok: true, value: { folders: 2 } });
});
