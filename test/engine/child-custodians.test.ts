import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import {
  never,
  type OpenedEngine,
  openTestEnv,
  openWithContext,
  requestFor,
  runOptions,
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

const people = Array.from({ length: 10 }, (_, index) => `Person ${index}`);
const content = (text: string) => Buffer.from(text.repeat(20));

test('an archive of ten people’s folders arrives with every document under its person', async () => {
  const folder = join(env.evidence, 'share', 'box');
  await mkdir(folder, { recursive: true });
  const archive = zipBytes([
    { name: 'readme.txt', content: content('readme') },
    ...people.flatMap((person) => [
      { name: `${person}/mail/1.eml`, content: content(`mail of ${person}`), deflate: true },
      { name: `${person}/notes.txt`, content: content(`notes of ${person}`) },
    ]),
    // A name without a stated encoding: the platform may read it in another way.
    { name: Buffer.from('Łódź/a.txt'), content: content('x') },
  ]);
  await writeFile(join(folder, 'all.zip'), archive);
  const id = unwrap(
    await engine.prepare(
      requestFor(env, {
        sources: [env.evidence],
        custodian: 'Default',
        // share, box, all.zip, then the person.
        custodianRules: [{ kind: 'folder', level: 4 }],
      }),
      never,
    ),
  );
  unwrap(await engine.run(id, runOptions()));

  const expected = new Map<string, string>([['readme.txt', 'Default']]);
  for (const person of people)
    for (const file of ['mail/1.eml', 'notes.txt']) expected.set(`${person}/${file}`, person);
  const [sourceFile] = [...engine.sentFiles(id)];
  const inspect = () => env.sandbox.inspect('documents', { sourceFileId: sourceFile?.id ?? 0 });
  await expect.poll(async () => (await inspect()).length, { timeout: 30_000 }).toBe(expected.size + 1);
  const documents = await inspect();
  const custodians = new Map(documents.map(({ path, custodian }) => [path, custodian]));
  for (const [path, person] of expected) expect([path, custodians.get(path)]).toEqual([path, person]);
  expect([...custodians.values()]).toContain('Łódź');

  const [created] = [...engine.context.repositories.events.all(id)].filter(
    ({ type }) => type === 'source-file-created',
  );
  expect(created?.data).toMatchObject({
    childCustodians: { 'Person 0/mail/': 'Person 0', 'Person 9/': 'Person 9', 'Łódź/': 'Łódź' },
  });
});
