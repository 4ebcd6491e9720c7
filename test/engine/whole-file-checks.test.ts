import { createWriteStream } from 'node:fs';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type UploadId, verifyReceipt } from '../../main/engine/index.ts';
import { everything } from '../../preload/contract/views/selection.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { collidingContents } from '../fixtures/sha1-collision.ts';
import { never, requestFor, runOptions } from './harness.ts';
import { md5, sha1, sha256, shareEngine, writeTexts } from './shared-engine.ts';

const { env, engine, prepare, select, send, skipped, findings, expectExactTotals } = await shareEngine();
const write = (files: Readonly<Record<string, string>>) => writeTexts(env.evidence, files);
const checks = { duplicates: false, knownHashes: null, hashLists: false };

/** What a receipt, all of which its log proves, says of comparisons: the name of the file, and the finding. */
async function receiptFindingsOf(id: UploadId): Promise<readonly string[]> {
  const path = join(env.dir, 'receipt.json');
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  expect(unwrap(await verifyReceipt(path))).toMatchObject({ intact: true, problems: [] });
  const receipt: { items: { path: string; findings?: { code: string }[] }[] } = JSON.parse(
    await readFile(path, 'utf8'),
  );
  return receipt.items
    .flatMap((item) => (item.findings ?? []).map(({ code }) => `${item.path} ${code}`))
    .filter((found) => /(?:duplicate|known-file|not-checked)$/.test(found))
    .toSorted();
}

beforeEach(() => rm(env.evidence, { recursive: true, force: true }));

describe('checks that read whole files', () => {
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
    expect(findings(id, 'duplicate')).toEqual([
      ['b', { of: 'a', sha256: sha256('same'), upload: null, at: null }],
      [
        'copy of report',
        {
          of: 'report',
          sha256: sha256('a report that was sent'),
          upload: expect.any(String),
          at: expect.any(String),
        },
      ],
    ]);
    expect(skipped(id)).toEqual({});
    await select(id, { skipDuplicates: true });
    expect(skipped(id)).toEqual({ b: 'duplicate', 'copy of report': 'duplicate' });
    expectExactTotals(id);
    // The copy that is left is sent.
    await select(id, { skipDuplicates: true, exclude: ['a'] });
    expect(skipped(id)).toEqual({ a: 'excluded', 'copy of report': 'duplicate' });
    expectExactTotals(id);
  });

  test('keep the first copy by source and path, whichever the scan finds first', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}/${99 - index}`);
    for (const source of ['y', 'x'])
      await write(Object.fromEntries(names.map((name) => [`${source}/${name}`, 'same'])));
    const sources = ['y', 'x'].map((source) => join(env.evidence, source));
    const id = await prepare({ sources, checks: { ...checks, duplicates: true } });
    const found = findings(id, 'duplicate').map(([, { of }]) => of);
    expect([found.length, new Set(found)]).toEqual([59, new Set(['0/99'])]);
    await select(id, { skipDuplicates: true });
    const [sent] = engine.context.store.db
      .prepare<[number], { path: string }>(
        `SELECT roots.path FROM items JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id
         WHERE items.upload_id = ? AND state = 'queued'`,
      )
      .all(id);
    expect(sent).toEqual({ path: sources[0] });
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

    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, chosenAgain: 1 });
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

  test('send a duplicate of a file that changed since its content was compared', async () => {
    await write({ 'a report': 'a report to change', 'b copy': 'a report to change' });
    const selection = { ...everything, skipDuplicates: true };
    const id = await prepare({ selection, checks: { ...checks, duplicates: true } }, false);
    const [dropped] = Object.keys(skipped(id));
    const kept = dropped === 'b copy' ? 'a report' : 'b copy';
    await write({ [kept]: 'another report' });
    unwrap(await engine.run(id, runOptions()));
    expect(skipped(id)).toMatchObject({ [kept]: 'file-changed' });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, chosenAgain: 1 });
    unwrap(await engine.run(id, runOptions()));
    expect([...engine.sentFiles(id)].map(({ path, sha256: hash }) => [path, hash]).toSorted()).toEqual(
      [
        [kept, sha256('another report')],
        [dropped ?? '', sha256('a report to change')],
      ].toSorted(),
    );
    expect(findings(id, 'duplicate')).toEqual([]);
    expect(await receiptFindingsOf(id)).toEqual([]);
  });

  test('say of copies of a file that changed whose copies they are now, and of the file that it is one', async () => {
    const text = (name: string) => join(env.evidence, name);
    await write({ a: 'first text', b: 'first text', c: 'first text', d: 'other text' });
    const id = await prepare({ checks: { ...checks, duplicates: true } }, false);
    const [kept = ''] = findings(id, 'duplicate').map(([, { of }]) => String(of));
    await write({ [kept]: 'other text' });
    unwrap(await engine.run(id, runOptions()));
    await writeFile(text(kept), 'other text');
    unwrap(await engine.requeueFailed(id));
    const ofFirst = ['a', 'b', 'c'].filter((name) => name !== kept);
    const found = findings(id, 'duplicate');
    expect(found.map(([, { sha256: hash }]) => hash).toSorted()).toEqual(
      [sha256('first text'), sha256('other text')].toSorted(),
    );
    expect(found.find(([name]) => name === kept)?.[1]).toMatchObject({ of: 'd' });
    const [name = '', { of } = {}] = found.find(([other]) => other !== kept) ?? [];
    expect([name, String(of)].toSorted()).toEqual(ofFirst);
    unwrap(await engine.run(id, runOptions()));
    expect(await receiptFindingsOf(id)).toEqual([`${kept} duplicate`, `${name} duplicate`].toSorted());
  });

  test.each(['never', 'always'] as const)(
    'send no other content in place of the one that a duplicate was skipped for (packs: %s)',
    async (pack) => {
      await write({
        'a report': `the report (${pack})`,
        'b copy': `the report (${pack})`,
        'c letter': `letter 1 (${pack})`,
        'd letter': `letter 2 (${pack})`,
      });
      for (const name of ['a report', 'b copy']) await utimes(join(env.evidence, name), 1_000, 1_000);
      const selection = { ...everything, skipDuplicates: true };
      const id = await prepare({ selection, checks: { ...checks, duplicates: true }, pack }, false);
      const [dropped] = Object.keys(skipped(id));
      const kept = dropped === 'b copy' ? 'a report' : 'b copy';
      await writeFile(join(env.evidence, kept), `other text (${pack})`);
      await utimes(join(env.evidence, kept), 1_000, 1_000);
      unwrap(await engine.run(id, runOptions()));
      expect(skipped(id)).toMatchObject({ [kept]: 'file-changed' });
      unwrap(await engine.requeueFailed(id));
      unwrap(await engine.run(id, runOptions()));
      expect([...engine.sentFiles(id)].map(({ path: sent, sha256: hash }) => [sent, hash])).toEqual(
        expect.arrayContaining([
          [kept, sha256(`other text (${pack})`)],
          [dropped ?? '', sha256(`the report (${pack})`)],
        ]),
      );
    },
  );

  test('skip no file whose content only has the SHA-1 of another one, in one upload and of an earlier one', async () => {
    const [first, second] = collidingContents('two different reports');
    const sources = [join(env.evidence, 'one')];
    const selection = { ...everything, skipDuplicates: true };
    await writeTexts(env.evidence, { 'one/a.pdf': '', 'one/b.pdf': '', 'two/c.pdf': '', 'two/d.pdf': '' });
    await writeFile(join(env.evidence, 'one/a.pdf'), first);
    await writeFile(join(env.evidence, 'one/b.pdf'), second);
    const both = await prepare({ sources, selection, checks: { ...checks, duplicates: true } });
    expect(findings(both, 'duplicate')).toEqual([]);
    expect(await send(both)).toEqual(['a.pdf', 'b.pdf']);
    await rm(join(env.evidence, 'one'), { recursive: true });

    const [third, fourth] = collidingContents('two other reports');
    await writeFile(join(env.evidence, 'two/c.pdf'), third);
    await rm(join(env.evidence, 'two/d.pdf'));
    const request = {
      sources: [join(env.evidence, 'two')],
      selection,
      checks: { ...checks, duplicates: true },
    };
    expect(await send(await prepare(request))).toEqual(['c.pdf']);
    await rm(join(env.evidence, 'two/c.pdf'));
    await writeFile(join(env.evidence, 'two/d.pdf'), fourth);
    expect(await send(await prepare(request))).toEqual(['d.pdf']);

    // Another version of a file that was sent, from the same path.
    const [fifth, sixth] = collidingContents('two versions of a report');
    const newOnly = { ...request, selection: { ...selection, onlyNew: true } };
    await writeFile(join(env.evidence, 'two/e.pdf'), fifth);
    expect(await send(await prepare(newOnly))).toEqual(['e.pdf']);
    await writeFile(join(env.evidence, 'two/e.pdf'), sixth);
    expect(await send(await prepare(newOnly))).toEqual(['e.pdf']);
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
    // A known file's SHA-1 doesn't make another file known, if its SHA-256 is in the same row.
    const [listed, other] = collidingContents();
    await writeFile(join(env.evidence, 'letter'), other);
    const hashes = [sha256(listed), sha1(listed)];
    await writeFile(knownHashes, `sha256,sha1,name\n${hashes.join()},x.pdf\n`);
    const collided = await prepare({ selection, checks: { ...checks, knownHashes } }, false);
    expect(findings(collided, 'known-file')).toEqual([]);
    await writeFile(join(env.evidence, 'letter'), listed);
    const same = await prepare({ selection, checks: { ...checks, knownHashes } }, false);
    expect(findings(same, 'known-file')).toEqual([['letter', { list: 'NSRL.txt', hash: sha256(listed) }]]);
    await writeFile(knownHashes, 'no hashes here');
    const request = requestFor(env, { selection, checks: { ...checks, knownHashes } });
    expect(failureOf(await engine.prepare(request, never))).toMatchObject({ code: 'hash-list-empty' });
    const missing = requestFor(env, { checks: { ...checks, knownHashes: `${knownHashes}.gone` } });
    expect(failureOf(await engine.prepare(missing, never))).toMatchObject({ code: 'hash-list-unreadable' });
  });

  test('count a duplicate that is sent in place of a file that is gone apart from files that failed', async () => {
    await write({ a: 'the same text', b: 'the same text', c: 'another text' });
    const selection = { ...everything, skipDuplicates: true };
    const id = await prepare({ selection, checks: { ...checks, duplicates: true }, pack: 'never' }, false);
    const kept = 'b' in skipped(id) ? 'a' : 'b';
    for (const name of [kept, 'c']) await rm(join(env.evidence, name));
    expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(2);
    await write({ c: 'another text' });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, chosenAgain: 1, failed: 1 });
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(2);
    await rm(join(env.evidence, 'c'));
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, chosenAgain: 0, failed: 1 });
    // Nothing is to be sent.
    expect(unwrap(engine.upload(id)).state).toBe('finished');
    expectExactTotals(id);
  });

  test.each(['there', 'gone'])(
    'compare files that changed or were found with the list of known files when they are retried (list: %s)',
    async (list) => {
      await write({
        'notepad.exe': 'a program',
        letter: `a letter, ${list}`,
        'other.dll': `a library, ${list}`,
        folder: 'a file',
      });
      const knownHashes = join(env.dir, 'known.txt');
      await writeFile(knownHashes, `sha256,name\n${sha256('a program')},x.exe\n`);
      const selection = { ...everything, skipKnown: true };
      const id = await prepare({ selection, checks: { ...checks, knownHashes } }, false);
      await rm(join(env.evidence, 'folder'));
      await write({ letter: 'a program', 'folder/found': 'a program' });
      unwrap(await engine.run(id, runOptions()));
      expect(skipped(id)).toMatchObject({ 'notepad.exe': 'known-file', letter: 'file-changed' });
      if (list === 'gone') await rm(knownHashes);
      const requeued = list === 'gone' ? 1 : 0;
      expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued, discovered: 1, failed: 0 });
      unwrap(await engine.run(id, runOptions()));
      // When in doubt, it is sent, and named.
      expect([...engine.sentFiles(id)].map(({ path }) => path).toSorted()).toEqual(
        list === 'gone' ? ['folder/found', 'letter', 'other.dll'] : ['other.dll'],
      );
      expect(await receiptFindingsOf(id)).toEqual([
        ...['folder/found', 'letter'].map(
          (path) => `${path} ${list === 'gone' ? 'not-checked' : 'known-file'}`,
        ),
        'notepad.exe known-file',
      ]);
      expectExactTotals(id);
    },
  );
});
