import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import { comparedText, differenceText } from '../../../preload/contract/texts/verify-text.ts';
import { clean, compared, listedItems, putFiles } from '../../../test/fixtures/compared-folder.ts';
import { item, jsonOf, sha1, sourceOf } from '../../../test/fixtures/receipt.ts';
import { collidingContents } from '../../../test/fixtures/sha1-collision.ts';
import type { FolderComparison } from './compare-folder.ts';
import type { ReceiptItem, ReceiptUpload } from './receipt.ts';
import { type VerifyOptions, verifyReceipt } from './verify.ts';

let dir = '';
let receipt = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lading-custody-'));
  receipt = join(dir, 'receipt.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const files = { 'Ng, Ana/plan.txt': 'the plan', 'Roe, Sam/a/b.csv': 'x,y', 'Жукова, Ирина/план.txt': 'план' };

const put = (folder: string, contents: Readonly<Record<string, string>> = files) =>
  putFiles(folder, contents);
const itemsOf = (contents: Readonly<Record<string, string>> = files, root?: string) =>
  listedItems(contents, root);
async function issue(items: readonly ReceiptItem[], changes: Partial<ReceiptUpload> = {}): Promise<void> {
  await writeFile(receipt, await jsonOf(sourceOf(items, changes)));
}
const against = (folder: string, options: VerifyOptions = {}) => compared(receipt, folder, options);

describe('against the files', () => {
  test('the folder itself, unchanged, is the same', async () => {
    await issue(itemsOf());
    expect(await against(await put(join(dir, 'copy')))).toMatchObject({
      ...clean,
      same: 3,
      sameSizeOnly: 0,
    });
  });

  test('lists differences in the order in which people read paths, however they were found', async () => {
    const here = { 'b/10.txt': 'ten', 'b/2.txt': 'two', 'a.txt': 'a', 'c.txt': 'c' };
    await issue(itemsOf(here));
    const folder = await put(join(dir, 'copy'), {
      'b/10.txt': 'TEN', // by its content
      'b/2.txt': 'longer', // by its size
      'c.txt': 'c',
      'b/1.txt': 'another',
    });
    const { differences } = await against(folder);
    expect(differences.map(({ kind, path }) => [kind, path])).toEqual([
      ['missing', 'a.txt'],
      ['not-in-receipt', 'b/1.txt'],
      ['changed', 'b/2.txt'],
      ['changed', 'b/10.txt'],
    ]);
  });

  test('finds the root inside the folder', async () => {
    await issue(itemsOf());
    await put(join(dir, 'media', 'disk1'));
    expect(await against(join(dir, 'media'))).toMatchObject({ ...clean, same: 3 });
  });

  test('a file of the folder stands for one file of the receipt, also where a folder in one source is named as another', async () => {
    const here = { 'a.txt': 'a', 'sam/b.txt': 'b' };
    const listed = [...itemsOf(here, '/in/ana'), ...itemsOf({ 'b.txt': 'b' }, '/in/sam')];
    await issue(listed.map((each, index) => ({ ...each, id: index + 1 })));
    const folder = await put(join(dir, 'ana'), here);
    expect(await against(folder)).toMatchObject({ same: 2, missing: 1, changed: 0, notInReceipt: 0 });
  });

  test('finds several roots by their own names, including those of another system', async () => {
    const roots = ['C:\\Evidence\\Ana', '/mnt/sam'];
    const items = roots.flatMap((root, index) =>
      itemsOf({ 'mail.eml': root }, root).map((each) => ({ ...each, id: index + 1 })),
    );
    await issue(items, { sources: roots });
    const folder = await put(join(dir, 'all'), {
      'Ana/mail.eml': roots[0] ?? '',
      'sam/mail.eml': roots[1] ?? '',
    });
    expect(await against(folder)).toMatchObject({ ...clean, same: 2 });
  });

  test('takes the folder for the root of its name alone, also where another one has the same files', async () => {
    const roots = ['/media/Laptop', '/media/Backup'];
    const items = roots.flatMap((root, index) =>
      itemsOf({ 'mail.eml': 'same' }, root).map((each) => ({ ...each, id: index + 1 })),
    );
    await issue(items, { sources: roots });
    for (const name of ['Laptop', 'Backup', 'Other']) {
      const folder = await put(join(dir, name), { 'mail.eml': 'same' });
      expect(await against(folder)).toMatchObject(
        name === 'Other' ? { same: 0, missing: 2 } : { same: 1, missing: 1 },
      );
    }
  });

  test('a root that was a single file is found in the folder', async () => {
    await issue(itemsOf({ 'a.pst': 'mail' }, '/media/a.pst'), { sources: ['/media/a.pst'] });
    expect(await against(await put(join(dir, 'one'), { 'a.pst': 'mail' }))).toMatchObject({
      ...clean,
      same: 1,
    });
  });

  test('refuses two roots of one name', async () => {
    await issue([], { sources: ['/a/docs', '/b/docs'] });
    expect(await verifyReceipt(receipt, { against: dir })).toMatchObject({
      ok: false,
      failure: { code: 'compare-folder-ambiguous', name: 'docs' },
    });
  });

  test('missing, grown, altered and unknown files are each named, the receipt is still intact', async () => {
    await issue(itemsOf());
    const folder = await put(join(dir, 'copy'), {
      'Roe, Sam/a/b.csv': 'x,z',
      'Жукова, Ирина/план.txt': 'план!',
      'Roe, Sam/new.txt': 'new',
    });
    const reported: string[] = [];
    const report = await against(folder, {
      onDifference: ({ path, kind }) => reported.push(`${kind} ${path}`),
    });
    expect(report).toMatchObject({
      same: 0,
      missing: 1,
      changed: 2,
      notInReceipt: 1,
      differencesNotListed: 0,
    });
    expect(report.differences.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'Ng, Ana/plan.txt', kind: 'missing', reason: { code: 'missing' } },
      {
        path: 'Roe, Sam/a/b.csv',
        kind: 'changed',
        reason: { code: 'content-differs', differing: ['sha1'], same: [] },
      },
      { path: 'Roe, Sam/new.txt', kind: 'not-in-receipt', reason: { code: 'not-in-receipt' } },
      {
        path: 'Жукова, Ирина/план.txt',
        kind: 'changed',
        reason: { code: 'size-differs', sizeBytes: 9, receiptBytes: 8 },
      },
    ]);
    expect(reported).toHaveLength(4);
    expect(await verifyReceipt(receipt, { against: folder })).toMatchObject({
      ok: true,
      value: { intact: true },
    });
  });

  test('without hashes only sizes are compared, and that is said', async () => {
    await issue(itemsOf().map((each) => ({ ...each, sha1: null })));
    const folder = await put(join(dir, 'copy'), { ...files, 'Roe, Sam/a/b.csv': '???' });
    expect(await against(folder)).toMatchObject({ ...clean, same: 0, sameSizeOnly: 3 });
  });

  test('a file is the same only if every hash of the receipt says so, and the words name the hashes', async () => {
    const [sent, other] = collidingContents();
    const hash = (algorithm: string, content: Buffer) => createHash(algorithm).update(content).digest('hex');
    const hashes = { sha1: hash('sha1', sent), sha256: hash('sha256', sent), md5: hash('md5', sent) };
    const { sha1: onlySha1, sha256, md5 } = hashes;
    const receiptOf = [
      { sha1: onlySha1, md5 },
      { sha1: onlySha1, md5: null, sha256 },
      { sha1: null, md5, sha256 },
      hashes,
      { sha1: onlySha1, md5: null },
    ];
    const folder = join(dir, 'copy');
    await mkdir(folder);
    const items = receiptOf.map((known, index) =>
      item(index + 1, { root: '/media/disk1', path: `${index}.pdf`, sizeBytes: sent.length, ...known }),
    );
    await issue(items);
    for (const { path } of items) await writeFile(join(folder, path), other);
    const changed = await against(folder);
    expect(changed).toMatchObject({ changed: 4, same: 1, sameBy: [{ hashes: ['sha1'], files: 1 }] });
    const reasons = changed.differences.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(reasons.map(({ reason }) => differenceText(reason))).toEqual([
      "Same size, different content. Its MD5 differs from the receipt's, although the SHA-1 is the same.",
      "Same size, different content. Its SHA-256 differs from the receipt's, although the SHA-1 is the same.",
      "Same size, different content. Its SHA-256 and MD5 differ from the receipt's.",
      "Same size, different content. Its SHA-256 and MD5 differ from the receipt's, although the SHA-1 is the same.",
    ]);
    for (const { path } of items) await writeFile(join(folder, path), sent);
    const { sameBy, ...same } = await against(folder);
    expect(same).toMatchObject({ ...clean, same: 5 });
    expect(sameBy.map((files) => `${files.files} ${comparedText(files.hashes)}`).toSorted()).toEqual([
      '1 size and SHA-1',
      '1 size, SHA-1, and MD5',
      '1 size, SHA-256, SHA-1, and MD5',
      '1 size, SHA-256, and MD5',
      '1 size, SHA-256, and SHA-1',
    ]);
  });

  test('links and skipped files are neither compared nor reported as unknown', async () => {
    const [plan, ...others] = itemsOf();
    if (plan === undefined) throw new Error('no items');
    await issue([
      { ...plan, outcome: 'skipped', reason: { code: 'special-file' }, sizeBytes: 0, sha1: null },
      ...others,
      item(9, {
        root: null,
        path: 'x.zip',
        link: 'https://files.example.com/x.zip',
        sizeBytes: null,
        modified: null,
      }),
    ]);
    expect(await against(await put(join(dir, 'copy')))).toMatchObject({
      ...clean,
      same: 2,
      notCompared: 2,
    });
  });

  test('compares a file whose upload failed', async () => {
    await issue(itemsOf().map((each) => ({ ...each, outcome: 'failed', reason: { code: 'path-missing' } })));
    expect(await against(await put(join(dir, 'copy')))).toMatchObject({ ...clean, same: 3 });
  });

  test('names that are not valid Unicode are found by their bytes', async () => {
    if (process.platform !== 'linux') return;
    const bytes = Buffer.from('Ng, Ana/caf\xe9.txt', 'latin1');
    const folder = join(dir, 'copy');
    await mkdir(join(folder, 'Ng, Ana'), { recursive: true });
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), bytes]), 'x');
    await issue([
      item(1, {
        path: 'Ng, Ana/caf\ufffd.txt',
        pathBytesHex: bytes.toString('hex'),
        sizeBytes: 1,
        sha1: sha1('x'),
      }),
    ]);
    expect(await against(folder)).toMatchObject({ ...clean, same: 1 });
  });

  test('distinguishes a folder in place of a file, an unreadable file and a link loop', async () => {
    const contents = { 'a.txt': 'a', 'b.txt': 'b' };
    await issue(itemsOf(contents));
    const folder = await put(join(dir, 'copy'), { 'a.txt/inner.txt': 'a', 'b.txt': 'b' });
    await symlink(folder, join(folder, 'round'));
    await chmod(join(folder, 'b.txt'), 0o000);
    const mayReadAll = process.getuid?.() === 0;
    expect(await against(folder)).toMatchObject({
      changed: 1,
      notInReceipt: 1,
      [mayReadAll ? 'same' : 'unreadable']: 1,
    });
  });

  test('what can’t be read is named once, as unreadable, whether or not the scan could read it', async () => {
    const unread = { outcome: 'failed', sizeBytes: null, modified: null, sha1: null } as const;
    await issue([
      ...itemsOf({ 'a.txt': 'a' }),
      item(2, { root: '/media/disk1', path: 'closed', ...unread }),
      item(3, { root: '/media/disk1', path: 'listed/closed', ...unread }),
      item(4, { root: '/media/disk1', path: 'open', ...unread }),
    ]);
    const names = { 'a.txt': 'a', 'closed/b.txt': 'b', 'listed/closed/c.txt': 'c', 'open/d.txt': 'd' };
    const folder = await put(join(dir, 'copy'), names);
    await chmod(dir, 0o755);
    await chmod(join(folder, 'closed'), 0o000);
    // Its names can be listed, what they name can't be looked at.
    await chmod(join(folder, 'listed'), 0o444);
    const script = fileURLToPath(new URL('../../../test/fixtures/verify-as-nobody.ts', import.meta.url));
    const user = process.getuid?.() === 0 ? ['65534'] : [];
    const { stdout } = await promisify(execFile)(process.execPath, [script, receipt, folder, ...user]);
    for (const name of ['closed', 'listed']) await chmod(join(folder, name), 0o700);
    const found: FolderComparison = JSON.parse(stdout);
    expect(found.differences.map(({ kind, path }) => `${kind} ${path}`).sort()).toEqual([
      'not-in-receipt open/d.txt',
      'unreadable closed',
      'unreadable listed/closed',
    ]);
    expect(found).toMatchObject({ same: 1, missing: 0, changed: 0, unreadable: 2, notCompared: 2 });
  });

  test('a symbolic link in the place of a file is a difference, other ones are counted apart', async () => {
    await issue(itemsOf({ 'a.txt': 'a', 'b.txt': 'b' }));
    const folder = await put(join(dir, 'copy'), { 'a.txt': 'a' });
    const elsewhere = await put(join(dir, 'elsewhere'), { 'b.txt': 'b', 'c/d.txt': 'd' });
    await symlink(join(elsewhere, 'b.txt'), join(folder, 'b.txt'));
    await symlink(join(elsewhere, 'b.txt'), join(folder, 'linked.txt'));
    await symlink(join(elsewhere, 'c'), join(folder, 'linked'));
    expect(await against(folder)).toMatchObject({
      ...clean,
      ...{ same: 1, changed: 1, links: 2 },
      differences: [{ path: 'b.txt', kind: 'changed', reason: { code: 'link' } }],
    });
  });

  test('a file behind a folder that is a symbolic link is a difference, and the chosen folder may be one', async () => {
    await issue(itemsOf({ 'a.txt': 'a', 'b/c/d.txt': 'd' }));
    const elsewhere = await put(join(dir, 'elsewhere'), { 'c/d.txt': 'd' });
    const folder = await put(join(dir, 'copy'), { 'a.txt': 'a' });
    await symlink(elsewhere, join(folder, 'b'));
    await symlink(folder, join(dir, 'chosen'));
    expect(await against(join(dir, 'chosen'))).toMatchObject({
      ...clean,
      ...{ same: 1, changed: 1, links: 1 },
      differences: [{ path: 'b/c/d.txt', kind: 'changed', reason: { code: 'link' } }],
    });
  });

  test('a receipt that is another one when it is read again is refused', async () => {
    const items = itemsOf();
    await issue(items.map((each) => ({ ...each, sha1: sha1('other') })));
    const other = await readFile(receipt);
    await issue(items);
    const folder = await put(join(dir, 'copy'));
    expect(
      await verifyReceipt(receipt, {
        against: folder,
        onProgress: ({ phase }) => {
          if (phase === 'sizes') writeFileSync(receipt, other);
        },
      }),
    ).toEqual(failure('receipt-changed', { path: receipt }));
  });

  test('a receipt from elsewhere does not lead out of the folder', async () => {
    await writeFile(join(dir, 'secret.txt'), 'x');
    await issue([item(1, { path: '../secret.txt', sizeBytes: 1, sha1: sha1('x') })]);
    const folder = await put(join(dir, 'copy'), {});
    await mkdir(folder);
    expect(await against(folder)).toMatchObject({ same: 0, unreadable: 1 });
  });

  test('nor by the name of a root', async () => {
    await put(join(dir, 'outside'));
    const folder = join(dir, 'chosen');
    await mkdir(folder);
    for (const root of ['/media/..', 'C:\\..']) {
      const items = itemsOf().map((each) => ({ ...each, root, path: `outside/${each.path}` }));
      await issue(items, { sources: [root] });
      expect(await against(folder), root).toMatchObject({ same: 0, missing: 3 });
    }
  });

  test('the list of differences stops at a thousand, the count does not', async () => {
    await issue(Array.from({ length: 1200 }, (_, index) => item(index + 1)));
    const folder = join(dir, 'empty');
    await mkdir(folder);
    const report = await against(folder);
    expect(report).toMatchObject({ missing: 1200, differencesNotListed: 200 });
    expect(report.differences).toHaveLength(1000);
  });

  test('reports progress for the receipt, the sizes and every byte hashed', async () => {
    await issue(itemsOf());
    const seen = new Map<string, number>();
    await against(await put(join(dir, 'copy')), {
      onProgress: ({ phase, bytesDone }) => seen.set(phase, bytesDone),
    });
    expect([...seen]).toEqual([
      ['receipt', 0],
      ['sizes', 0],
      ['hashes', 19],
    ]);
  });

  test('stops in every phase when its signal is aborted', async () => {
    await issue(itemsOf());
    const folder = await put(join(dir, 'copy'));
    for (const phase of ['receipt', 'sizes', 'hashes']) {
      const stop = new AbortController();
      const verified = await verifyReceipt(receipt, {
        against: folder,
        signal: stop.signal,
        onProgress: (progress) => {
          if (progress.phase === phase) stop.abort();
        },
      });
      expect(verified, phase).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    }
  });

  test('names a missing folder', async () => {
    await issue(itemsOf());
    const folder = join(dir, 'nowhere');
    expect(await verifyReceipt(receipt, { against: folder })).toMatchObject({
      ok: false,
      failure: { code: 'compare-folder-unreadable', path: folder, missing: true },
    });
  });
});
