import { execFileSync } from 'node:child_process';
import { copyFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeCustodians, undoCustodians } from '../../main/engine/uploads/drafts/assign-custodians.ts';
import { chooseFiles } from '../../main/engine/uploads/drafts/choose-files.ts';
import { setSelection } from '../../main/engine/uploads/prepare/select-files.ts';
import { everything } from '../../preload/contract/views/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { dryRun, never, requestFor, runOptions, sourceFiles } from './harness.ts';
import { shareEngine } from './shared-engine.ts';

const { env, engine, prepare, select, send, skipped, findings, expectExactTotals } = await shareEngine();

beforeEach(() => rm(env.evidence, { recursive: true, force: true }));

const tree = {
  'Smith/mail.pst': 9_000,
  'Smith/Thumbs.db': 700,
  'Smith/old/a.tmp': 100,
  'Jones/b.tmp': 200,
  'Jones/report.docx': 4_000,
};

describe('rules of a draft', () => {
  test('can be changed any number of times, and the totals stay exact', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { exclude: ['*.tmp'] });
    expect(skipped(id)).toEqual({ 'Smith/old/a.tmp': 'excluded', 'Jones/b.tmp': 'excluded' });
    expectExactTotals(id);
    await select(id, { include: ['Smith'], systemFiles: ['thumbnails'] });
    expect(skipped(id)).toEqual({
      'Smith/Thumbs.db': 'system-file',
      'Jones/b.tmp': 'not-included',
      'Jones/report.docx': 'not-included',
    });
    expectExactTotals(id);
    await select(id, {});
    expect(skipped(id)).toEqual({});
    expectExactTotals(id);
    expect(unwrap(engine.upload(id)).totals.queued).toEqual({ items: 5, bytes: 14_000 });
  });

  test('are followed, and every file that is not sent is in the receipt with the reason', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { exclude: ['*.tmp'], maxBytes: 5_000 });
    expect(await send(id)).toEqual(['Jones/report.docx', 'Smith/Thumbs.db']);
    expectExactTotals(id);
    const paper = new PassThrough();
    const text = paper.toArray();
    unwrap(await engine.writeReceipt(id, 'json', paper));
    const receipt = JSON.parse(Buffer.concat(await text).toString());
    expect(receipt.upload.options.selection).toMatchObject({ exclude: ['*.tmp'], maxBytes: 5_000 });
    expect(
      receipt.items
        .filter(({ outcome }: { outcome: string }) => outcome === 'skipped')
        .map(({ path, reason, reasonText }: Record<string, unknown>) => [path, reason, reasonText])
        .sort(),
    ).toEqual([
      ['Jones/b.tmp', { code: 'excluded', pattern: '*.tmp' }, 'It matches the excluded pattern *.tmp.'],
      [
        'Smith/mail.pst',
        { code: 'excluded-size', maxBytes: 5_000, minBytes: null },
        'Only files of up to 5.0 kB are sent.',
      ],
      ['Smith/old/a.tmp', { code: 'excluded', pattern: '*.tmp' }, 'It matches the excluded pattern *.tmp.'],
    ]);
    expect(receipt.totals.received.items).toBe(receipt.totals.accepted.items + receipt.totals.skipped.items);
    // A person may start it again, where it stopped.
    unwrap(await engine.start(id));
    const selected = [...engine.log(id, 0)].filter(({ type }) => type === 'files-selected');
    expect(selected.map(({ data }) => data)).toMatchObject([{ selection: { exclude: ['*.tmp'] } }]);
    expect(failureOf(await setSelection(engine.context, id, everything)).code).toBe('upload-started');
  });

  test('by custodian follow each change of custodians', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    await select(id, { custodians: ['Smith'] });
    expect(Object.keys(skipped(id))).toHaveLength(5);
    const rules = [{ kind: 'folder', level: 1 }] as const;
    unwrap(await changeCustodians(engine.context, id, { kind: 'rules', rules: [...rules], custodian: null }));
    expect(skipped(id)).toEqual({
      'Jones/b.tmp': 'excluded-custodian',
      'Jones/report.docx': 'excluded-custodian',
    });
    expectExactTotals(id);
    unwrap(await undoCustodians(engine.context, id, 'undo'));
    expect(Object.keys(skipped(id))).toHaveLength(5);
    expectExactTotals(id);
  });

  test('that replace a filter by custodian while it is being applied leave nothing skipped by it', async () => {
    const names = Array.from({ length: 4_100 }, (_, at) => `${at % 2 === 0 ? 'Smith' : 'Jones'} ${at}.txt`);
    await makeEvidence(env.evidence, Object.fromEntries(names.map((name) => [name, 1])));
    const id = await prepare({ custodian: 'Smith' });
    await select(id, { custodians: ['Smith'] });
    const rules = [{ kind: 'pattern', pattern: '(?<custodian>Jones)', ignoreCase: false }] as const;
    const renamed = changeCustodians(engine.context, id, {
      kind: 'rules',
      rules: [...rules],
      custodian: 'Smith',
    });
    const { selections } = engine.context.repositories;
    await vi.waitUntil(() => selections.tallies(id).length > 0, { interval: 1 });
    await select(id, {});
    unwrap(await renamed);
    expect(selections.tallies(id)).toEqual([]);
    expectExactTotals(id);
  });

  test('that match nothing are named, until they match or are gone', async () => {
    await makeEvidence(env.evidence, tree);
    const rules = [{ kind: 'folder', level: 1 }] as const;
    const id = await prepare({ custodianRules: rules });
    await select(id, { exclude: ['*.tmp', '*.tmpp'], notTypes: ['.PFD'], notCustodians: ['smith', 'Jones'] });
    expect(findings(id, 'filter-unused')).toEqual([
      ['', { filter: 'exclude', value: '*.tmpp' }],
      ['', { filter: 'notTypes', value: 'pfd' }],
      ['', { filter: 'notCustodians', value: 'smith' }],
    ]);
    await select(id, { include: ['Smith', 'Smiht'], types: ['pst', 'doc'], custodians: ['Smith', 'Jnoes'] });
    expect(findings(id, 'filter-unused').map(([, details]) => details)).toEqual([
      { filter: 'include', value: 'Smiht' },
      { filter: 'types', value: 'doc' },
      { filter: 'custodians', value: 'Jnoes' },
    ]);
    await select(id, {});
    expect(findings(id, 'filter-unused')).toEqual([]);
  });

  test('by custodian name the containers with folders of somebody whom they treat otherwise', async () => {
    await makeEvidence(env.evidence, { 'Firm/Ann/a.txt': 100, 'Firm/Bob/b.txt': 200 });
    execFileSync('tar', ['-cf', 'all.tar', 'Ann', 'Bob'], { cwd: join(env.evidence, 'Firm') });
    const id = await prepare({ custodianRules: [{ kind: 'folder', level: 3 }], custodian: 'Firm' });
    await select(id, { notCustodians: ['Ann'] });
    expect(findings(id, 'filter-inside')).toEqual([['all.tar', { isSent: true, custodian: 'Ann' }]]);
    await select(id, { custodians: ['Ann'] });
    expect(findings(id, 'filter-inside')).toEqual([['all.tar', { isSent: false, custodian: 'Ann' }]]);
    await select(id, { custodians: ['Firm', 'Ann', 'Bob'] });
    expect(findings(id, 'filter-inside')).toEqual([]);
  });

  test('that were not applied when Lading was killed are applied at the start', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    const { uploads, selections } = engine.context.repositories;
    const { request } = unwrap(engine.upload(id));
    uploads.setRequest(id, { ...request, selection: { ...everything, include: ['*.pst'] } });
    selections.setPending(id, true);
    expect(await send(id)).toEqual(['Smith/mail.pst']);
  });

  test('by custodian see custodian rules that were not applied when Lading was killed', async () => {
    await makeEvidence(env.evidence, tree);
    const id = await prepare();
    const { uploads, custodians } = engine.context.repositories;
    const { request } = unwrap(engine.upload(id));
    uploads.setRequest(id, {
      ...request,
      custodianRules: [{ kind: 'folder', level: 1 }],
      selection: { ...everything, custodians: ['Smith'] },
    });
    custodians.setPending(id, true);
    const sent = await send(id);
    expect(sent).toContain('Smith/mail.pst');
    expect(sent.filter((path) => !path.startsWith('Smith/'))).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('by day count the last nanosecond of a day', async () => {
    await makeEvidence(env.evidence, { 'before-1970': 1, last: 1, next: 1 });
    const times = { 'before-1970': '1969-12-31T23:59:59.999999999Z', last: '2024-02-29T23:59:59.999999999Z' };
    for (const [name, time] of Object.entries({ ...times, next: '2024-03-01T00:00:00Z' }))
      execFileSync('touch', ['-d', time, join(env.evidence, name)]);
    const id = await prepare();
    await select(id, { modifiedTo: '2024-02-29', modifiedFrom: '1970-01-01' });
    expect(Object.keys(skipped(id)).sort()).toEqual(['before-1970', 'next']);
    await select(id, { modifiedFrom: '2024-03-01' });
    expect(Object.keys(skipped(id)).sort()).toEqual(['before-1970', 'last']);
    await select(id, { modifiedTo: '1969-12-31' });
    expect(Object.keys(skipped(id)).sort()).toEqual(['last', 'next']);
  });

  test('with a pattern that can not be used are refused', async () => {
    await makeEvidence(env.evidence, tree);
    const selection = { ...everything, exclude: ['[a'] };
    const refused = { code: 'glob-invalid', pattern: '[a', problem: 'a [ without its ]' };
    expect(failureOf(await engine.prepare(requestFor(env, { selection }), never))).toEqual(refused);
    const id = await prepare();
    expect(failureOf(await setSelection(engine.context, id, selection))).toEqual(refused);
  });

  test('that leave nothing create no dataset', async () => {
    await makeEvidence(env.evidence, tree);
    const before = (await sourceFiles(env)).length;
    const id = await prepare({ selection: { ...everything, include: ['nothing'] } }, false);
    unwrap(await engine.run(id, runOptions()));
    expect(unwrap(engine.upload(id))).toMatchObject({ state: 'finished', datasetId: null });
    expect((await sourceFiles(env)).length).toBe(before);
  });
});

test('what is chosen by hand overrides the rules: deeper folders and files override those above', async () => {
  await makeEvidence(env.evidence, tree);
  const id = await prepare();
  const { folders } = engine.context.repositories;
  const folderId = (path: string) => {
    const [root] = folders.roots(id);
    return folders.find({ rootId: root?.rootId ?? 0, key: Buffer.from(path) }) ?? 0;
  };
  const choose = async (choice: Parameters<typeof chooseFiles>[2]) => {
    unwrap(await chooseFiles(engine.context, id, choice));
    expectExactTotals(id);
  };
  await choose({ folders: [{ id: folderId('Smith'), choice: 'deselected' }] });
  expect(Object.keys(skipped(id))).toEqual(Object.keys(tree).filter((path) => path.startsWith('Smith')));
  await choose({ folders: [{ id: folderId('Smith/old'), choice: 'selected' }] });
  await select(id, { exclude: ['*.tmp'] });
  expect(skipped(id)).toEqual({
    'Smith/mail.pst': 'deselected',
    'Smith/Thumbs.db': 'deselected',
    'Jones/b.tmp': 'excluded',
  });
  const item = [...engine.context.repositories.items.problemItems(id)].find(({ name }) => name === 'b.tmp');
  await choose({ items: [{ id: item?.id ?? 0, choice: 'selected' }] });
  await choose({ folders: [{ id: folderId('Smith'), choice: null }] });
  expect(skipped(id)).toEqual({ 'Smith/old/a.tmp': 'excluded' });
  expect(
    failureOf(await chooseFiles(engine.context, id, { folders: [{ id: 999_999, choice: null }] })).code,
  ).toBe('folder-not-found');
});

test('a set of segments is sent whole or not at all, and a missing segment is named', async () => {
  await makeEvidence(env.evidence, { 'disk.E01': 3_000, 'disk.E02': 3_000, 'disk.E04': 10, 'a.zip': 10 });
  const id = await prepare();
  expect(findings(id, 'segments')).toEqual([['disk.E01', { files: 3, bytes: 6_010 }]]);
  expect(findings(id, 'segment-missing')).toEqual([['disk.E01', { names: ['disk.E03'], missing: 1 }]]);
  await select(id, { minBytes: 5_000 });
  expect(skipped(id)).toEqual({ 'a.zip': 'excluded-size' });
  await select(id, { exclude: ['*.E01'] });
  expect(Object.keys(skipped(id)).sort()).toEqual(['disk.E01', 'disk.E02', 'disk.E04']);
  const item = [...engine.context.repositories.items.problemItems(id)].find(
    ({ name }) => name === 'disk.E04',
  );
  unwrap(await chooseFiles(engine.context, id, { items: [{ id: item?.id ?? 0, choice: 'selected' }] }));
  expect(skipped(id)).toEqual({});
});

test('segments are never packed; other files whose extension is a number are', async () => {
  await makeEvidence(env.evidence, {
    'disk.001': 1_000_000,
    'disk.002': 1_000_000,
    'disk.003': 10,
    'report.2023': 100,
    'report.2024': 100,
  });
  const id = await prepare({ pack: 'always' });
  await send(id);
  const packed = [...engine.sentFiles(id)].filter(({ pack }) => pack !== undefined);
  expect(packed.map(({ path }) => path).sort()).toEqual(['report.2023', 'report.2024']);
});

describe('what earlier uploads sent to the same database', () => {
  test('is found, and not sent again where only new files are wanted', async () => {
    await makeEvidence(env.evidence, { 'sent/a': 100, 'sent/b': 200, 'sent/c': 300 });
    await send(await prepare());
    await writeFile(join(env.evidence, 'sent/b'), 'changed');
    await writeFile(join(env.evidence, 'sent/new'), 'new');
    const earlier = engine.uploads().at(-1);
    // From the folder inside: its paths are others.
    const id = await prepare({ sources: [join(env.evidence, 'sent')] });
    const sent = { upload: earlier?.uuid, at: expect.any(String), sourceFileId: expect.any(Number) };
    expect(findings(id, 'already-sent')).toEqual([
      ['a', sent],
      ['c', sent],
    ]);
    expect(findings(id, 'new-version').map(([name]) => name)).toEqual(['b']);
    // Found, but sent unless a person wants only what is new.
    expect(skipped(id)).toEqual({});
    await select(id, { onlyNew: true });
    expect(skipped(id)).toEqual({ a: 'already-sent', c: 'already-sent' });
    expect(await send(id)).toEqual(['b', 'new']);
    const all = await prepare({ selection: { ...everything, onlyNew: true } }, false);
    expect(unwrap(engine.upload(all)).totals.queued.items).toBe(0);
  });

  test('is the same where only its time is off by an hour, as on FAT after a change to daylight saving', async () => {
    await makeEvidence(env.evidence, { 'fat/a': 100, 'fat/b': 100 });
    for (const name of ['a', 'b'])
      await utimes(join(env.evidence, 'fat', name), 1_700_000_000, 1_700_000_000);
    const sources = [join(env.evidence, 'fat')];
    await send(await prepare({ sources }));
    await utimes(join(env.evidence, 'fat/a'), 1_700_003_600, 1_700_003_600);
    await utimes(join(env.evidence, 'fat/b'), 1_700_003_601, 1_700_003_601);
    const id = await prepare({ sources, selection: { ...everything, onlyNew: true } });
    expect(findings(id, 'new-version').map(([name]) => name)).toEqual(['b']);
    expect(skipped(id)).toEqual({ a: 'already-sent' });
  });

  test('in a pack has the pack of that time as its source file', async () => {
    await makeEvidence(env.evidence, { 'packed/a': 100, 'packed/b': 200 });
    const sources = [join(env.evidence, 'packed')];
    await send(await prepare({ sources, pack: 'always' }));
    const pack = (await sourceFiles(env)).at(-1);
    await makeEvidence(env.evidence, { 'other/copy of a': 1 });
    await copyFile(join(env.evidence, 'packed/a'), join(env.evidence, 'other/copy of a'));
    const id = await prepare({ sources });
    const [[, first] = []] = findings(id, 'already-sent');
    expect(findings(id, 'already-sent').map(([name]) => name)).toEqual(['a', 'b']);
    const completed = engine.context.store.db
      .prepare('SELECT completed_at FROM source_files WHERE platform_id = ?')
      .pluck()
      .get(pack?.id);
    expect(first).toMatchObject({ sourceFileId: pack?.id, at: completed });
    const copy = await prepare({
      sources: [join(env.evidence, 'other')],
      checks: { duplicates: true, knownHashes: null, hashLists: false },
    });
    const of = { of: 'a', at: completed };
    expect(findings(copy, 'duplicate')).toEqual([['copy of a', expect.objectContaining(of)]]);
  });

  test('may be a file that was canceled while its acceptance was unknown: it is sent again, and named', async () => {
    await makeEvidence(env.evidence, { 'z/maybe': 100, 'z/touched': 100 });
    const sources = [join(env.evidence, 'z')];
    const first = await prepare({ sources });
    await send(first);
    // As canceling leaves a file whose completion nobody answered.
    engine.context.store.db.exec(
      `UPDATE items SET state = 'held', reason = '{"code":"cancelled-unconfirmed"}' WHERE upload_id = ${first};
       DELETE FROM totals WHERE upload_id = ${first};
       INSERT INTO totals VALUES (${first}, 'held', 2, 200)`,
    );
    await utimes(join(env.evidence, 'z/touched'), 1, 1);
    const id = await prepare({ sources, selection: { ...everything, onlyNew: true } });
    const upload = unwrap(engine.upload(first)).uuid;
    expect(findings(id, 'maybe-sent')).toEqual([['maybe', { upload, at: expect.any(String) }]]);
    expect(findings(id, 'already-sent')).toEqual([]);
    expect(skipped(id)).toEqual({});
    await send(id);
    const again = await prepare({ sources });
    expect([findings(again, 'maybe-sent'), findings(again, 'already-sent').length]).toEqual([[], 2]);
  });

  test('is no file that a rule kept for a person', async () => {
    await makeEvidence(env.evidence, { 'w/kept': 100 });
    const sources = [join(env.evidence, 'w')];
    const first = await prepare({ sources });
    engine.context.store.db.exec(
      `UPDATE items SET state = 'held', reason = '{"code":"held-by-rule"}' WHERE upload_id = ${first};
       DELETE FROM totals WHERE upload_id = ${first};
       INSERT INTO totals VALUES (${first}, 'held', 1, 100)`,
    );
    expect(findings(await prepare({ sources }), 'maybe-sent')).toEqual([]);
  });

  test('is only what the platform accepted: a copy, a touched file and one that failed are new', async () => {
    await makeEvidence(env.evidence, { 'x/a': 100, 'x/touched': 100, 'x/fails': 100 });
    const first = await prepare();
    await rm(join(env.evidence, 'x/fails'));
    await send(first);
    await makeEvidence(env.evidence, { 'x/fails': 100, 'y/a': 100 });
    await utimes(join(env.evidence, 'x/touched'), 1, 1);
    const id = await prepare({ selection: { ...everything, onlyNew: true } });
    expect(skipped(id)).toEqual({ 'x/a': 'already-sent' });
  });
});

test('a dry run tells what earlier uploads sent, and leaves the store as it is', async () => {
  await makeEvidence(env.evidence, { 'dry/a': 10, 'dry/b': 20, 'dry/disk.E01': 40 });
  const sources = [join(env.evidence, 'dry')];
  await send(await prepare({ sources }));
  await makeEvidence(env.evidence, { 'dry/c': 30, 'dry/disk.E02': 40 });
  const { url: serverUrl, apiKey } = env.sandbox;
  const uploads = engine.uploads().length;
  const connection = { serverUrl, apiKey, profilePath: env.profilePath };
  const request = requestFor(env, { sources, selection: { ...everything, onlyNew: true } });
  const plan = unwrap(
    await dryRun(env.stateDir, connection, request, async (rehearsed, id) =>
      unwrap(await rehearsed.plan(id)),
    ),
  );
  const datasets = [{ name: engine.uploads().at(-1)?.datasetName, items: 3, at: expect.any(String) }];
  expect(plan.totals.queued.items).toBe(3);
  expect(plan.skippedByChoice).toEqual([{ code: 'already-sent', items: 2, bytes: 30 }]);
  expect(plan.alreadySent).toEqual({ items: 3, bytes: 70, datasets });
  // The first segment goes with the new one.
  expect([plan.sentAgain, plan.onlyNew]).toEqual([1, true]);
  expect(engine.uploads().length).toBe(uploads);
});
