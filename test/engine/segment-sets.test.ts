/** Evidence in several files: one custodian and one decision for a set, whatever names or filters only some of it. */
import { mkdir, rm } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import type { UploadId } from '../../main/engine/index.ts';
import { compileRules } from '../../main/engine/intake/custodians/custodian-of.ts';
import { matchMap } from '../../main/engine/intake/custodians/match-map.ts';
import { previewCustodians } from '../../main/engine/intake/custodians/preview.ts';
import { changeCustodians, undoCustodians } from '../../main/engine/uploads/drafts/assign-custodians.ts';
import type { CustodianRules } from '../../preload/contract/views/custodian-rule.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { sourceFiles } from './harness.ts';
import { sha1, shareEngine } from './shared-engine.ts';
import { acceptedIn, addFiles, ledgerOf, watchFolder } from './watching.ts';

const { env, engine, prepare, select, send, skipped, findings } = await shareEngine();
const { custodians } = engine.context.repositories;

beforeEach(async () => {
  await rm(env.evidence, { recursive: true, force: true });
  await mkdir(env.evidence);
});

const image = { 'Ng/disk.E01': 3_000, 'Ng/disk.E02': 3_000, 'Ng/disk.E04': 900, 'Ng/notes.txt': 5 };
const folders = { kind: 'folder', level: 1 } as const;

/** Rules of folders, and of a CSV with these lines. */
function withCsv(name: string, ...lines: readonly (readonly [path: string, custodian: string])[]) {
  const rows = lines.map(([path, custodian], index) => ({ line: index + 1, path, custodian }));
  const csv = { kind: 'map', name, sha1: sha1(name), rows: rows.length } as const;
  return { custodianRules: [folders, csv], custodianMap: { sha1: sha1(name), rows } };
}

/** Each file with its custodian. */
function assigned(id: UploadId): Record<string, string | null> {
  const rows = engine.context.store.db
    .prepare<[number], { name: string; custodian: string | null }>(
      `SELECT items.name, coalesce(items.custodian, folders.manual_custodian, items.rule_custodian, folders.rule_custodian)
         AS custodian
       FROM items JOIN folders ON folders.id = folder_id WHERE items.upload_id = ? ORDER BY items.name`,
    )
    .all(id);
  return Object.fromEntries(rows.map(({ name, custodian }) => [name, custodian]));
}

const allOf = (custodian: string, notes = 'Ng') => ({
  'disk.E01': custodian,
  'disk.E02': custodian,
  'disk.E04': custodian,
  'notes.txt': notes,
});

const previewed = (id: UploadId, rules: CustodianRules, maps: Parameters<typeof compileRules>[1]) =>
  Object.fromEntries(
    previewCustodians(custodians, {
      uploadId: id,
      rules: compileRules(rules, maps, [], false),
      custodian: null,
      custodianNow: null,
    }).custodians.map(({ custodian, items }) => [custodian, items]),
  );

test('a line of a CSV that names the first segment names the whole set', async () => {
  await makeEvidence(env.evidence, image);
  const rules = withCsv('first.csv', ['Ng/disk.E01', 'Roe']);
  const id = await prepare(rules);
  expect(assigned(id)).toEqual(allOf('Roe'));
  expect(findings(id, 'segment-custodians')).toEqual([
    ['disk.E01', { custodian: 'Roe', segment: 'disk.E02', other: 'Ng' }],
  ]);
  expect(previewed(id, rules.custodianRules, [rules.custodianMap])).toEqual({ Roe: 3, Ng: 1 });
  await send(id);
  const sent = (await sourceFiles(env)).filter(({ filename }) => filename.includes('disk.E'));
  expect(sent.map(({ custodian }) => custodian)).toEqual(['Roe', 'Roe', 'Roe']);
});

test('a line that names the first segment, which is missing, names the set, and is no line that assigns nothing', async () => {
  await makeEvidence(env.evidence, { 'Ng/disk.E02': 3_000, 'Ng/disk.E03': 900 });
  const id = await prepare(withCsv('missing.csv', ['Ng/disk.E01', 'Roe'], ['Ng/disk.E09', 'Moe']));
  expect(assigned(id)).toEqual({ 'disk.E02': 'Roe', 'disk.E03': 'Roe' });
  expect(matchMap(engine.context.repositories, id)).toMatchObject({
    matched: 1,
    unmatched: [{ path: 'Ng/disk.E09' }],
  });
});

test('a line that names another segment names nobody: the set stays with its first one, and a finding says so', async () => {
  await makeEvidence(env.evidence, image);
  const rules = withCsv('second.csv', ['Ng/disk.E02', 'Roe']);
  const id = await prepare(rules);
  expect(assigned(id)).toEqual(allOf('Ng'));
  expect(findings(id, 'segment-custodians')).toEqual([
    ['disk.E01', { custodian: 'Ng', segment: 'disk.E02', other: 'Roe' }],
  ]);
  expect(previewed(id, rules.custodianRules, [rules.custodianMap])).toEqual({ Ng: 4 });
  // The finding is that of the rules that apply now.
  unwrap(await changeCustodians(engine.context, id, { kind: 'rules', rules: [folders], custodian: null }));
  expect(findings(id, 'segment-custodians')).toEqual([]);
});

test('a pattern that only the name of the first segment matches names the whole set, even where that one is missing', async () => {
  await makeEvidence(env.evidence, { 'x/roe.E02': 900, 'x/roe.E03': 900, 'x/ng.z01': 900, 'x/ng.zip': 900 });
  const pattern = '(?<custodian>[a-z]+)\\.(?:E01|zip)$';
  const id = await prepare({ custodianRules: [{ kind: 'pattern', pattern, ignoreCase: false }] });
  expect(assigned(id)).toEqual({ 'ng.z01': 'ng', 'ng.zip': 'ng', 'roe.E02': 'roe', 'roe.E03': 'roe' });
});

test('what is assigned by hand to one segment applies to the set, and is undone for the set', async () => {
  await makeEvidence(env.evidence, image);
  const id = await prepare({ custodianRules: [folders] });
  const [item] = engine.context.store.db
    .prepare<[number], { id: number }>("SELECT id FROM items WHERE upload_id = ? AND name = 'disk.E04'")
    .all(id);
  const change = { kind: 'assign', folderIds: [], itemIds: [item?.id ?? 0], custodian: 'Poe' } as const;
  unwrap(await changeCustodians(engine.context, id, change));
  expect(assigned(id)).toEqual(allOf('Poe'));
  unwrap(await undoCustodians(engine.context, id, 'undo'));
  expect(assigned(id)).toEqual(allOf('Ng'));
});

test('filters that only some segments match take the set or leave it, as its first segment says, and a finding says so', async () => {
  await makeEvidence(env.evidence, image);
  const id = await prepare();
  await select(id, { exclude: ['*.E02'] });
  expect(skipped(id)).toEqual({});
  expect(findings(id, 'segment-filter')).toEqual([['disk.E01', { isSent: true, segment: 'disk.E02' }]]);
  await select(id, { include: ['*.E02'] });
  expect(Object.keys(skipped(id))).toHaveLength(4);
  expect(findings(id, 'segment-filter')).toEqual([['disk.E01', { isSent: false, segment: 'disk.E02' }]]);
  // The size of a set is that of all of its files.
  await select(id, { maxBytes: 4_000 });
  expect(Object.keys(skipped(id)).sort()).toEqual(['Ng/disk.E01', 'Ng/disk.E02', 'Ng/disk.E04']);
  await select(id, {});
  expect(findings(id, 'segment-filter')).toEqual([]);
});

test('segments that arrive in different batches of a watched folder keep one custodian, and none is called missing', async () => {
  const watching = await watchFolder(env, {
    custodianBy: 'regex:(?<custodian>[a-z]+)\\.(?:E01|001)$',
    include: ['*.E01', '*.00?'],
  });
  const piece = 'x'.repeat(1_000_000);
  // The first piece of poe comes after the second.
  addFiles(watching.folder, { 'roe.E01': '\0\x01first', 'ng.001': piece, 'poe.002': 'the last piece' });
  await watching.untilSent(3);
  // The set of pieces is known by their sizes alone, which the ledger has of those that were sent.
  addFiles(watching.folder, {
    'roe.E02': '\0\x01second',
    'ng.002': piece.replaceAll('x', 'y'),
    'poe.001': piece.replaceAll('x', 'z'),
    'notes.txt': 'no',
  });
  await watching.untilSent(6);
  const sent = await acceptedIn(env, watching);
  expect(sent.map(({ filename, custodian }) => [filename, custodian]).toSorted()).toEqual([
    ['ng.001', 'ng'],
    ['ng.002', 'ng'],
    ['poe.001', 'poe'],
    ['poe.002', 'poe'],
    ['roe.E01', 'roe'],
    ['roe.E02', 'roe'],
  ]);
  expect(ledgerOf(watching).find(({ name }) => name === 'notes.txt')?.reason).toMatchObject({
    code: 'not-included',
  });
  const missing = watching.engine.context.store.db
    .prepare("SELECT details FROM findings WHERE code = 'segment-missing'")
    .all();
  expect(missing).toEqual([]);
});
