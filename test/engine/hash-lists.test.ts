import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { compareSentFiles } from '../../main/engine/uploads/prepare/compare-sent-files.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { runOptions } from './harness.ts';
import { md5, sha1, sha256, shareEngine, writeTexts } from './shared-engine.ts';

const { env, engine, prepare, send, skipped, findings } = await shareEngine();
const write = (files: Readonly<Record<string, string>>) => writeTexts(env.evidence, files);

beforeEach(() => rm(env.evidence, { recursive: true, force: true }));

describe('hash lists that came with the media', () => {
  test('are compared during the scan where that is wanted', async () => {
    await write({
      'media/good.txt': 'good',
      'media/sub/bad.txt': 'bad',
      'media/extra.txt': 'extra',
      'media/hashing.txt': 'no list',
      'media/MD5SUMS.txt': `${md5('good')}  D:\\case\\good.txt\r\n${md5('else')}  D:\\case\\sub\\bad.txt\r\n${md5('x')}  D:\\case\\gone.txt\r\n`,
    });
    const id = await prepare({ checks: { duplicates: false, knownHashes: null, hashLists: true } });
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

  test.each(['never', 'always'] as const)(
    'of SHA-256 are compared with what was sent, files of several parts too (packs: %s)',
    async (pack) => {
      const large = 'a file of several parts'.repeat(10_000);
      await write({
        'sums/a.pst': large,
        'sums/b.txt': 'b',
        'sums/c.txt': 'c',
        'sums/SHA256SUMS': `${sha256(large)}  a.pst\n${sha256('b')}  b.txt\n${sha256('changed')}  c.txt\n`,
      });
      const id = await prepare({ sources: [join(env.evidence, 'sums')], pack });
      await send(id);
      const result = { compared: 3, mismatches: 1, uncompared: 0 };
      expect(unwrap(engine.upload(id)).hashLists).toMatchObject(result);
      expect(findings(id, 'hash-mismatch')).toMatchObject([['c.txt', { actual: sha256('c') }]]);
    },
  );

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

  const before = { checks: { duplicates: false, knownHashes: null, hashLists: true } };

  test('count each file once, however many lists and lines name it', async () => {
    await write({
      'l/a.txt': 'a',
      'l/b.txt': 'b',
      'l/l.md5': `${md5('a')}  a.txt\n${md5('x')}  b.txt\n${md5('y')}  b.txt\n`,
      'l/l.sha1': `${sha1('else')}  a.txt\n`,
    });
    const id = await prepare(before);
    expect(findings(id, 'hash-mismatch')).toHaveLength(3);
    const compared = [...engine.log(id, 0)].find(({ type }) => type === 'hash-lists-compared');
    expect(compared?.data).toMatchObject({ lists: 2, compared: 2, mismatches: 2, uncompared: 0 });
  });

  test.each([
    [
      'a line that lost a character of its hash',
      `${md5('a')}  a.txt\n${md5('b').slice(1)}  b.txt\n`,
      ['b.txt'],
    ],
    ['a line that lost its name', `${md5('a')}  a.txt\n${md5('b')}\n`, ['b.txt']],
    ['a title', `Made on 2024-11-05\n${md5('a')}  a.txt\n`, []],
    ['a comment', `# ${md5('b')}\n${md5('a')}  a.txt\n`, []],
  ])('beside the only line that can be read, %s', async (_, list, extra) => {
    await write({ 'l/a.txt': 'a', 'l/b.txt': 'b', 'l/a.txt.md5': list });
    const id = await prepare(before);
    expect(findings(id, 'hash-list')).toMatchObject([['a.txt.md5', { entries: 1, found: 1 }]]);
    expect(findings(id, 'hash-extra').map(([name]) => name)).toEqual(extra);
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

  test('are compared by the next run where a stop came between', async () => {
    await write(media);
    const id = await prepare();
    unwrap(await engine.start(id));
    const stop = new AbortController();
    const { events } = engine.context.repositories;
    const append = events.append.bind(events);
    const spy = vi.spyOn(events, 'append').mockImplementation((uploadId, at, type, data) => {
      if (type === 'findings-changing') stop.abort();
      return append(uploadId, at, type, data);
    });
    expect(failureOf(await engine.run(id, runOptions({ signal: stop.signal }))).code).toBe('stopped');
    spy.mockRestore();
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { accepted: { items: 4 } } });
    unwrap(await engine.run(id, runOptions()));
    expect(unwrap(engine.upload(id))).toMatchObject({
      state: 'finished',
      hashLists: { lists: 1, mismatches: 1 },
    });
    const { problems } = unwrap(await engine.writeReceipt(id, 'json', new PassThrough().resume()));
    expect(problems).toEqual([]);
  });

  test('that are gone when a file is retried keep what they found', async () => {
    await write(media);
    // A list of the same path, which can be read again.
    const other = join(env.dir, 'other media');
    await writeTexts(other, media);
    const id = await prepare({ sources: [env.evidence, other] });
    await send(id);
    const found = () =>
      (['hash-mismatch', 'hash-missing', 'hash-extra'] as const).map((code) => findings(id, code));
    const before = found();
    expect(before.map(({ length }) => length)).toEqual([2, 2, 2]);
    await rm(join(env.evidence, 'media/about this disk.txt'));
    const upload = engine.context.repositories.uploads.get(id);
    if (upload === null) throw new Error('The upload is gone');
    await compareSentFiles(engine.context, upload, new AbortController().signal);
    expect(unwrap(engine.upload(id))).toMatchObject({ hashLists: { lists: 1, unreadLists: 1 } });
    expect(found()).toEqual(before);
  });

  // Only Linux has names of any bytes.
  test.runIf(process.platform === 'linux')('find each name by its bytes, not as it is shown', async () => {
    const raw = (name: string) =>
      Buffer.concat([Buffer.from(`${env.evidence}/`), Buffer.from(name, 'latin1')]);
    await write({ 'report%E9.txt': 'changed', 'caf\u00e9': 'changed', 'disk%E9.dd': 'changed' });
    await mkdir(raw('dir\xe9'));
    const others = ['report\xe9.txt', 'caf\xe9', 'dir\xe9/a\x80', 'disk\xe9.dd'];
    for (const name of others) await writeFile(raw(name), name);
    const line = (name: string, of: string) => Buffer.from(`${md5(of)}  ${name}\n`, 'latin1');
    const altered = ['report%E9.txt', 'caf\xc3\xa9'].map((name) => line(name, 'as it was'));
    const whole = ['report\xe9.txt', 'caf\xe9'].map((name) => line(name, name));
    await writeFile(raw('list.md5'), Buffer.concat([...altered, ...whole, line('dir%E9/a\x80', 'gone')]));
    await writeFile(raw('dir\xe9/list.md5'), line('a\x80', 'dir\xe9/a\x80'));
    await writeFile(raw('disk\xe9.dd.md5'), md5('disk\xe9.dd'));
    const id = await prepare({ checks: { duplicates: false, knownHashes: null, hashLists: true } });
    expect(findings(id, 'hash-mismatch').map(([name]) => name)).toEqual(['caf\u00e9', 'report%E9.txt']);
    expect(findings(id, 'hash-missing')).toEqual([['list.md5', { name: 'dir%E9/a\u20ac', line: 5 }]]);
    expect(findings(id, 'hash-extra').map(([name]) => name)).toEqual(['disk%E9.dd']);
    expect(
      findings(id, 'hash-list')
        .map(([, { found }]) => found)
        .sort(),
    ).toEqual([1, 1, 4]);
  });

  test('find names in Windows-1252, composed or not, and escaped', async () => {
    await write({
      'l/\u00fc \u00e4.bin': 'changed',
      'l/composed \u00e9': 'changed',
      'l/decomposed e\u0301': 'changed',
      'l/back\\slash': 'changed',
      'l/line\nbreak': 'changed',
    });
    const line = (name: string, mark = '') => `${mark}${md5('as it was')}  ${name}\n`;
    const list = [
      Buffer.from(line('\u00fc \u00e4.bin'), 'latin1'),
      line('composed e\u0301') + line('decomposed \u00e9'),
      line('back\\\\slash', '\\') + line('line\\nbreak', '\\'),
    ];
    await writeFile(join(env.evidence, 'l/list.md5'), Buffer.concat(list.map((each) => Buffer.from(each))));
    const id = await prepare({ checks: { duplicates: false, knownHashes: null, hashLists: true } });
    expect(findings(id, 'hash-mismatch')).toHaveLength(5);
    expect(findings(id, 'hash-missing')).toEqual([]);
    expect(findings(id, 'hash-extra')).toEqual([]);
  });
});
