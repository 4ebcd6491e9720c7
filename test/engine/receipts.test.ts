import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { keyFileName } from '../../main/engine/store/files/own-names.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { findingText } from '../../preload/contract/texts/finding-text.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { startedThreads } from '../fixtures/started-threads.ts';
import { storeUpload } from '../fixtures/stored-upload.ts';
import { type OpenedEngine, openWithContext } from './harness.ts';

const id = 1 as UploadId;

async function engineWith(items: number): Promise<{ readonly engine: OpenedEngine; readonly dir: string }> {
  const dir = await mkdtemp(join(tmpdir(), 'lading-receipts-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const engine = openWithContext(join(dir, 'state'));
  onTestFinished(() => engine.close());
  storeUpload(engine.context, items);
  return { engine, dir };
}

test('a receipt has the upload as it was when requested, whatever is sent while it is written', async () => {
  const { engine, dir } = await engineWith(3_000);
  const { items, events } = engine.context.repositories;
  const paper = new PassThrough({ highWaterMark: 1 });
  const issued = engine.writeReceipt(id, 'json', paper);
  await new Promise((resolve) => paper.once('readable', resolve));
  // The receipt has begun, and the upload continues.
  const [next] = items.openItems(id, 'queued', { after: 0 }, 1);
  if (next === undefined) throw new Error('Nothing waits');
  engine.context.store.writes.transaction(() => {
    items.transition(next, 'queued', 'uploading', null);
    items.transition(next, 'uploading', 'accepted', null);
    events.append(id, '2030-01-02T00:00:00.000Z', 'source-file-completed', { item: next.id });
  });
  const path = join(dir, 'receipt.json');
  await pipeline(paper, createWriteStream(path));
  const { head } = unwrap(await issued);
  const report = unwrap(await verifyReceipt(path));
  expect(report).toMatchObject({ intact: true, head, totals: { accepted: { items: 1_500 } } });
});

async function issue({ engine, dir }: Awaited<ReturnType<typeof engineWith>>, name: string) {
  const path = join(dir, name);
  const issued = unwrap(await engine.writeReceipt(id, 'json', createWriteStream(path)));
  return { path, issued };
}

test('a receipt says of each file what pre-flight found, and of no file what it found about another', async () => {
  const opened = await engineWith(1_200);
  const { store, repositories } = opened.engine.context;
  const encrypted = { type: 'zip', locked: 'file', encryptedEntries: null } as const;
  const of = { of: 'a/\ud800.txt', sha256: '00'.repeat(32), upload: null, at: null };
  store.writes.transaction(() =>
    repositories.findings.add(id, [
      { code: 'duplicate', itemId: 500, path: null, details: of },
      { code: 'encrypted', itemId: 500, path: null, details: encrypted },
      { code: 'empty', itemId: 501, path: null, details: {} },
      { code: 'not-checked', itemId: null, path: '', details: { files: 3, why: 'skipped' } },
    ]),
  );
  const { path } = await issue(opened, 'receipt.json');
  expect(unwrap(await verifyReceipt(path))).toMatchObject({ intact: true });
  const receipt: { items: { id: number; findings?: unknown }[] } = JSON.parse(await readFile(path, 'utf8'));
  expect(receipt.items).toHaveLength(1_200);
  expect(receipt.items.filter(({ findings }) => findings !== undefined)).toEqual([
    expect.objectContaining({
      id: 500,
      findings: [
        {
          code: 'encrypted',
          details: encrypted,
          text: findingText({ code: 'encrypted', details: encrypted }),
        },
        {
          code: 'duplicate',
          details: { ...of, of: 'a/\ufffd.txt' },
          text: expect.stringContaining('\ufffd'),
        },
      ],
    }),
    expect.objectContaining({ id: 501, findings: [expect.objectContaining({ code: 'empty' })] }),
  ]);
});

test('a receipt is signed with the key of the data folder, which the log names', async () => {
  const opened = await engineWith(10);
  const first = await issue(opened, 'first.json');
  const second = await issue(opened, 'second.json');
  const key = unwrap(first.issued.signedWith);
  expect(key).toMatchObject({ storage: 'file', replaces: null });
  expect(unwrap(second.issued.signedWith)).toEqual(key);
  expect(opened.engine.signingKeys()).toMatchObject([{ fingerprint: key.fingerprint, storage: 'file' }]);
  const log = [...opened.engine.log(id, 0)].filter(({ type }) => type === 'receipt-issued');
  expect(log.map(({ data }) => data['signingKey'])).toEqual([key, key]);
  for (const { path, issued } of [first, second])
    expect(unwrap(await verifyReceipt(path, { key: key.fingerprint, head: issued.head }))).toMatchObject({
      proof: 'signed-as-expected',
      headMatches: true,
      problems: [],
    });
});

test('what a hostile platform said about a file never keeps a receipt from being written or verified', async () => {
  const opened = await engineWith(4);
  const reason = JSON.stringify({
    code: 'refused',
    operation: 'PostDatasetFile',
    status: 422,
    platformMessage: 'no \ud800 "\n\u2028',
  });
  const { db } = opened.engine.context.store;
  db.prepare("UPDATE items SET state = 'failed', reason = ? WHERE state = 'queued'").run(reason);
  db.exec(`
    DELETE FROM totals;
    INSERT INTO totals SELECT upload_id, state, count(*), sum(size_bytes) FROM items GROUP BY 1, 2;`);
  const { path } = await issue(opened, 'receipt.json');
  expect(await readFile(path, 'utf8')).toContain('no \ufffd');
  expect(unwrap(await verifyReceipt(path))).toMatchObject({ intact: true, totals: { failed: { items: 2 } } });
});

test('receipts that can be verified are listed where they were saved last', async () => {
  const { engine, dir } = await engineWith(10);
  const [first, second] = [join(dir, 'first.json'), join(dir, 'second.json')];
  unwrap(await engine.saveReceipt(id, first, { format: 'json' }));
  // Its upload may end once more before it is written.
  const [saved] = engine.savedReceipts(1);
  const issued = [...engine.log(id, 0)].findLast(({ type }) => type === 'receipt-issued');
  expect(Date.parse(saved?.savedAt ?? '')).toBeLessThanOrEqual(Date.parse(issued?.at ?? ''));
  unwrap(await engine.saveReceipt(id, join(dir, 'table.csv'), { format: 'csv' }));
  unwrap(await engine.saveReceipt(id, second, { format: 'json' }));
  expect(engine.savedReceipts(5).map(({ path }) => path)).toEqual([second, first]);
  expect((await engine.saveReceipt(id, first, { format: 'json', replace: false })).ok).toBe(false);
  unwrap(await engine.saveReceipt(id, first, { format: 'json' }));
  expect(engine.savedReceipts(5)).toMatchObject([{ uploadId: id, path: first }, { path: second }]);
  expect(engine.savedReceipts(1)).toHaveLength(1);
});

test('a CSV names the entry of the log that a later receipt contains', async () => {
  const opened = await engineWith(10);
  const path = join(opened.dir, 'receipt.csv');
  const { head, signedWith } = unwrap(await opened.engine.writeReceipt(id, 'csv', createWriteStream(path)));
  const [, row = ''] = (await readFile(path, 'utf8')).split('\r\n');
  expect(row).toContain(head);
  expect(row).toContain(unwrap(signedWith).fingerprint);
  const later = await issue(opened, 'later.json');
  expect(unwrap(await verifyReceipt(later.path, { head })).mismatches).toMatchObject([
    { code: 'head-earlier' },
  ]);
});

test.each([
  ['lost', (path: string) => rm(path)],
  ['damaged', (path: string) => writeFile(path, '-----BEGIN')],
])('a key that is %s is replaced, and the receipt and its log say which one', async (_what, change) => {
  const opened = await engineWith(10);
  const before = unwrap((await issue(opened, 'before.json')).issued.signedWith);
  await change(join(opened.dir, 'state', keyFileName));
  const { path, issued } = await issue(opened, 'after.json');
  const after = unwrap(issued.signedWith);
  expect(after).toMatchObject({ storage: 'file', replaces: before.fingerprint });
  expect(unwrap(await verifyReceipt(path, { key: after.fingerprint })).proof).toBe('signed-as-expected');
  expect(unwrap((await issue(opened, 'later.json')).issued.signedWith).replaces).toBe(null);
  expect(
    unwrap(await verifyReceipt(join(opened.dir, 'before.json'), { key: before.fingerprint })).proof,
  ).toBe('signed-as-expected');
});

test('a key that can not be read leaves the receipt unsigned, and nothing says otherwise', async () => {
  const opened = await engineWith(10);
  await mkdir(join(opened.dir, 'state', keyFileName));
  const { path, issued } = await issue(opened, 'receipt.json');
  expect(failureOf(issued.signedWith).code).toBe('signing-key-unreadable');
  expect(unwrap(await verifyReceipt(path))).toMatchObject({
    intact: true,
    proof: 'consistent',
    signer: null,
  });
});

test('the engine keeps working while a receipt is written', async () => {
  const { engine, dir } = await engineWith(20_000);
  const receipt = createWriteStream(join(dir, 'receipt.json'));
  const written = [0];
  const turning = setInterval(() => written.push(receipt.bytesWritten), 0);
  unwrap(await engine.writeReceipt(id, 'json', receipt));
  clearInterval(turning);
  expect(written.length).toBeGreaterThan(50);
  const perTurn = written.map((bytes, turn) => bytes - (written[turn - 1] ?? 0));
  expect(Math.max(...perTurn)).toBeLessThan(receipt.bytesWritten / 4);
});

test('closing the engine ends a receipt whose reader has stopped reading', async () => {
  const { engine } = await engineWith(3_000);
  const threads = startedThreads();
  const paper = new PassThrough({ highWaterMark: 1 });
  const issued = engine.writeReceipt(id, 'json', paper);
  await new Promise((resolve) => paper.once('readable', resolve));
  await engine.close();
  expect(failureOf(await issued).code).toBe('closing');
  await expect(Promise.all(threads.map(({ exited }) => exited))).resolves.toEqual([0]);
});

// Terminating a thread that loads SQLite, or is in a query, would end the whole process.
test('a receipt that is cancelled ends its thread at the first row, without terminating it', async () => {
  const { engine } = await engineWith(3_000);
  const threads = startedThreads();
  const issued = engine.writeReceipt(id, 'json', new PassThrough());
  const [worker]: Worker[] = await once(process, 'worker');
  if (worker !== undefined) await once(worker, 'online');
  await engine.close();
  expect(failureOf(await issued).code).toBe('closing');
  await expect(Promise.all(threads.map(({ exited }) => exited))).resolves.toEqual([0]);
  expect(threads.map(({ messages }) => messages)).toEqual([[]]);
});

test('a receipt that was never started leaves no file open', async () => {
  const { engine, dir } = await engineWith(10);
  const paper = createWriteStream(join(dir, 'receipt.json'));
  const closed = new Promise<void>((resolve) => paper.once('close', () => resolve()));
  const issued = engine.writeReceipt(id, 'json', paper);
  await engine.close();
  expect(failureOf(await issued).code).toBe('closing');
  await closed;
});

test('a receipt into a missing folder is a failure, and the engine keeps running', async () => {
  const { engine, dir } = await engineWith(10);
  const path = join(dir, 'missing', 'receipt.json');
  const answer = await engine.writeReceipt(id, 'json', createWriteStream(path));
  expect(failureOf(answer)).toMatchObject({ code: 'write-failed', reason: 'folder-missing' });
  unwrap(await engine.writeReceipt(id, 'json', createWriteStream(join(dir, 'receipt.json'))));
});

test.each([
  ['a hash', "UPDATE source_files SET sha1 = '1111111111111111111111111111111111111111' WHERE item_id = 2"],
  ['a name', "UPDATE items SET name = 'other' WHERE id = 2"],
  ['a size', 'UPDATE items SET size_bytes = 9 WHERE id = 2; UPDATE items SET size_bytes = 11 WHERE id = 4'],
  [
    'a file that is gone',
    "DELETE FROM source_files WHERE item_id = 2; DELETE FROM items WHERE id = 2; UPDATE totals SET items = 4, bytes = 40 WHERE state = 'accepted'",
  ],
  [
    'a file that was never sent',
    "UPDATE items SET state = 'accepted' WHERE id = 1; UPDATE totals SET items = 6, bytes = 60 WHERE state = 'accepted'; UPDATE totals SET items = 4, bytes = 40 WHERE state = 'queued'",
  ],
])('a receipt of an edited store disagrees with its log: %s', async (_, edit) => {
  const opened = await engineWith(10);
  opened.engine.context.store.db.exec(edit);
  const { path } = await issue(opened, 'edited.json');
  expect(unwrap(await verifyReceipt(path))).toMatchObject({
    proof: 'not-intact',
    problems: [{ code: 'items-not-logged' }],
  });
});

test('a receipt for another server or database than its log names is not intact', async () => {
  const opened = await engineWith(2);
  const { repositories, store } = opened.engine.context;
  const { serverUrl = '', databaseId = 0 } = repositories.uploads.get(id) ?? {};
  const created = { serverUrl, databaseId: databaseId + 1 };
  store.writes.transaction(() =>
    repositories.events.append(id, '2030-01-01T00:00:00.000Z', 'upload-created', created),
  );
  const { path } = await issue(opened, 'edited.json');
  expect(unwrap(await verifyReceipt(path)).problems).toEqual([{ code: 'upload-not-logged' }]);
});
