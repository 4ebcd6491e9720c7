/** What pre-flight found of a failed file is found again when it is retried: the receipt speaks of what was sent. */
import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type UploadRequest, verifyReceipt } from '../../main/engine/index.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  never,
  type OpenedEngine,
  openWithContext,
  requestFor,
  runOptions,
  startTestEnv,
  type TestEnv,
} from './harness.ts';

const text = 'hello evidence text. '.repeat(500);

async function openConnected({ stateDir, sandbox, profilePath }: TestEnv): Promise<OpenedEngine> {
  const engine = openWithContext(stateDir);
  onTestFinished(() => engine.close());
  unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath }));
  return engine;
}

/** Files of which two hold something else by the time they are sent. */
async function changedOnTheWay() {
  const env = await startTestEnv();
  const at = (name: string) => join(env.evidence, name);
  await mkdir(env.evidence, { recursive: true });
  await writeFile(at('keep.txt'), text);
  await writeFile(at('was-text.txt'), text);
  await writeFile(at('was-zeros.bin'), Buffer.alloc(30_000));
  const open = () => openConnected(env);
  const engine = await open();
  const id = unwrap(await engine.prepare(requestFor(env), never));
  await writeFile(at('was-text.txt'), Buffer.alloc(20_000));
  await writeFile(at('was-zeros.bin'), text);
  expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(2);
  /** What a receipt says of each file, of which everything is proved. */
  const found = async (from: OpenedEngine) => {
    const path = join(env.dir, 'receipt.json');
    unwrap(await from.writeReceipt(id, 'json', createWriteStream(path)));
    const verified = unwrap(await verifyReceipt(path, { against: env.evidence }));
    expect(verified).toMatchObject({ intact: true, problems: [], against: { differences: [] } });
    const receipt: { items: { path: string; findings?: { code: string; details: object }[] }[] } = JSON.parse(
      await readFile(path, 'utf8'),
    );
    return Object.fromEntries(
      receipt.items.map((item) => [
        item.path,
        (item.findings ?? []).map(({ code, details }) => [code, details]),
      ]),
    );
  };
  return { env, engine, id, open, found };
}

const nowFound = {
  'keep.txt': [],
  'was-text.txt': [['only-zeros', {}]],
  'was-zeros.bin': [],
};

test('a retried file that changed has the findings of what is sent, and no other', async () => {
  const { engine, id, found } = await changedOnTheWay();
  unwrap(await engine.requeueFailed(id));
  unwrap(await engine.run(id, runOptions()));
  const { 'was-zeros.bin': wasZeros, ...others } = await found(engine);
  // Plain text isn't what a .bin holds, or it is: only that it isn't zeros any longer counts.
  expect(wasZeros?.map(([code]) => code)).not.toContain('only-zeros');
  expect({ ...others, 'was-zeros.bin': [] }).toEqual(nowFound);
});

test('an engine that ends after the files were queued records what was found with the next run', async () => {
  const { engine, id, open, found } = await changedOnTheWay();
  const { events } = engine.context.repositories;
  const append = events.append.bind(events);
  vi.spyOn(events, 'append').mockImplementation((uploadId: UploadId, at, type, data) => {
    if (type === 'findings-recorded') throw new Error('killed');
    return append(uploadId, at, type, data);
  });
  await expect(engine.requeueFailed(id)).rejects.toThrow('killed');
  await engine.close();
  const restarted = await open();
  unwrap(await restarted.run(id, runOptions()));
  expect((await found(restarted))['was-text.txt']).toEqual(nowFound['was-text.txt']);
});

test('passwords that opened a file that changed are not said to open what is there now', async () => {
  const { engine, id } = await changedOnTheWay();
  const { repositories, store } = engine.context;
  for (const { id: itemId } of repositories.items.problemItems(id))
    store.writes.transaction(() => repositories.lockedFiles.record(itemId, 'opened', null, true));
  const trials = store.db.prepare<[], number>('SELECT count(*) FROM password_trials').pluck();
  expect(trials.get()).toBe(2);
  unwrap(await engine.requeueFailed(id));
  expect(trials.get()).toBe(0);
});

/** An E01 image that states an MD5 of its disk, and no more. */
function imageOf(disk: string): Buffer {
  const next = 13 + 76 + 36;
  const section = (type: string) => {
    const bytes = Buffer.alloc(76);
    bytes.write(type, 'latin1');
    bytes.writeBigUInt64LE(BigInt(next), 16);
    return bytes;
  };
  const start = Buffer.from('EVF\t\r\n\xff\0\x01\x01\0\0\0', 'latin1');
  return Buffer.concat([
    ...[start, section('hash'), Buffer.from(hash('md5', disk), 'hex'), Buffer.alloc(20), section('done')],
  ]);
}

/** An engine with an upload of files that change before they are sent. */
async function sentBefore(more: Partial<UploadRequest> = {}) {
  const env = await startTestEnv();
  await mkdir(env.evidence);
  /** All at the same time, so that what was sent can come back. */
  const write = async (name: string, content: string | Buffer, seconds = 1_700_000_000) => {
    await writeFile(join(env.evidence, name), content);
    await utimes(join(env.evidence, name), seconds, seconds);
  };
  const open = () => openConnected(env);
  const prepare = async (engine: OpenedEngine) => unwrap(await engine.prepare(requestFor(env, more), never));
  const codesOf = ({ context: { store } }: OpenedEngine, id: UploadId, name: string) =>
    store.db
      .prepare<[UploadId, string], string>(
        `SELECT code FROM findings JOIN items ON items.id = item_id
         WHERE items.upload_id = ? AND name = ? AND code NOT IN ('container', 'segments', 'damaged')`,
      )
      .pluck()
      .all(id, name);
  return { env, write, open, prepare, codesOf };
}

test('a retried file that changed is compared again with earlier uploads, and with the log of its image', async () => {
  const { write, open, prepare, codesOf } = await sentBefore();
  await write('back.txt', text);
  await write('newer.txt', text);
  const engine = await open();
  unwrap(await engine.run(await prepare(engine), runOptions()));
  await write('back.txt', `${text}.`);
  await write('disk.E01', imageOf('disk'));
  await write('disk.E01.txt', `[Computed Hashes]\n MD5 checksum:    ${hash('md5', 'disk')}\n`);
  const id = await prepare(engine);
  const codes = () => ['back.txt', 'newer.txt', 'disk.E01'].map((name) => codesOf(engine, id, name));
  expect(codes()).toEqual([['new-version'], ['already-sent'], []]);
  await write('back.txt', text);
  await write('newer.txt', `${text}.`);
  await write('disk.E01', imageOf('another disk'), 1_700_000_100);
  expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(3);
  unwrap(await engine.requeueFailed(id));
  expect(codes()).toEqual([['already-sent'], ['new-version'], ['image-hash-differs']]);
});

test('an engine that ends before retried and found files were compared compares them with the next run', async () => {
  const checks = { duplicates: true, knownHashes: null, hashLists: false };
  const { env, write, open, prepare, codesOf } = await sentBefore({ checks });
  await write('a.txt', text);
  await write('as-sent.txt', 'a fourth text');
  await write('folder', 'a file');
  await write('b.txt', 'another text');
  await write('c.txt', 'a third text');
  const engine = await open();
  const id = await prepare(engine);
  await write('b.txt', 'one text');
  await write('c.txt', 'one text');
  await write('as-sent.txt', text);
  await rm(join(env.evidence, 'folder'));
  await mkdir(join(env.evidence, 'folder'));
  await write('folder/found.txt', 'one text');
  expect(unwrap(await engine.run(id, runOptions())).totals.failed.items).toBe(4);
  vi.spyOn(engine.context.repositories.fileHashes, 'itemsWith').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await expect(engine.requeueFailed(id)).rejects.toThrow('killed');
  await engine.close();
  const restarted = await open();
  const codes = () => ['c.txt', 'as-sent.txt', 'found.txt'].map((name) => codesOf(restarted, id, name));
  expect(codes()).toEqual([[], [], []]);
  unwrap(await restarted.run(id, runOptions()));
  expect(codes()).toEqual([['duplicate'], ['duplicate'], ['duplicate']]);
  expect(restarted.context.repositories.inspections.toCompare(id)).toEqual({ items: new Set(), after: null });
});
