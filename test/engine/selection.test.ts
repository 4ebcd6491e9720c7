import { createHash } from 'node:crypto';
import { copyFile, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dryRun, type UploadId, type UploadRequest } from '../../main/engine/index.ts';
import { changeCustodians, undoCustodians } from '../../main/engine/uploads/assign-custodians.ts';
import { chooseFiles } from '../../main/engine/uploads/choose-files.ts';
import { setSelection } from '../../main/engine/uploads/select-files.ts';
import { everything, type Selection } from '../../preload/contract/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openTestEnv,
  openWithContext,
  requestFor,
  runOptions,
  sourceFiles,
  type TestEnv,
} from './harness.ts';

let env: TestEnv;
let engine: OpenedEngine;

beforeAll(async () => {
  env = await openTestEnv();
  engine = openWithContext(env.stateDir);
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
});
afterAll(async () => {
  await engine.close();
  await env.end();
});
beforeEach(() => rm(env.evidence, { recursive: true, force: true }));

const prepare = async (request: Partial<UploadRequest> = {}, isDraft = true): Promise<UploadId> =>
  unwrap(
    await engine.prepare(
      requestFor(env, { dataset: { name: crypto.randomUUID(), description: null }, ...request }),
      never,
      { isDraft },
    ),
  );
const select = async (id: UploadId, rules: Partial<Selection>) =>
  unwrap(await setSelection(engine.context, id, { ...everything, ...rules }));
/** Starts a draft and sends it. Returns what the platform accepted. */
async function send(id: UploadId): Promise<readonly string[]> {
  unwrap(await engine.start(id));
  unwrap(await engine.run(id, runOptions()));
  return [...engine.sentFiles(id)].map(({ path }) => path).sort();
}
const skipped = (id: UploadId) =>
  Object.fromEntries([...engine.problems(id)].map(({ path, reason }) => [path, reason?.code]));
function expectExactTotals(id: UploadId): void {
  const { db } = engine.context.store;
  const counted = db
    .prepare(
      'SELECT state, count(*) AS items, sum(size_bytes) AS bytes FROM items WHERE upload_id = ? GROUP BY 1 ORDER BY 1',
    )
    .all(id);
  const kept = db
    .prepare('SELECT state, items, bytes FROM totals WHERE upload_id = ? AND items > 0 ORDER BY 1')
    .all(id);
  expect(kept).toEqual(counted);
  const folders = db
    .prepare(
      `SELECT folders.id FROM folders JOIN roots ON roots.id = root_id WHERE upload_id = ? AND (items, bytes) <> (
         SELECT count(*), coalesce(sum(size_bytes), 0) FROM items WHERE folder_id = folders.id AND state <> 'skipped')`,
    )
    .all(id);
  expect(folders).toEqual([]);
}
const findings = (id: UploadId, code: string) =>
  engine.context.store.db
    .prepare<[number, string], { name: string; details: string }>(
      `SELECT items.name, details FROM findings JOIN items ON items.id = item_id
       WHERE findings.upload_id = ? AND code = ? ORDER BY items.name`,
    )
    .all(id, code)
    .map(({ name, details }) => [name, JSON.parse(details)]);

const tree = {
  'Smith/mail.pst': 9_000,
  'Smith/Thumbs.db': 700,
  'Smith/old/a.tmp': 100,
  'Jones/b.tmp': 200,
  'Jones/report.docx': 4_000,
};

describe('rules of a draft', () => {
  test('can be changed any number of times, and the totals stay exact', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { exclude: ['*.tmp'] });
    expect(skipped(id)).toEqual({ 'Smith/old/a.tmp': 'excluded', 'Jones/b.tmp': 'excluded' });
    expectExactTotals(id);
    await select(id, { include: ['Smith'], systemFiles: ['thumbnails'] });
    expect(skipped(id)).toEqual({
      'Smith/Thumbs.db': 'system-file',
      'Jones/b.tmp': 'not-included',
      'Jones/report.docx': 'not-included',
    });
    expectExactTotals(id);
    await select(id, {});
    expect(skipped(id)).toEqual({});
    expectExactTotals(id);
    expect(unwrap(engine.upload(id)).totals.queued).toEqual({ items: 5, bytes: 14_000 });
  });

  test('are followed, and every file that is not sent is in the receipt with the reason', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { exclude: ['*.tmp'], maxBytes: 5_000 });
    expect(await send(id)).toEqual(['Jones/report.docx', 'Smith/Thumbs.db']);
    expectExactTotals(id);
    const paper = new PassThrough();
    const text = paper.toArray();
    unwrap(await engine.writeReceipt(id, 'json', paper));
    const receipt = JSON.parse(Buffer.concat(await text).toString());
    expect(receipt.upload.options.selection).toMatchObject({ exclude: ['*.tmp'], maxBytes: 5_000 });
    expect(
      receipt.items
        .filter(({ outcome }: { outcome: string }) => outcome === 'skipped')
        .map(({ path, reason, reasonText }: Record<string, unknown>) => [path, reason, reasonText])
        .sort(),
    ).toEqual([
      ['Jones/b.tmp', { code: 'excluded', pattern: '*.tmp' }, 'It matches the excluded pattern *.tmp.'],
      [
        'Smith/mail.pst',
        { code: 'excluded-size', maxBytes: 5_000, minBytes: null },
        'Only files of up to 5.0 kB are sent.',
      ],
      ['Smith/old/a.tmp', { code: 'excluded', pattern: '*.tmp' }, 'It matches the excluded pattern *.tmp.'],
    ]);
    expect(receipt.totals.received.items).toBe(receipt.totals.accepted.items + receipt.totals.skipped.items);
    const selected = [...engine.log(id, 0)].find(({ type }) => type === 'files-selected');
    expect(selected?.data).toMatchObject({ selection: { exclude: ['*.tmp'] } });
    expect(failureOf(await setSelection(engine.context, id, everything)).code).toBe('upload-started');
  });

  test('by custodian follow each change of custodians', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { custodians: ['Smith'] });
    expect(Object.keys(skipped(id))).toHaveLength(5);
    const rules = [{ kind: 'folder', level: 1 }] as const;
    unwrap(await changeCustodians(engine.context, id, { kind: 'rules', rules: [...rules], custodian: null }));
    expect(skipped(id)).toEqual({
      'Jones/b.tmp': 'excluded-custodian',
      'Jones/report.docx': 'excluded-custodian',
    });
    expectExactTotals(id);
    unwrap(await undoCustodians(engine.context, id, 'undo'));
    expect(Object.keys(skipped(id))).toHaveLength(5);
    expectExactTotals(id);
  });

  test('that were not applied when Lading was killed are applied at the start', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    const { uploads, selections } = engine.context.repositories;
    const { request } = unwrap(engine.upload(id));
    uploads.setRequest(id, { ...request, selection: { ...everything, include: ['*.pst'] } });
    selections.setPending(id, true);
    expect(await send(id)).toEqual(['Smith/mail.pst']);
  });

  test('by custodian see custodian rules that were not applied when Lading was killed', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    const { uploads, custodians } = engine.context.repositories;
    const { request } = unwrap(engine.upload(id));
    uploads.setRequest(id, {
      ...request,
      custodianRules: [{ kind: 'folder', level: 1 }],
      selection: { ...everything, custodians: ['Smith'] },
    });
    custodians.setPending(id, true);
    const sent = await send(id);
    expect(sent).toContain('Smith/mail.pst');
    expect(sent.filter((path) => !path.startsWith('Smith/'))).toEqual([]);
  });

  test('with a pattern that can not be used are refused', async () => {
    await makeEvidence(env.evidence, tree);
    const selection = { ...everything, exclude: ['[a'] };
    const refused = { code: 'glob-invalid', pattern: '[a', problem: 'a [ without its ]' };
    expect(failureOf(await engine.prepare(requestFor(env, { selection }), never))).toEqual(refused);
    const id = await prepare();
    expect(failureOf(await setSelection(engine.context, id, selection))).toEqual(refused);
  });

  test('that leave nothing create no dataset', async () => {
    await makeEvidence(env.evidence, tree);
    const before = (await sourceFiles(env)).length;
    const id = await prepare({ selection: { ...everything, include: ['nothing'] } }, false);
    unwrap(await engine.run(id, runOptions()));
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'finished', datasetId: null });
    expect((await sourceFiles(env)).length).toBe(before);
  });
});

test('what is chosen by hand overrides the rules: deeper folders and files override those above', async () => {
  await makeEvidence(env.evidence, tree);
  const id = await prepare();
  const { folders } = engine.context.repositories;
  const folderId = (path: string) => {
    const [root] = folders.roots(id);
    return folders.find({ rootId: root?.rootId ?? 0, key: Buffer.from(path) }) ?? 0;
  };
  const choose = async (choice: Parameters<typeof chooseFiles>[2]) => {
    unwrap(await chooseFiles(engine.context, id, choice));
    expectExactTotals(id);
  };
  await choose({ folders: [{ id: folderId('Smith'), choice: 'deselected' }] });
  expect(Object.keys(skipped(id))).toEqual(Object.keys(tree).filter((path) => path.startsWith('Smith')));
  await choose({ folders: [{ id: folderId('Smith/old'), choice: 'selected' }] });
  await select(id, { exclude: ['*.tmp'] });
  expect(skipped(id)).toEqual({
    'Smith/mail.pst': 'deselected',
    'Smith/Thumbs.db': 'deselected',
    'Jones/b.tmp': 'excluded',
  });
  const item = [...engine.context.repositories.items.problemItems(id)].find(({ name }) => name === 'b.tmp');
  await choose({ items: [{ id: item?.id ?? 0, choice: 'selected' }] });
  await choose({ folders: [{ id: folderId('Smith'), choice: null }] });
  expect(skipped(id)).toEqual({ 'Smith/old/a.tmp': 'excluded' });
  expect(
    failureOf(await chooseFiles(engine.context, id, { folders: [{ id: 999_999, choice: null }] })).code,
  ).toBe('folder-not-found');
});

test('a set of segments is sent whole or not at all, and a missing segment is named', async () => {
  await makeEvidence(env.evidence, { 'disk.E01': 3_000, 'disk.E02': 3_000, 'disk.E04': 10, 'a.zip': 10 });
  const id = await prepare();
  expect(findings(id, 'segments')).toEqual([['disk.E01', { files: 3, bytes: 6_010 }]]);
  expect(findings(id, 'segment-missing')).toEqual([['disk.E01', { names: ['disk.E03'], missing: 1 }]]);
  await select(id, { minBytes: 5_000 });
  expect(skipped(id)).toEqual({ 'a.zip': 'excluded-size' });
  await select(id, { exclude: ['*.E01'] });
  expect(Object.keys(skipped(id)).sort()).toEqual(['disk.E01', 'disk.E02', 'disk.E04']);
  const item = [...engine.context.repositories.items.problemItems(id)].find(
    ({ name }) => name === 'disk.E04',
  );
  unwrap(await chooseFiles(engine.context, id, { items: [{ id: item?.id ?? 0, choice: 'selected' }] }));
  expect(skipped(id)).toEqual({});
});

test('segments are never packed; other files whose extension is a number are', async () => {
  await makeEvidence(env.evidence, {
    'disk.001': 1_000_000,
    'disk.002': 1_000_000,
    'disk.003': 10,
    'report.2023': 100,
    'report.2024': 100,
  });
  const id = await prepare({ pack: 'always' });
  await send(id);
  const packed = [...engine.sentFiles(id)].filter(({ pack }) => pack !== undefined);
  expect(packed.map(({ path }) => path).sort()).toEqual(['report.2023', 'report.2024']);
});

describe('what earlier uploads sent to the same database', () => {
  test('is found, and not sent again where only new files are wanted', async () => {
    await makeEvidence(env.evidence, { 'sent/a': 100, 'sent/b': 200, 'sent/c': 300 });
    await send(await prepare());
    await writeFile(join(env.evidence, 'sent/b'), 'changed');
    await writeFile(join(env.evidence, 'sent/new'), 'new');
    const earlier = engine.uploads().at(-1);
    // From the folder inside: its paths are others.
    const id = await prepare({ sources: [join(env.evidence, 'sent')] });
    const sent = { upload: earlier?.uuid, at: expect.any(String), sourceFileId: expect.any(Number) };
    expect(findings(id, 'already-sent')).toEqual([
      ['a', sent],
      ['c', sent],
    ]);
    expect(findings(id, 'new-version').map(([name]) => name)).toEqual(['b']);
    // Found, but sent unless a person wants only what is new.
    expect(skipped(id)).toEqual({});
    await select(id, { onlyNew: true });
    expect(skipped(id)).toEqual({ a: 'already-sent', c: 'already-sent' });
    expect(await send(id)).toEqual(['b', 'new']);
    const all = await prepare({ selection: { ...everything, onlyNew: true } }, false);
    expect(unwrap(engine.upload(all)).totals.queued.items).toBe(0);
  });

  test('in a pack has the pack of that time as its source file', async () => {
    await makeEvidence(env.evidence, { 'packed/a': 100, 'packed/b': 200 });
    const sources = [join(env.evidence, 'packed')];
    await send(await prepare({ sources, pack: 'always' }));
    const pack = (await sourceFiles(env)).at(-1);
    await makeEvidence(env.evidence, { 'other/copy of a': 1 });
    await copyFile(join(env.evidence, 'packed/a'), join(env.evidence, 'other/copy of a'));
    const id = await prepare({ sources });
    const [[, first] = []] = findings(id, 'already-sent');
    expect(findings(id, 'already-sent').map(([name]) => name)).toEqual(['a', 'b']);
    expect(first.sourceFileId).toBe(pack?.id);
    const completed = engine.context.store.db
      .prepare('SELECT completed_at FROM source_files WHERE platform_id = ?')
      .pluck()
      .get(pack?.id);
    expect(first.at).toBe(completed);
    const copy = await prepare({
      sources: [join(env.evidence, 'other')],
      checks: { duplicates: true, knownHashes: null, hashLists: false },
    });
    const [[name, duplicate] = []] = findings(copy, 'duplicate');
    expect([name, duplicate.of, duplicate.at]).toEqual(['copy of a', 'a', completed]);
  });

  test('is only what the platform accepted: a copy, a touched file and one that failed are new', async () => {
    await makeEvidence(env.evidence, { 'x/a': 100, 'x/touched': 100, 'x/fails': 100 });
    const first = await prepare();
    await rm(join(env.evidence, 'x/fails'));
    await send(first);
    await makeEvidence(env.evidence, { 'x/fails': 100, 'y/a': 100 });
    await utimes(join(env.evidence, 'x/touched'), 1, 1);
    const id = await prepare({ selection: { ...everything, onlyNew: true } });
    expect(skipped(id)).toEqual({ 'x/a': 'already-sent' });
  });
});

describe('checks that read whole files', () => {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(env.evidence, path)), { recursive: true });
      await writeFile(join(env.evidence, path), text);
    }
  };
  const checks = { duplicates: false, knownHashes: null, hashLists: false };

  test('flag duplicates in an upload and of earlier ones, and skip them only where a person wants it', async () => {
    await write({ 'first/report': 'a report that was sent', 'first/other': 'size of the others!!!!' });
    await send(await prepare({ sources: [join(env.evidence, 'first')] }));
    await write({
      'second/a': 'same',
      'second/b': 'same',
      'second/c': 'diff',
      'second/empty': '',
      'second/empty2': '',
      'second/copy of report': 'a report that was sent',
    });
    const sources = [join(env.evidence, 'second')];
    const id = await prepare({ sources, checks: { ...checks, duplicates: true } });
    // The first one in the inventory is kept, which is in the order of the folder.
    const kept = String(findings(id, 'duplicate')[0]?.[1].of);
    const other = kept === 'a' ? 'b' : 'a';
    expect(findings(id, 'duplicate')).toEqual([
      [other, { of: kept, sha1: sha1('same'), upload: null, at: null }],
      [
        'copy of report',
        {
          of: 'report',
          sha1: sha1('a report that was sent'),
          upload: expect.any(String),
          at: expect.any(String),
        },
      ],
    ]);
    expect(skipped(id)).toEqual({});
    await select(id, { skipDuplicates: true });
    expect(skipped(id)).toEqual({ [other]: 'duplicate', 'copy of report': 'duplicate' });
    expectExactTotals(id);
    // The copy that is left is sent, whichever it is.
    await select(id, { skipDuplicates: true, exclude: [kept] });
    expect(skipped(id)).toEqual({ [kept]: 'excluded', 'copy of report': 'duplicate' });
    expectExactTotals(id);
  });

  test('send a duplicate once the file that stood for it failed, and never beside it', async () => {
    await write({
      'a report': 'the report',
      'b copy': 'the report',
      'c letter': 'a letter',
      'd copy': 'a letter',
    });
    const selection = { ...everything, skipDuplicates: true };
    const id = await prepare({ selection, checks: { ...checks, duplicates: true } }, false);
    const reasons = [...engine.problems(id)].map(({ path, reason }) => [path, reason?.code]);
    expect(new Set(reasons.map(([, code]) => code))).toEqual(new Set(['duplicate']));
    const dropped = new Set(reasons.map(([path]) => path));
    const report = dropped.has('b copy') ? 'a report' : 'b copy';
    await rm(join(env.evidence, report));
    unwrap(await engine.run(id, runOptions()));
    expect([...engine.sentFiles(id)].length).toBe(1);

    expect(unwrap(await engine.requeueFailed(id))).toEqual({ requeued: 1, discovered: 0 });
    unwrap(await engine.run(id, runOptions()));
    const sent = [...engine.sentFiles(id)].map(({ path }) => path);
    expect(sent.toSorted()).toEqual(
      [
        report === 'a report' ? 'b copy' : 'a report',
        dropped.has('d copy') ? 'c letter' : 'd copy',
      ].toSorted(),
    );
    expect(skipped(id)).toEqual({
      [report]: 'path-missing',
      [dropped.has('d copy') ? 'd copy' : 'c letter']: 'duplicate',
    });
  });

  test('skip known files, with the name of the list', async () => {
    await write({ 'notepad.exe': 'a program', letter: 'a letter', 'other.dll': 'a library' });
    const knownHashes = join(env.dir, 'NSRL.txt');
    const row = (text: string) => `"${sha1(text)}","${md5(text)}","x.exe",9`;
    await writeFile(
      knownHashes,
      `"SHA-1","MD5","FileName","FileSize"\r\n${row('a program')}\r\n${row('unknown')}\r\n`,
    );
    const selection = { ...everything, skipKnown: true };
    const id = await prepare({ selection, checks: { ...checks, knownHashes } }, false);
    expect(skipped(id)).toEqual({ 'notepad.exe': 'known-file' });
    const [problem] = engine.problems(id);
    expect(problem?.reason).toMatchObject({ list: 'NSRL.txt', hash: sha1('a program') });
    const found = [...engine.log(id, 0)].find(({ type }) => type === 'known-files-found');
    expect(found?.data).toMatchObject({ list: 'NSRL.txt', hashes: 4, matches: 1 });
    await writeFile(knownHashes, 'no hashes here');
    const request = requestFor(env, { selection, checks: { ...checks, knownHashes } });
    expect(failureOf(await engine.prepare(request, never))).toMatchObject({ code: 'hash-list-empty' });
    const missing = requestFor(env, { checks: { ...checks, knownHashes: `${knownHashes}.gone` } });
    expect(failureOf(await engine.prepare(missing, never))).toMatchObject({ code: 'hash-list-unreadable' });
  });

  test('compare files with the lists that came with them', async () => {
    await write({
      'media/good.txt': 'good',
      'media/sub/bad.txt': 'bad',
      'media/extra.txt': 'extra',
      'media/hashing.txt': 'no list',
      'media/MD5SUMS.txt': `${md5('good')}  D:\\case\\good.txt\r\n${md5('else')}  D:\\case\\sub\\bad.txt\r\n${md5('x')}  D:\\case\\gone.txt\r\n`,
    });
    const id = await prepare({ checks: { ...checks, hashLists: true } });
    expect(findings(id, 'hash-list')).toEqual([['MD5SUMS.txt', { algorithm: 'MD5', entries: 3, found: 2 }]]);
    expect(findings(id, 'hash-mismatch')).toEqual([
      [
        'bad.txt',
        { list: 'media/MD5SUMS.txt', line: 2, algorithm: 'MD5', expected: md5('else'), actual: md5('bad') },
      ],
    ]);
    expect(findings(id, 'hash-missing')).toEqual([
      ['MD5SUMS.txt', { name: 'D:/case/gone.txt'.slice(3), line: 3 }],
    ]);
    expect(findings(id, 'hash-extra').map(([name]) => name)).toEqual(['extra.txt', 'hashing.txt']);
    expect(skipped(id)).toEqual({});
  });
});

describe('hash lists that came with the media', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
  const write = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(env.evidence, path)), { recursive: true });
      await writeFile(join(env.evidence, path), text);
    }
  };
  const media = {
    'media/good.txt': 'good',
    'media/sub/bad.txt': 'bad',
    'media/extra.txt': 'extra',
    'media/about this disk.txt': `${md5('good')}  good.txt\n${md5('else')}  sub\\bad.txt\n${md5('x')}  gone.txt\n`,
  };

  test.each(['never', 'always'] as const)(
    'are found by content, and compared with what was sent (packs: %s)',
    async (pack) => {
      await write(media);
      const id = await prepare({ pack });
      expect(findings(id, 'hash-list')).toEqual([
        ['about this disk.txt', { algorithm: 'MD5', entries: null, found: null }],
      ]);
      expect(unwrap(engine.upload(id)).hashLists).toBe(null);
      expect(await send(id)).toHaveLength(4);
      const result = {
        ...{ lists: 1, unreadLists: 0, compared: 2, mismatches: 1, missing: 1, extra: 1, uncompared: 0 },
      };
      expect(unwrap(engine.upload(id)).hashLists).toEqual(result);
      const list = 'media/about this disk.txt';
      expect(findings(id, 'hash-mismatch')).toEqual([
        ['bad.txt', { list, line: 2, algorithm: 'MD5', expected: md5('else'), actual: md5('bad') }],
      ]);
      expect(findings(id, 'hash-missing')).toEqual([['about this disk.txt', { name: 'gone.txt', line: 3 }]]);
      expect(findings(id, 'hash-extra')).toEqual([['extra.txt', { list }]]);
      const types = [...engine.log(id, 0)].map(({ type }) => type);
      expect(types.slice(-2)).toEqual(['hash-lists-compared', 'upload-finished']);
      const compared = [...engine.log(id, 0)].find(({ type }) => type === 'hash-lists-compared');
      expect(compared?.data).toEqual({ when: 'after-sending', ...result });
    },
  );

  test('say what they could not be compared with', async () => {
    const large = 'a file of several parts'.repeat(10_000);
    await write({
      'large/a.pst': large,
      'large/b.txt': 'b',
      'large/MD5SUMS': `${md5(large)}  a.pst\n${md5('b')}  b.txt\n`,
      'large/x/SHA1SUMS': `${sha1('elsewhere')}  of another disk.txt\n`,
    });
    const id = await prepare({ sources: [join(env.evidence, 'large')] });
    await send(id);
    // The MD5 of a file of several parts isn't computed while it is sent.
    expect(unwrap(engine.upload(id)).hashLists).toMatchObject({
      lists: 2,
      compared: 1,
      uncompared: 1,
      missing: 0,
    });
    expect(findings(id, 'hash-list')).toEqual([
      ['MD5SUMS', { algorithm: 'MD5', entries: 2, found: 2 }],
      ['SHA1SUMS', { algorithm: 'SHA-1', entries: 1, found: 0 }],
    ]);
  });

  test('of one file each say nothing of the others beside them', async () => {
    await write({
      'pairs/a.dd': 'a',
      'pairs/a.dd.md5': md5('a'),
      'pairs/b.dd': 'b',
      'pairs/b.dd.sha1': `${sha1('b')}  b.dd`,
      'pairs/readme.txt': 'no list',
    });
    const id = await prepare({ sources: [join(env.evidence, 'pairs')] });
    await send(id);
    expect(unwrap(engine.upload(id)).hashLists).toMatchObject({
      lists: 2,
      compared: 2,
      mismatches: 0,
      extra: 0,
    });
  });

  test('and logs of images are compared with what the image states of its disk', async () => {
    const log = (hash: string, ...segments: string[]) =>
      `[Computed Hashes]\r\n MD5 checksum:    ${hash}\r\n\r\n Segment list:\r\n${segments.map((name) => `  E:\\x\\${name}\r\n`).join('')}`;
    const section = (type: string, next: number) => {
      const bytes = Buffer.alloc(76);
      bytes.write(type, 'latin1');
      bytes.writeBigUInt64LE(BigInt(next), 16);
      return bytes;
    };
    const image = Buffer.concat([
      Buffer.from('EVF\t\r\n\xff\0\x01\x01\0\0\0', 'latin1'),
      section('hash', 13 + 76 + 36),
      Buffer.from(md5('disk'), 'hex'),
      Buffer.alloc(20),
      section('done', 13 + 76 + 36),
    ]);
    await write({
      'same/disk.E01.txt': log(md5('disk'), 'disk.E01'),
      'other/disk.E01.txt': log(md5('another disk'), 'disk.E00', 'disk.E01'),
    });
    for (const folder of ['same', 'other']) await writeFile(join(env.evidence, folder, 'disk.E01'), image);
    const id = await prepare({ sources: [join(env.evidence, 'same'), join(env.evidence, 'other')] });
    const about = { sha1: null, segments: 1 };
    expect(findings(id, 'imaging-log').map(([, details]) => details)).toEqual(
      expect.arrayContaining([
        { ...about, md5: md5('disk'), isSame: true },
        { ...about, md5: md5('another disk'), segments: 2, isSame: false },
      ]),
    );
    expect(findings(id, 'image-hash-differs')).toEqual([
      [
        'disk.E01',
        { log: 'disk.E01.txt', algorithm: 'MD5', expected: md5('another disk'), actual: md5('disk') },
      ],
    ]);
    expect(findings(id, 'segment-missing')).toEqual([['disk.E01.txt', { names: ['disk.E00'], missing: 1 }]]);
  });

  test('that are gone after sending count as unread, and the upload finishes', async () => {
    await write(media);
    const id = await prepare();
    unwrap(await engine.start(id));
    await rm(join(env.evidence, 'media/about this disk.txt'));
    unwrap(await engine.run(id, runOptions()));
    expect(unwrap(engine.upload(id))).toMatchObject({
      state: 'finished',
      hashLists: { lists: 0, unreadLists: 1 },
    });
  });
});

test('a dry run tells what earlier uploads sent, and leaves the store as it is', async () => {
  await makeEvidence(env.evidence, { 'dry/a': 10, 'dry/b': 20 });
  const sources = [join(env.evidence, 'dry')];
  await send(await prepare({ sources }));
  await makeEvidence(env.evidence, { 'dry/c': 30 });
  const { url: serverUrl, apiKey } = env.sandbox;
  const uploads = engine.uploads().length;
  const found: unknown[] = [];
  const options = {
    connection: { serverUrl, apiKey, profilePath: env.profilePath },
    profilePath: env.profilePath,
    database: env.sandbox.databaseId,
    request: { ...requestFor(env, { sources }), selection: { ...everything, onlyNew: true } },
    version: '0',
    signal: never,
    stateDir: env.stateDir,
  };
  unwrap(
    await dryRun(options, async ({ plan }) => {
      found.push(plan.totals.queued.items, plan.skippedByChoice);
    }),
  );
  expect(found).toEqual([1, [{ code: 'already-sent', items: 2, bytes: 30 }]]);
  expect(engine.uploads().length).toBe(uploads);
});
