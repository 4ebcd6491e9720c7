import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { datasets, never, requestFor, runOptions, sourceFiles, startTestEnv, withEngine } from './harness.ts';
import { changeStore } from './killed-store.ts';

test.each([
  ['database', 'UPDATE uploads SET database_id = 2002'],
  ['database', "UPDATE uploads SET request = json_set(request, '$.databaseId', 2002)"],
  ['server', "UPDATE uploads SET server_url = replace(server_url, '127.0.0.1', 'localhost')"],
  ['dataset', 'UPDATE uploads SET dataset_id = 1'],
  [
    'dataset',
    `UPDATE uploads SET dataset_id = 1, request = json_set(request, '$.dataset', json('{"id": 1}'))`,
  ],
  ['sources', "UPDATE roots SET path = '/etc'"],
  [
    'sources',
    `UPDATE uploads SET request = json_set(request, '$.sources', json('["/etc"]')), state = 'scanning'`,
  ],
  [
    'source-files',
    `INSERT INTO source_files (item_id, requested_at, platform_id, part_size_bytes, part_count)
     SELECT id, '2030-01-01T00:00:00.000Z', 5, 5, 1 FROM items`,
  ],
  ['log', "UPDATE events SET data = json_set(data, '$.databaseId', 2002) WHERE seq = 1"],
  ['log', 'DELETE FROM events WHERE seq = 1'],
  ['log', 'DELETE FROM events'],
])('nothing is sent once the %s was edited: %s', async (altered, sql) => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 5 });
  await withEngine(env, async (engine) => {
    unwrap(await engine.prepare(requestFor(env), never));
  });
  changeStore(env, sql);
  await withEngine(env, async (engine) => {
    const { id, serverUrl } = unwrap(engine.upload(1));
    const { apiKey } = env.sandbox;
    unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
    const expected = { code: 'upload-altered', uploadId: id, altered };
    expect(failureOf(await engine.run(id, runOptions()))).toEqual(expected);
    expect(unwrap(engine.upload(id)).stoppedBy).toEqual(expected);
  });
  expect(await sourceFiles(env)).toEqual([]);
  expect(await datasets(env)).toEqual([]);
});

test('an upload of a file and a folder that nobody edited is sent, also after a restart', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a/b.txt': 5, 'c.txt': 7 });
  const sources = [join(env.evidence, 'a'), join(env.evidence, 'c.txt')];
  await withEngine(env, async (engine) => {
    unwrap(await engine.prepare(requestFor(env, { sources }), never));
  });
  for (let restarts = 0; restarts < 2; restarts += 1)
    await withEngine(env, async (engine) => {
      unwrap(await engine.run(unwrap(engine.upload(1)).id, runOptions()));
    });
  await withEngine(env, async (engine) => {
    expect(unwrap(engine.upload(1)).totals.accepted.items).toBe(2);
  });
  expect((await sourceFiles(env)).length).toBe(2);
});
