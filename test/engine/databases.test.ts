import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngine } from '../../main/engine/index.ts';
import { updateDraft } from '../../main/engine/uploads/drafts/update-draft.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { covers } from '../conformance/covers.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { uploadRequest } from '../fixtures/upload-request.ts';
import { dryRun, never, type OpenedEngine, openWithContext } from './harness.ts';

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-databases-'));
  writeFileSync(join(folder, 'letter.txt'), 'Dear Sir');
  sandbox = await startSandbox({ dataDir: join(folder, 'sandbox') });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

function request(databaseId: number) {
  return uploadRequest({ databaseId, sources: [join(folder, 'letter.txt')] });
}

async function uploadWith(apiKey: string, databaseId: number) {
  const opened = openEngine({ stateDir: mkdtempSync(join(folder, 'state-')), command: 'test', version: '0' });
  if (!opened.ok) throw new Error(failureText(opened.failure));
  const engine = opened.value;
  try {
    const { signal } = new AbortController();
    const connected = await engine.connect({ serverUrl: sandbox.url, apiKey, profilePath: null });
    if (!connected.ok) return connected;
    const prepared = await engine.prepare(request(databaseId), signal);
    if (!prepared.ok) return prepared;
    return await engine.run(prepared.value, { signal, limits: {}, held: 'ask' });
  } finally {
    await engine.close();
  }
}

test('an account with upload rights only can upload, although it can’t read the database', async () => {
  covers('rule 1.3.2');
  const sent = await uploadWith(sandbox.keys.uploader, sandbox.databaseId);
  expect(sent).toMatchObject({
    ok: true,
    value: { state: 'finished', databaseName: 'Doe v. Roe', totals: { accepted: { items: 1 } } },
  });
});

test('a read-only account is refused by the platform, and nothing is sent', async () => {
  covers('rule 1.3.2');
  const before = (await sandbox.inspect('summary')).receivedPartBytes;
  expect(await uploadWith(sandbox.keys.reader, sandbox.databaseId)).toMatchObject({
    ok: false,
    failure: { code: 'forbidden' },
  });
  expect((await sandbox.inspect('summary')).receivedPartBytes).toBe(before);
});

test('an ID that the account cannot use is named', async () => {
  const refused = await uploadWith(sandbox.keys.otherOrganization, sandbox.databaseId);
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'database-not-found', databaseId: sandbox.databaseId },
  });
});

async function withAdmin<T>(work: (engine: OpenedEngine) => Promise<T>): Promise<T> {
  const engine = openWithContext(mkdtempSync(join(folder, 'state-')));
  try {
    unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.keys.admin, profilePath: null }));
    return await work(engine);
  } finally {
    await engine.close();
  }
}

const frozen = {
  code: 'database-inactive',
  databaseId: 2005,
  databaseName: 'Fabrikam merger',
  state: 'FROZEN',
};

test.each([{ isDraft: true }, { isDraft: false }])(
  'an upload to a frozen database is created once a person accepted that, %o',
  async (options) => {
    await withAdmin(async (engine) => {
      expect(failureOf(await engine.prepare(request(2005), never, options))).toEqual(frozen);
      expect(engine.uploads()).toEqual([]);
      const accepted = { ...request(2005), acceptInactive: true };
      unwrap(await engine.prepare(accepted, never, options));
    });
  },
);

test('a draft whose database was frozen since asks when it is started', async () => {
  await withAdmin(async (engine) => {
    const accepted = { ...request(2005), acceptInactive: true };
    const id = unwrap(await engine.prepare(accepted, never, { isDraft: true }));
    const { context } = engine;
    // As if the database had been active when the draft was created.
    unwrap(updateDraft(context, id, { acceptInactive: false }));
    expect(failureOf(await engine.start(id))).toEqual(frozen);
    expect(unwrap(engine.upload(id)).startedAt).toBeNull();
    unwrap(updateDraft(context, id, { acceptInactive: true }));
    unwrap(await engine.start(id));
  });
});

test('a dry run refuses what the upload would refuse', async () => {
  const connection = { serverUrl: sandbox.url, apiKey: sandbox.keys.admin, profilePath: null };
  const state = join(folder, 'dry');
  expect(failureOf(await dryRun(state, connection, request(2005), async () => {}))).toEqual(frozen);
  unwrap(await dryRun(state, connection, { ...request(2005), acceptInactive: true }, async () => {}));
});
