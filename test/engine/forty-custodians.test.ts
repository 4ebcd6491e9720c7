/** A share of forty people, with archives inside, in one upload. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../../main/engine/index.ts';
import { readCustodianMap } from '../../main/engine/intake/custodians/read-map.ts';
import { unwrap } from '../fixtures/result.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { never, requestFor, runOptions, sourceFiles, startTestEnv, withEngine } from './harness.ts';

/** Whether documents are expected inside this file. */
function expectedIn(expected: ReadonlyMap<string, string>, filename: string): boolean {
  return [...expected.keys()].some((path) => path.startsWith(`${filename}/`));
}

test('every document of forty people goes up under its person: loose files, packs, and folders inside archives', async () => {
  const env = await startTestEnv();
  const people = Array.from({ length: 40 }, (_, index) => `Person ${String(index + 1).padStart(2, '0')}`);
  const expected = new Map<string, string>();
  const write = async (path: string, content: Buffer): Promise<void> => {
    await mkdir(join(env.evidence, path, '..'), { recursive: true });
    await writeFile(join(env.evidence, path), content);
  };
  for (const [index, person] of people.entries()) {
    for (const name of ['notes.txt', 'Mail/in.eml', 'Mail/2019/out.eml']) {
      await write(`Shares/${person}/${name}`, Buffer.from(`${person} ${name}`));
      expected.set(`Shares/${person}/${name}`, person);
    }
    if (index % 8 !== 0) continue;
    // Their own archive, with folders that are nobody's name.
    const members = ['inbox/a.eml', 'sent/b.eml'].map((name) => ({ name, content: Buffer.from(name) }));
    await write(`Shares/${person}/Mail.zip`, zipBytes(members));
    for (const { name } of members) expected.set(`Shares/${person}/Mail.zip/${name}`, person);
  }
  // An archive of ten people, one of whom the CSV names otherwise.
  const shared = people.slice(0, 10).map((person) => ({
    name: `${person}/Desktop/x.txt`,
    content: Buffer.from(person),
  }));
  await write('Shares/Desktops.zip', zipBytes(shared));
  for (const { name } of shared)
    expected.set(`Shares/Desktops.zip/${name}`, name.startsWith('Person 07') ? 'Roe, Sam' : name.slice(0, 9));
  await write('Scans/box.tif', Buffer.from('scan'));
  expected.set('Scans/box.tif', 'Records');
  const csv = join(env.dir, 'people.csv');
  await writeFile(csv, 'path,custodian\nShares/Desktops.zip/Person 07,"Roe, Sam"\nScans,Records\n');

  const { rule, map } = unwrap(await readCustodianMap(csv, { roots: [] }));
  const receipt = join(env.dir, 'forty.json');
  await withEngine(env, async (engine) => {
    const request = requestFor(env, {
      pack: 'always',
      custodianRules: [
        rule,
        {
          kind: 'pattern',
          pattern: '^Shares/(?:[^/]+\\.zip/)?(?<custodian>Person \\d+)/',
          ignoreCase: false,
        },
      ],
      custodianMap: map,
    });
    const id = unwrap(await engine.prepare(request, never));
    // The six archives, and one pack of everything else.
    expect(unwrap(await engine.plan(id))).toMatchObject({
      parts: 7,
      requests: 1 + 7 * 3,
      packing: { packs: 1 },
    });
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals.failed.items + totals.held.items).toBe(0);
    unwrap(await engine.writeReceipt(id, 'json', createWriteStream(receipt)));
  });

  await expect
    .poll(async () => (await sourceFiles(env)).filter(({ state }) => state === 'PROCESSING').length)
    .toBe(0);
  const documents = await env.sandbox.inspect('documents', { after: 0, limit: 10_000 });
  // The platform names a child by its path inside its source file; in a pack, that is the path on the disk.
  const archives = new Map(
    (await sourceFiles(env))
      .filter(({ filename }) => expectedIn(expected, filename))
      .map(({ id, filename }) => [id, `${filename}/`]),
  );
  const found = documents.map(({ sourceFileId, path, custodian }): [string, string | null] => [
    `${archives.get(sourceFileId) ?? ''}${path}`,
    custodian,
  ]);
  expect(Object.fromEntries(found)).toMatchObject(Object.fromEntries(expected));
  expect(unwrap(await verifyReceipt(receipt, { against: env.evidence }))).toMatchObject({
    intact: true,
    problems: [],
    against: { differences: [] },
  });
  const { upload, items } = JSON.parse(await readFile(receipt, 'utf8'));
  expect(upload.options.custodianRules[0]).toEqual({
    kind: 'map',
    name: 'people.csv',
    sha1: map.sha1,
    rows: 2,
  });
  const origins = new Set(items.map(({ custodianFrom }: { custodianFrom: string | null }) => custodianFrom));
  expect(origins).toEqual(new Set(['map', 'pattern', null]));
});
