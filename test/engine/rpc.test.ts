import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { generatePrivateKey, readPrivateKey } from '../../main/engine/custody/signing-key.ts';
import { verifyReceipt } from '../../main/engine/index.ts';
import { callHandler } from '../../main/engine/rpc/create-handlers.ts';
import type { EngineArgument } from '../../main/engine/rpc/protocol.ts';
import { requestControl } from '../../main/engine/uploads/run/control-requests.ts';
import { uploadId as uploadIdOf } from '../../preload/contract/views/ids.ts';
import type { ItemQuery } from '../../preload/contract/views/views.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  bugs,
  call,
  callOk,
  draft,
  events,
  folder,
  reportBug,
  sandbox,
  setUpHandlers,
  stateDir,
} from './rpc-handlers.ts';

setUpHandlers();

const everything: Omit<ItemQuery, 'uploadId'> = { offset: 0, limit: 100, sort: null, states: [], search: '' };

test('a source in which the scan found nothing is named', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  const { id: uploadId } = await draft([join(folder, 'evidence'), empty]);
  expect(await callOk('drafts.preflight', { uploadId })).toMatchObject({ emptySources: [empty] });
});

test('a draft is published, listed page by page, and gone once it is discarded', async () => {
  const { id: uploadId, state, totals, inspection } = await draft();
  expect([state, inspection]).toEqual(['ready', { checked: 5, files: 5 }]);
  expect(totals.queued).toEqual({ items: 5, bytes: 5327 });
  const preflight = await callOk('drafts.preflight', { uploadId });
  expect(preflight).toMatchObject({ zeroByteItems: 1, largestBytes: 5000, parts: 5, requests: 16 });
  const page = await callOk('uploads.items', { uploadId, ...everything, offset: 1, limit: 3 });
  expect([page.total, page.items.length]).toEqual([5, 3]);
  expect(await call('drafts.continueScan', { uploadId })).toMatchObject({
    failure: { code: 'upload-started' },
  });
  await callOk('drafts.discard', { uploadId });
  expect(events.at(-1)).toEqual({ event: 'upload.removed', data: { uploadId } });
  expect((await callOk('uploads.snapshot', undefined)).uploads).toEqual([]);
});

test('a source that another draft has, by whatever path, is named with that draft', async () => {
  const evidence = join(folder, 'evidence');
  const link = join(folder, 'link');
  symlinkSync(join(evidence, 'Ng, Ana'), link, 'dir');
  const { id: uploadId } = await draft();
  const shared = (...sources: string[]) => callOk('drafts.sharedSources', { uploadId: null, sources });
  for (const source of [evidence, `${evidence}/`, folder, join(evidence, 'top.txt'), link])
    expect(await shared(source, stateDir)).toEqual([{ uploadId, sources: [source] }]);
  expect(await shared(stateDir)).toEqual([]);
  expect(await callOk('drafts.sharedSources', { uploadId, sources: null })).toEqual([]);
  const { id: second } = await draft([link]);
  expect(await callOk('drafts.sharedSources', { uploadId, sources: null })).toEqual([
    { uploadId: second, sources: [evidence] },
  ]);
  await callOk('drafts.discard', { uploadId: second });
  expect(await callOk('drafts.sharedSources', { uploadId, sources: null })).toEqual([]);
});

test('only a person starts a draft; resuming it is refused and sends nothing', async () => {
  const { id: uploadId } = await draft();
  const run = { uploadId, links: [], held: 'ask' } as const;
  expect(await call('uploads.run', { ...run, links: [], isStart: false })).toMatchObject({
    ok: false,
    failure: { code: 'upload-not-started' },
  });
  expect(await sandbox.inspect('datasets')).toEqual([]);
  await callOk('uploads.run', { ...run, links: [], isStart: true });
  await expect
    .poll(() => events.some((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
});

test('lists are sorted, filtered and searched', async () => {
  const { id: uploadId } = await draft();
  const paths = async (query: Partial<ItemQuery>) =>
    (await callOk('uploads.items', { uploadId, ...everything, ...query })).items.map((item) => item.path);
  expect(await paths({ sort: { column: 'size', descending: true } })).toEqual([
    'Roe, Sam/desktop/x.txt',
    'Ng, Ana/mail/a.eml',
    'Ng, Ana/mail/b.eml',
    'top.txt',
    'Ng, Ana/notes.txt',
  ]);
  expect(await paths({ sort: { column: 'path', descending: false }, search: 'MAIL/' })).toEqual([
    'Ng, Ana/mail/a.eml',
    'Ng, Ana/mail/b.eml',
  ]);
  expect(await paths({ search: '%' })).toEqual([]);
  expect(await paths({ states: ['failed'] })).toEqual([]);
});

test('the exported list of uploads marks those to the sandbox', async () => {
  await draft();
  const path = join(folder, 'list.csv');
  await callOk('exports.uploads', { path });
  const [names = '', row = ''] = readFileSync(path, 'utf8').split('\r\n');
  expect(row.split(',')[names.split(',').indexOf('Sandbox')]).toBe('yes');
});

test('a started upload is sent with the last settings of its draft, and its end is published', async () => {
  const { id: uploadId } = await draft();
  await callOk('drafts.setCustodians', { uploadId, rules: [{ kind: 'folder', level: 1 }], custodian: null });
  await callOk('drafts.setSettings', {
    uploadId,
    settings: { timezone: 'Europe/Berlin' },
    sha1: true,
    partCheck: 'auto',
  });
  expect(
    await call('drafts.setSettings', {
      uploadId,
      settings: { nonsense: true },
      sha1: true,
      partCheck: 'auto',
    }),
  ).toMatchObject({
    ok: false,
    failure: { code: 'processing-setting-unknown' },
  });
  const started = call('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  // What comes after the start is refused: the run must not differ from what the person confirmed.
  for (const late of [
    call('drafts.setCustodians', { uploadId, rules: [], custodian: 'Late' }),
    call('drafts.assignCustodian', {
      uploadId,
      folderIds: [1],
      itemIds: [],
      innerFolders: [],
      custodian: 'Late',
    }),
    call('drafts.discard', { uploadId }),
  ])
    expect(await late).toMatchObject({ ok: false, failure: { code: 'upload-started' } });
  expect(await started).toMatchObject({ ok: true });
  await expect
    .poll(() => events.find((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toMatchObject({
      data: { upload: { state: 'finished', totals: { accepted: { items: 5 } } }, isIncomplete: false },
    });
  const files = await sandbox.inspect('source-files');
  expect(new Set(files.map((file) => file.custodian))).toEqual(new Set(['Ng, Ana', 'Roe, Sam', null]));
  const { items } = await callOk('uploads.items', { uploadId, ...everything, search: 'top.txt' });
  const hashOf = (algorithm: string) => createHash(algorithm).update('x'.repeat(7)).digest('hex');
  expect(items).toMatchObject([{ sha1: hashOf('sha1'), sha256: hashOf('sha256'), md5: hashOf('md5') }]);
  expect(await call('drafts.discard', { uploadId })).toMatchObject({ ok: false });
  expect((await callOk('uploads.log', { uploadId, offset: 0, limit: 100 })).events[0]?.type).toBe(
    'upload-created',
  );
});

test('a file that can’t be written fails with its chosen name and leaves nothing behind', async () => {
  const { id: uploadId } = await draft();
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
  const gone = join(folder, 'gone', 'saved');
  const list = { uploadId, sort: null, states: [], search: '' };
  for (const answered of [
    await call('receipts.write', {
      uploadId,
      format: 'json',
      path: gone,
      signingKey: null,
      timestamps: null,
    }),
    await call('exports.items', { ...list, path: gone }),
    await call('exports.uploads', { path: gone }),
  ]) {
    expect(answered).toMatchObject({
      ok: false,
      failure: { code: 'write-failed', path: gone, reason: 'folder-missing' },
    });
  }
  mkdirSync(join(folder, 'taken'));
  expect(await call('exports.uploads', { path: join(folder, 'taken') })).toMatchObject({
    ok: false,
    failure: { code: 'write-failed', reason: 'is-a-folder' },
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a key from the keychain signs; without one, the data folder has a key', async () => {
  const { id: uploadId } = await draft();
  const pem = generatePrivateKey();
  const keychainKey = await callOk('receipts.signingKey', { signingKey: pem });
  expect(keychainKey).toEqual({
    fingerprint: readPrivateKey(pem, 'keychain')?.fingerprint,
    storage: 'keychain',
  });
  const fileKey = await callOk('receipts.signingKey', { signingKey: null });
  expect(fileKey.storage).toBe('file');
  for (const [signingKey, key] of [
    [pem, keychainKey],
    [null, fileKey],
  ] as const) {
    const path = join(stateDir, `${key.storage}.json`);
    const written = await callOk('receipts.write', {
      uploadId,
      format: 'json',
      path,
      signingKey,
      timestamps: null,
    });
    expect(written.signedWith).toEqual({ ok: true, value: { ...key, replaces: null } });
    expect(readFileSync(path, 'utf8')).not.toContain('PRIVATE');
    expect(await verifyReceipt(path, { key: key.fingerprint })).toMatchObject({
      ok: true,
      value: { proof: 'signed-as-expected', signer: key },
    });
  }
});

test('templates save settings under a name', async () => {
  const { id } = await callOk('templates.save', { name: 'Ours', settings: { deNist: true } });
  await callOk('templates.save', { name: 'Ours', settings: { deNist: false } });
  expect(await callOk('templates.list', undefined)).toEqual([
    { id, name: 'Ours', settings: { deNist: false } },
  ]);
  await callOk('templates.remove', { id });
  expect(await callOk('templates.list', undefined)).toEqual([]);
});

/** Beside the first connection; with the same key by default. */
async function openConnection(connectionId: string, apiKey = sandbox.apiKey) {
  const serverUrl = sandbox.url;
  const network = { profilePath: null, proxyUrl: null, caPem: null };
  return callOk('connections.open', { connectionId, serverUrl, apiKey, ...network });
}

test('closing one of two connections with the same key leaves the other open', async () => {
  await openConnection('c2');
  await callOk('connections.close', { connectionId: 'c2' });
  expect(await callOk('databases.list', { connectionId: 'c1' })).not.toEqual([]);
});

test('an upload resumes with the new key of its connection, not with the replaced one', async () => {
  const { id: uploadId } = await draft();
  const { keyId } = await openConnection('c1', sandbox.keys.databaseAdmin);
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some((event) => event.event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
  const log = await callOk('uploads.log', { uploadId, offset: 0, limit: 100 });
  expect(log.events.filter(({ type }) => type === 'key-changed')).toMatchObject([{ data: { keyId } }]);
});

test('an upload to a dataset that an earlier one created has its name', async () => {
  const first = await draft([join(folder, 'evidence', 'top.txt')]);
  await callOk('uploads.run', { uploadId: first.id, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some(({ event }) => event === 'upload.ended'), { timeout: 20_000 })
    .toBe(true);
  const { uploads } = await callOk('uploads.snapshot', undefined);
  const datasetId = uploads.find(({ id }) => id === first.id)?.datasetId ?? 0;
  const into = (id: number) =>
    callOk('drafts.scan', {
      connectionId: 'c1',
      databaseId: sandbox.databaseId,
      dataset: { id },
      sources: [join(folder, 'evidence')],
      links: [],
      followSymlinks: false,
    });
  const draftInto = await into(datasetId);
  expect(draftInto).toMatchObject({ datasetId, datasetName: 'Custodial' });
  // Three for each of five files, and none for the dataset, which is there.
  const preflight = await callOk('drafts.preflight', { uploadId: draftInto.id });
  expect(preflight).toMatchObject({ requests: 15, packing: { aloneRequests: 15 } });
});

test('deleting the sandbox’s data cancels what is unfinished, and the log of every upload says so', async () => {
  const finished = await draft([join(folder, 'evidence', 'top.txt')]);
  await callOk('uploads.run', { uploadId: finished.id, links: [], held: 'ask', isStart: true });
  await expect
    .poll(() => events.some(({ event }) => event === 'upload.ended'), { timeout: 30_000 })
    .toBe(true);
  const unfinished = await draft();
  await callOk('limits.set', { bytesPerSecond: 1000, schedule: null, concurrency: 1 });
  await callOk('uploads.run', { uploadId: unfinished.id, links: [], held: 'ask', isStart: true });
  const untouched = await draft();
  await callOk('uploads.sandboxDeleted', undefined);
  const { uploads } = await callOk('uploads.snapshot', undefined);
  expect(uploads.map(({ id, state, stoppedBy }) => [id, state, stoppedBy?.code ?? null])).toEqual([
    [finished.id, 'finished', null],
    [unfinished.id, 'cancelled', 'sandbox-data-deleted'],
    [untouched.id, 'ready', null],
  ]);
  for (const { id } of [finished, unfinished]) {
    const log = await callOk('uploads.log', { uploadId: id, offset: 0, limit: 500 });
    expect(log.events.map(({ type }) => type)).toContain('sandbox-data-deleted');
  }
});

test('another process can pause and cancel an upload of the window, which shows it', async () => {
  const { id: uploadId } = await draft();
  const stateOf = () =>
    events.findLast((event) => event.event === 'upload.changed' && event.data.id === uploadId)?.data;
  await callOk('limits.set', { bytesPerSecond: 1000, schedule: null, concurrency: 1 });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect.poll(stateOf, { timeout: 30_000 }).toMatchObject({ state: 'uploading' });
  // A window that opens now shows its progress before the next event.
  const progress = async () => (await callOk('uploads.snapshot', undefined)).progress;
  await expect.poll(progress, { timeout: 30_000 }).toMatchObject([{ uploadId, state: 'uploading' }]);
  // What can't be carried out keeps nothing that is asked later from being carried out.
  unwrap(requestControl(stateDir, { action: 'receipt-saved', uploadId: 999, path: '/gone.json' }));
  const { id: damaged } = await draft();
  const db = new Database(join(stateDir, 'lading.db'));
  db.prepare("UPDATE uploads SET request = '{' WHERE id = ?").run(damaged);
  db.close();
  const decision = unwrap(requestControl(stateDir, { action: 'retry-held', uploadId: damaged }));
  await expect
    .poll(decision.answer, { timeout: 30_000 })
    .toMatchObject({ failure: { code: 'stored-value-damaged' } });
  unwrap(requestControl(stateDir, { action: 'pause', uploadId }));
  await expect.poll(stateOf, { timeout: 30_000 }).toMatchObject({ state: 'paused', stoppedBy: null });
  await expect.poll(progress, { timeout: 30_000 }).toEqual([]);
  unwrap(requestControl(stateDir, { action: 'cancel', uploadId }));
  await expect.poll(stateOf, { timeout: 30_000 }).toMatchObject({ state: 'cancelled' });
});

test('a file that needs review is decided about while the others are sent', async () => {
  const { id: uploadId } = await draft();
  const changed = () =>
    events.findLast((event) => event.event === 'upload.changed' && event.data.id === uploadId)?.data;
  await callOk('limits.set', { bytesPerSecond: 1000, schedule: null, concurrency: 1 });
  await callOk('uploads.run', { uploadId, links: [], held: 'ask', isStart: true });
  await expect.poll(changed, { timeout: 30_000 }).toMatchObject({ state: 'uploading' });
  const db = new Database(join(stateDir, 'lading.db'));
  const stateOf = db.prepare("SELECT state FROM items WHERE name = 'top.txt'").pluck();
  const reason = '{"code":"held-by-rule","issue":"empty"}';
  db.prepare("UPDATE items SET state = 'held', reason = ? WHERE name = 'top.txt'").run(reason);
  db.exec(`
    UPDATE totals SET items = items - 1, bytes = bytes - 7 WHERE state = 'queued';
    INSERT INTO totals (upload_id, state, items, bytes) VALUES (${uploadId}, 'held', 1, 7)
      ON CONFLICT DO UPDATE SET items = 1, bytes = 7;`);
  await callOk('uploads.run', { uploadId, links: [], held: 'skip', isStart: true });
  expect(stateOf.get()).toBe('skipped');
  expect(changed()).toMatchObject({ state: 'uploading', totals: { held: { items: 0 } } });
  db.close();
  await callOk('uploads.cancel', { uploadId });
});

test('an upload that cannot run fails at the call', async () => {
  const { id: uploadId } = await draft();
  await callOk('connections.close', { connectionId: 'c1' });
  const run: EngineArgument<'uploads.run'> = { uploadId, links: [], held: 'ask', isStart: true };
  expect(await call('uploads.run', run)).toEqual({
    ok: false,
    failure: { code: 'server-not-connected', serverUrl: `${sandbox.url}/` },
  });
  await callOk('uploads.cancel', { uploadId });
  expect(await call('uploads.run', run)).toMatchObject({ ok: false, failure: { code: 'upload-cancelled' } });
  expect(await call('uploads.run', { ...run, uploadId: uploadIdOf.parse(99) })).toMatchObject({
    ok: false,
    failure: { code: 'upload-not-found' },
  });
});

test('a bug in one handler or query fails that call, is reported, and leaves the rest running', async () => {
  const broken = { 'templates.list': () => Promise.reject(new TypeError('an injected bug')) };
  expect(await callHandler(broken, 'templates.list', undefined, reportBug)).toEqual({
    ok: false,
    failure: { code: 'bug', where: 'templates.list' },
  });
  // No caller that types allow asks for half a row.
  const impossible = {
    ...everything,
    uploadId: uploadIdOf.parse(1),
    offset: 0.5,
    sort: { column: 'path', descending: false },
  };
  expect(await call('uploads.log', { ...impossible, limit: Number.NaN })).toMatchObject({
    ok: false,
    failure: { code: 'bug' },
  });
  expect(bugs).toEqual([
    'templates.list: TypeError: an injected bug',
    expect.stringMatching(/^uploads\.log: /),
  ]);
  expect(await callOk('templates.list', undefined)).toEqual([]);
  expect((await callOk('uploads.log', { uploadId: uploadIdOf.parse(1), offset: 0, limit: 1 })).total).toBe(0);
});
