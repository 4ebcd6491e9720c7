import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import { checkStart } from '../../main/engine/uploads/run/run-upload.ts';
import { watchRule } from '../../preload/contract/watch/watched-folder.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import {
  datasets,
  never,
  requestFor,
  runOptions,
  startOwnTestEnv,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';
import { openConnected } from './watching.ts';

const acme = 2002;
const asked = {
  code: 'database-unconfirmed',
  reason: 'same-source',
  databaseId: acme,
  databaseName: 'Acme investigation',
  usedBefore: ['Doe v. Roe'],
  typed: null,
};

/** Its evidence was uploaded to Doe v. Roe. */
async function startUsedEnv(start = startTestEnv): Promise<TestEnv> {
  const env = await start();
  await makeEvidence(env.evidence, { 'Smith/mail.pst': 5000 });
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.run(id, runOptions()));
  });
  return env;
}

const draftFor = async (engine: Engine, env: TestEnv, databaseId = acme): Promise<UploadId> =>
  unwrap(await engine.prepare(requestFor(env, { databaseId }), never, { isDraft: true }));

const datasetsOfAcme = async (env: TestEnv) =>
  (await datasets(env)).filter(({ databaseId }) => databaseId === acme);

test('a draft for another database starts with its name only, and is asked about once', async () => {
  const env = await startUsedEnv();
  await withEngine(env, async (engine) => {
    const id = await draftFor(engine, env);
    expect(failureOf(await engine.start(id))).toMatchObject({ ...asked, subject: env.evidence });
    expect(failureOf(await engine.start(id, 'Doe v. Roe'))).toMatchObject({ ...asked, typed: 'Doe v. Roe' });
    expect(failureOf(await engine.run(id, runOptions())).code).toBe('upload-not-started');
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'ready', startedAt: null });
    expect(await datasetsOfAcme(env)).toEqual([]);
    unwrap(await engine.start(id, 'Acme investigation'));
    unwrap(await engine.start(id));
    unwrap(await engine.run(id, runOptions()));
    expect([...engine.log(id, 0)]).toContainEqual(
      expect.objectContaining({
        type: 'database-confirmed',
        data: {
          databaseId: acme,
          databaseName: 'Acme investigation',
          reason: 'same-source',
          subject: env.evidence,
          usedBefore: ['Doe v. Roe'],
          userName: expect.any(String),
          osUser: expect.any(String),
        },
      }),
    );
  });
});

test('an upload that the platform refused says nothing about where its folder went', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Smith/mail.pst': 5000 });
  const { url: serverUrl, keys } = env.sandbox;
  await withEngine(env, async (engine) => {
    unwrap(await engine.connect({ serverUrl, apiKey: keys.reader, profilePath: env.profilePath }));
    const refused = unwrap(await engine.prepare(requestFor(env), never));
    expect(failureOf(await engine.run(refused, runOptions())).code).toBe('forbidden');
    unwrap(await engine.connect({ serverUrl, apiKey: keys.admin, profilePath: env.profilePath }));
    const id = await draftFor(engine, env);
    unwrap(await engine.start(id));
  });
});

test('Review asks for no database that passed before, as the start asks for none', async () => {
  const env = await startUsedEnv();
  const { engine } = await openConnected(env, { stateDir: env.stateDir });
  const id = await draftFor(engine, env);
  vi.spyOn(engine.context.repositories.uploads, 'setStarted').mockImplementationOnce(() => {
    throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
  expect(failureOf(await engine.start(id, 'Acme investigation')).code).toBe('disk-full');
  expect(unwrap(await checkStart(engine.context, id))).toMatchObject({
    databaseCheck: { reason: null },
    refusal: null,
  });
  unwrap(await engine.start(id));
});

test('the log of an upload calls no database renamed whose name the platform no longer tells', async () => {
  const env = await startUsedEnv();
  await withEngine(env, async (engine) => {
    const id = await draftFor(engine, env);
    await env.useFaults([
      { match: { operation: 'GetDatabase' }, fault: { kind: 'answer', status: 403, body: { title: 'No' } } },
      { match: { operation: 'GetProjects' }, fault: { kind: 'answer', status: 200, body: { data: [] } } },
    ]);
    unwrap(await engine.start(id, 'Acme investigation'));
    expect([...engine.log(id, 0)].map(({ type }) => type)).not.toContain('database-renamed');
    expect(unwrap(engine.upload(id)).databaseName).toBe('Acme investigation');
  });
});

test('no run sends an upload that was marked as started without having passed the check', async () => {
  const env = await startUsedEnv();
  await withEngine(env, async (engine) => {
    await draftFor(engine, env);
  });
  changeStore(env, "UPDATE uploads SET started_at = created_at WHERE state = 'ready'");
  await withEngine(env, async (engine) => {
    const [, { id } = { id: 0 as UploadId }] = engine.uploads();
    expect(failureOf(await engine.run(id, runOptions()))).toMatchObject(asked);
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', stoppedBy: asked });
    expect(await datasetsOfAcme(env)).toEqual([]);
    unwrap(await engine.run(id, runOptions({ confirmDatabase: 'Acme investigation' })));
    expect(await datasetsOfAcme(env)).toHaveLength(1);
  });
});

test('a started upload whose scan was interrupted is checked once its custodians are known', async () => {
  const env = await startTestEnv();
  const elsewhere = `${env.evidence}-elsewhere`;
  await makeEvidence(env.evidence, { 'Smith/mail.pst': 5000 });
  const custodianRules = [{ kind: 'folder', level: 1 }] as const;
  await withEngine(env, async (engine) => {
    const toAcme = { databaseId: acme, dataset: { name: 'Acme', description: null } };
    await makeEvidence(elsewhere, { 'Lee/a.txt': 5 });
    const first = unwrap(await engine.prepare(requestFor(env, { ...toAcme, sources: [elsewhere] }), never));
    unwrap(await engine.run(first, runOptions()));
    const request = requestFor(env, { custodianRules });
    const second = unwrap(
      await engine.prepare(request, never, {
        confirmDatabase: 'Doe v. Roe',
      }),
    );
    unwrap(await engine.run(second, runOptions()));
    const third = requestFor(env, { ...toAcme, sources: [elsewhere], custodianRules });
    unwrap(await engine.prepare(third, never));
  });
  renameSync(join(elsewhere, 'Lee'), join(elsewhere, 'Smith'));
  changeStore(
    env,
    `UPDATE uploads SET state = 'scanning', database_checked_at = NULL WHERE id = 3;
    UPDATE uploads SET state = 'cancelled' WHERE id = 1`,
  );
  await withEngine(env, async (engine) => {
    const { id } = engine.uploads()[2] ?? { id: 0 as UploadId };
    const stopped = failureOf(await engine.run(id, runOptions()));
    expect(stopped).toMatchObject({
      code: 'database-unconfirmed',
      reason: 'same-custodian',
      subject: 'Smith',
    });
    unwrap(await engine.run(id, runOptions({ confirmDatabase: 'Acme investigation' })));
  });
});

test('the name that counts is the one that the platform has at the start', async () => {
  const env = await startUsedEnv(startOwnTestEnv);
  await withEngine(env, async (engine) => {
    const id = await draftFor(engine, env);
    await env.killSandbox(() => {
      const platform = new Sqlite(join(env.sandbox.dataDir, 'sandbox.db'));
      platform.prepare('UPDATE databases SET name = ? WHERE id = ?').run('Acme (closed)', acme);
      platform.close();
    });
    expect(failureOf(await engine.start(id, 'Acme investigation'))).toMatchObject({
      ...asked,
      databaseName: 'Acme (closed)',
      typed: 'Acme investigation',
    });
    expect(unwrap(engine.upload(id)).databaseName).toBe('Acme (closed)');
    unwrap(await engine.start(id, 'Acme (closed)'));
  });
});

test('a draft whose database is not there any longer does not start', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 5 });
  await withEngine(env, async (engine) => {
    await draftFor(engine, env);
  });
  changeStore(env, 'UPDATE uploads SET database_id = 999999');
  await withEngine(env, async (engine) => {
    const [{ id } = { id: 0 as UploadId }] = engine.uploads();
    expect(failureOf(await engine.start(id))).toMatchObject({
      code: 'database-not-found',
      databaseId: 999_999,
    });
    expect(unwrap(engine.upload(id)).startedAt).toBeNull();
  });
});

test('a rule of a watched folder is asked about where a new upload of the folder would be', async () => {
  const env = await startUsedEnv();
  const custodianRules = [{ kind: 'folder', level: 1 }] as const;
  const folder = join(env.dir, 'elsewhere', 'inbox');
  await makeEvidence(folder, { 'Smith/b.txt': 5 });
  await makeEvidence(`${folder} of Lee`, { 'Lee/a.txt': 5 });
  const toAcme = { databaseId: acme, dataset: { name: 'Acme', description: null }, custodianRules };
  await withEngine(env, async (engine) => {
    const confirmDatabase = 'Acme investigation';
    const lee = requestFor(env, { ...toAcme, sources: [`${folder} of Lee`] });
    for (const id of [
      unwrap(await engine.prepare(requestFor(env, { custodianRules }), never)),
      unwrap(await engine.prepare(lee, never, { confirmDatabase })),
    ])
      unwrap(await engine.run(id, runOptions()));
    const draft = unwrap(
      await engine.prepare(requestFor(env, { ...toAcme, sources: [folder] }), never, { isDraft: true }),
    );
    const account = unwrap(
      await engine.connect({
        serverUrl: env.sandbox.url,
        apiKey: env.sandbox.apiKey,
        profilePath: env.profilePath,
      }),
    );
    const rule = watchRule.parse({ path: folder, database: acme, dataset: 'Inbox', custodianBy: 'folder:1' });
    const ruleId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
    const smith = { ...asked, reason: 'same-custodian', subject: 'Smith' };
    expect(failureOf(await engine.start(draft))).toMatchObject(smith);
    expect(failureOf(await engine.watch.activate(ruleId, null))).toMatchObject(smith);
    unwrap(await engine.watch.activate(ruleId, confirmDatabase));
    expect(unwrap(await engine.watch.databaseCheck(ruleId)).reason).toBeNull();
  });
});

test('a canceled upload is no precedent', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 5 });
  await withEngine(env, async (engine) => {
    const wrong = unwrap(await engine.prepare(requestFor(env), never));
    unwrap(await engine.cancel(wrong));
    unwrap(await engine.start(await draftFor(engine, env)));
  });
});
