import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReadQueries } from '../../main/engine/rpc/read-queries.ts';
import {
  addCustodianMap,
  changeCustodians,
  undoCustodians,
} from '../../main/engine/uploads/drafts/assign-custodians.ts';
import type { TreeParent } from '../../preload/contract/calls/tree-calls.ts';
import type { CustodianRules } from '../../preload/contract/views/custodian-rule.ts';
import { itemId as itemIdOf } from '../../preload/contract/views/ids.ts';
import { tarBytes } from '../fixtures/container-bytes.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { zipBytes } from '../fixtures/zip-bytes.ts';
import { foldersIn, never, requestFor, runOptions } from './harness.ts';
import { shareEngine } from './shared-engine.ts';

const { env, engine } = await shareEngine();

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

test('the folders of a TAR archive are named, too', async () => {
  const folder = join(env.evidence, 'tar');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'all.tar'), tarBytes());
  const custodianRules = [{ kind: 'folder', level: 2 }] as const;
  const request = requestFor(env, { sources: [folder], custodian: 'Default', custodianRules });
  const id = unwrap(await engine.prepare(request, never));
  unwrap(await engine.run(id, runOptions()));
  const created = [...engine.log(id, 0)].find(({ type }) => type === 'source-file-created');
  expect(created?.data).toMatchObject({ childCustodians: { 'Ann/': 'Ann' } });
});

test('what a person assigns to folders inside an archive overrides the rules, and is sent and in the record', async () => {
  const folder = join(env.evidence, 'by-hand');
  await mkdir(folder, { recursive: true });
  const names = ['people/ng/a.txt', 'people/ng/old/b.txt', 'people/roe/c.txt', 'top.txt'];
  const archive = zipBytes(names.map((name) => ({ name, content: content(name) })));
  await writeFile(join(folder, 'mail.zip'), archive);
  const custodianRules = [{ kind: 'folder', level: 3 }] as const;
  const id = unwrap(
    await engine.prepare(
      requestFor(env, { sources: [folder], custodian: 'Default', custodianRules }),
      never,
      {
        isDraft: true,
      },
    ),
  );
  const { context } = engine;
  const queries = createReadQueries(context.store.db);
  const entriesIn = (parent: TreeParent) =>
    queries.tree({ uploadId: id, parent, view: 'custodians', offset: 0, limit: 10 }).entries;
  const [root] = foldersIn(queries, id, null);
  const [zip] = entriesIn({ kind: 'folder', id: root?.id ?? 0 });
  const itemId = zip?.kind === 'file' ? zip.id : itemIdOf.parse(0);
  expect(zip).toMatchObject({ kind: 'file', name: 'mail.zip', hasChildren: true });
  const shown = (path: string) =>
    entriesIn({ kind: 'container', itemId, path }).map((entry) => [
      entry.path,
      entry.custodian,
      entry.custodianFrom,
      entry.isAssigned,
    ]);
  expect(entriesIn({ kind: 'container', itemId, path: '' })).toMatchObject([
    { name: 'people', items: 3, varies: true, custodian: null, hasChildren: true },
  ]);
  expect(shown('people/')).toEqual([
    ['people/ng/', 'ng', 'folder', false],
    ['people/roe/', 'roe', 'folder', false],
  ]);

  const assign = async (path: string, custodian: string | null) =>
    changeCustodians(context, id, {
      kind: 'assign',
      folderIds: [],
      itemIds: [],
      innerFolders: [{ itemId, path }],
      custodian,
    });
  unwrap(await assign('people/', 'Archive'));
  unwrap(await assign('people/ng/old/', 'Ng, Ana'));
  expect(failureOf(await assign('people/nobody/', 'X')).code).toBe('item-not-found');
  expect(failureOf(await assign('people/n', 'X')).code).toBe('item-not-found');
  const byHand = [
    ['people/ng/', 'Archive', 'manual', false],
    ['people/roe/', 'Archive', 'manual', false],
  ];
  expect(shown('')).toEqual([['people/', 'Archive', 'manual', true]]);
  expect(shown('people/')).toEqual(byHand);
  expect(shown('people/ng/')).toEqual([['people/ng/old/', 'Ng, Ana', 'manual', true]]);
  unwrap(await assign('people/', null));
  expect(shown('people/')).toEqual([
    ['people/ng/', 'ng', 'folder', false],
    ['people/roe/', 'roe', 'folder', false],
  ]);
  unwrap(await undoCustodians(context, id, 'undo'));
  expect(shown('people/')).toEqual(byHand);
  const renamed = [{ from: 'Archive', to: 'The Archive' }];
  unwrap(await changeCustodians(context, id, { kind: 'rename', names: renamed }));

  unwrap(await engine.start(id));
  unwrap(await engine.run(id, runOptions()));
  const expected = {
    'people/': 'The Archive',
    'people/ng/': 'The Archive',
    'people/ng/old/': 'Ng, Ana',
    'people/roe/': 'The Archive',
  };
  const created = [...context.repositories.events.all(id)].find(({ type }) => type === 'source-file-created');
  expect(created?.data).toMatchObject({ childCustodians: expected });
  const [sourceFile] = [...engine.sentFiles(id)];
  const inspect = () => env.sandbox.inspect('documents', { sourceFileId: sourceFile?.id ?? 0 });
  await expect.poll(async () => (await inspect()).length, { timeout: 30_000 }).toBe(names.length);
  expect(Object.fromEntries((await inspect()).map(({ path, custodian }) => [path, custodian]))).toEqual({
    'people/ng/a.txt': 'The Archive',
    'people/ng/old/b.txt': 'Ng, Ana',
    'people/roe/c.txt': 'The Archive',
    'top.txt': 'Default',
  });
});

test('a path inside a container that is not listed can be given, by hand or in a CSV, and is marked as unchecked', async () => {
  const folder = join(env.evidence, 'typed');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'Mail.mbox'), 'From a@x.test Mon Jan  1 00:00:00 2024\nSubject: a\n\nb\n');
  await writeFile(join(folder, 'flat.zip'), zipBytes([{ name: 'a.txt', content: content('a') }]));
  const { context } = engine;
  const queries = createReadQueries(context.store.db);
  const request = requestFor(env, { sources: [folder], custodian: 'Default' });
  const id = unwrap(await engine.prepare(request, never, { isDraft: true }));
  const entriesIn = (parent: TreeParent) =>
    queries.tree({ uploadId: id, parent, view: 'custodians', offset: 0, limit: 10 }).entries;
  const [root] = foldersIn(queries, id, null);
  const files = () => entriesIn({ kind: 'folder', id: root?.id ?? 0 });
  expect(files()).toMatchObject([
    { name: 'flat.zip', hasChildren: false, isUnlisted: false },
    { name: 'Mail.mbox', hasChildren: false, isUnlisted: true },
  ]);
  const none = itemIdOf.parse(0);
  const [zip = none, mail = none] = files().map((entry) => (entry.kind === 'file' ? entry.id : none));
  const assign = async (itemId: number, path: string, custodian: string | null) =>
    changeCustodians(context, id, {
      ...{ kind: 'assign', folderIds: [], itemIds: [], innerFolders: [{ itemId, path }], custodian },
    });
  expect(failureOf(await assign(zip, 'Inbox/', 'X')).code).toBe('item-not-found');
  expect(failureOf(await assign(mail, 'Inbox/../x', 'X')).code).toBe('item-not-found');

  const rows = [
    { line: 1, path: 'mail.MBOX\\Inbox\\Ann', custodian: 'Ann' },
    { line: 2, path: 'Mail.mbox/Sent', custodian: 'Bo' },
    { line: 3, path: 'flat.zip/Sent', custodian: 'Cy' },
  ];
  const map = { name: 'map.csv', sha1: '0'.repeat(40), rows };
  const rule = { kind: 'map', name: map.name, sha1: map.sha1, rows: 3 } as const;
  unwrap(await addCustodianMap(context, id, map));
  const setRules = (rules: CustodianRules) =>
    changeCustodians(context, id, { kind: 'rules', rules, custodian: 'Default' });
  unwrap(await setRules([rule]));
  expect(queries.custodianMapMatch(id)).toMatchObject({
    matched: 0,
    unchecked: 2,
    unmatched: [{ line: 3 }],
  });
  unwrap(await assign(mail, '\\Sent\\Old', 'Dee'));
  const shown = (path: string) =>
    entriesIn({ kind: 'container', itemId: mail, path }).map((entry) => [
      entry.path,
      entry.custodian,
      entry.custodianFrom,
      entry.kind === 'inner-folder' && entry.isUnchecked,
    ]);
  expect(shown('')).toEqual([
    ['Inbox/', 'Default', 'default', true],
    ['Sent/', 'Bo', 'map', true],
  ]);
  expect(shown('Inbox/')).toEqual([['Inbox/Ann/', 'Ann', 'map', true]]);
  expect(shown('Sent/')).toEqual([['Sent/Old/', 'Dee', 'manual', true]]);
  expect(unwrap(await engine.plan(id)).insideContainers).toEqual(
    ['Ann', 'Bo', 'Dee'].map((custodian) => ({ custodian, items: 0, bytes: 0, uncheckedFolders: 1 })),
  );

  unwrap(await setRules([]));
  expect(shown('Sent/')).toEqual([['Sent/Old/', 'Dee', 'manual', true]]);
  unwrap(await assign(mail, 'Sent/Old/', null));
  expect(files()).toMatchObject([{}, { hasChildren: false }]);
  unwrap(await undoCustodians(context, id, 'undo'));
  unwrap(await undoCustodians(context, id, 'undo'));
  unwrap(await engine.start(id));
  unwrap(await engine.run(id, runOptions()));
  const created = [...context.repositories.events.all(id)].filter(
    ({ type }) => type === 'source-file-created',
  );
  const dataOf = (path: string) => created.find(({ data }) => data['path'] === path)?.data;
  expect(dataOf('Mail.mbox')).toMatchObject({
    childCustodians: { 'Inbox/Ann/': 'Ann', 'Sent/': 'Bo', 'Sent/Old/': 'Dee' },
    uncheckedFolders: true,
  });
  expect(dataOf('flat.zip')).toBeDefined();
  expect(dataOf('flat.zip')).not.toHaveProperty('childCustodians');
});
