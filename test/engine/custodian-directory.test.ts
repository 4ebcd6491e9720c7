/** The CSV of a legal hold directory counts as it was when the upload was created. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { never, requestFor, runOptions, startTestEnv, withEngine } from './harness.ts';

const people = 'email,name\nann@x.test,Ann Lee\n';
const others = 'email,name\nann@x.test,Someone Else\n';

async function withDirectory() {
  const env = await startTestEnv();
  mkdirSync(join(env.evidence, 'Lee, Ann'), { recursive: true });
  writeFileSync(join(env.evidence, 'Lee, Ann', 'a.txt'), 'a');
  const path = join(env.dir, 'people.csv');
  writeFileSync(path, people);
  const request = requestFor(env, {
    custodianRules: [{ kind: 'folder', level: 1 }],
    custodianDirectory: path,
  });
  return { env, path, request };
}
const changed = (path: string) => ({ ok: false, failure: { code: 'custodian-directory-changed', path } });

test('a directory that changes during the scan refuses the upload', async () => {
  const { env, path, request } = await withDirectory();
  await withEngine(env, async (engine) => {
    const onCreated = () => writeFileSync(path, others);
    expect(await engine.prepare(request, never, { onCreated })).toMatchObject(changed(path));
    expect(engine.uploads()).toEqual([]);
  });
});

test('a directory that changed before an interrupted scan continues stops the upload until it is put back', async () => {
  const { env, path, request } = await withDirectory();
  await withEngine(env, async (engine) => {
    const stop = new AbortController();
    const prepared = await engine.prepare(request, stop.signal, { onCreated: () => stop.abort() });
    expect(prepared).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    const id = engine.uploads()[0]?.id;
    if (id === undefined) throw new Error('The upload was deleted');
    writeFileSync(path, others);
    expect(await engine.run(id, runOptions())).toMatchObject(changed(path));
    expect(unwrap(engine.upload(id))).toMatchObject({ totals: { accepted: { items: 0 } } });
    writeFileSync(path, people);
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    const matched = engine.custodianMatches(id).map(({ custodian }) => custodian);
    expect(matched).toContain('Ann Lee');
  });
});
