/** The receipt follows from the log: whoever edits the store, wherever it shows in a receipt, gets one that isn't intact. */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ReceiptItem,
  type ReceiptSourceFile,
  type ReceiptUpload,
  receiptItem,
  receiptSourceFile,
  receiptUpload,
} from '../../main/engine/custody/receipt.ts';
import { problemsAfter, sourceOf, storeOfEveryOutcome } from './outcome-store.ts';

let original: Buffer;
let end = async (): Promise<void> => {};

beforeAll(async () => {
  ({ original, end } = await storeOfEveryOutcome());
});
afterAll(() => end());

test('a receipt of a store that nobody edited is intact, and its log covers all of it', async () => {
  const { written, read, coverage } = await problemsAfter(original, 'SELECT 1');
  expect(written).toEqual([]);
  expect(read).toEqual([]);
  expect(coverage).toEqual({ unlistedItems: 0, hasFindings: true });
  const db = new Sqlite(original);
  const outcomes = [...sourceOf(db).items()].map(({ outcome, pack, scanned }) =>
    [outcome, ...(pack === undefined ? [] : ['packed']), ...(scanned === undefined ? [] : ['retried'])].join(
      ' ',
    ),
  );
  db.close();
  expect(new Set(outcomes)).toEqual(
    new Set([
      'accepted',
      'accepted packed',
      'accepted retried',
      'skipped',
      'failed',
      'pending retried',
      'handedOver',
    ]),
  );
});

const named = (name: string): string => `(SELECT id FROM items WHERE name = '${name}')`;
const setItem = (name: string, set: string): string => `UPDATE items SET ${set} WHERE id = ${named(name)};`;
const setFile = (name: string, set: string): string =>
  `UPDATE source_files SET ${set} WHERE item_id = ${named(name)} AND abandoned = 0;`;
const setPackFile = (set: string): string => `UPDATE source_files SET ${set} WHERE pack_id IS NOT NULL;`;
const setMember = (name: string, set: string): string =>
  `UPDATE pack_members SET ${set} WHERE item_id = ${named(name)};`;
const setUpload = (set: string): string => `UPDATE uploads SET ${set};`;
const setRequest = (path: string, json: string): string =>
  setUpload(`request = json_set(request, '$.${path}', json('${json}'))`);
const files = ['archive.zip', 'a.txt', 'again.txt', 'skipped.tmp', 'gone.txt', 'waits.txt'];
const ofEachFile = (set: string): string[] => files.map((name) => setItem(name, set));
/** A move of an item from one state to another, with the totals. */
const move = (name: string, to: string, more: string): string =>
  `${setItem(name, `state = '${to}', ${more}`)}
   DELETE FROM totals; INSERT INTO totals SELECT upload_id, state, count(*), sum(size_bytes) FROM items GROUP BY 1, 2;`;
const sent = (name: string, size = 'size_bytes'): string =>
  `${move(name, 'accepted', `reason = NULL, size_bytes = ${size}`)}
   INSERT INTO source_files (item_id, requested_at, platform_id, part_size_bytes, part_count, completed_at, answer_state)
   VALUES (${named(name)}, '2030-01-01T00:00:00.000Z', 99, 1, 1, '2030-01-01T00:00:01.000Z', 'PROCESSING');`;
const unidentified = 'size_bytes = 0, mtime_ns = 0, mtime_era = 0, file_id = 0';

/** How each member of an item, a source file and an upload can be edited. A new member without a case fails to compile. */
const ofItems: Readonly<Record<keyof ReceiptItem, readonly string[]>> = {
  id: [`PRAGMA foreign_keys = OFF; ${setItem('skipped.tmp', 'id = 9999')}`],
  root: ["UPDATE roots SET path = '/elsewhere'"],
  path: [
    ...ofEachFile("name = 'x'"),
    "UPDATE folders SET path = 'Eve' WHERE path = 'Ann'",
    setItem('mail.pst', "link = 'https://x.example/y'"),
  ],
  pathBytesHex: [
    "UPDATE items SET name_bytes = x'66' WHERE name_bytes IS NOT NULL",
    setItem('a.txt', "name_bytes = x'66'"),
  ],
  sizeBytes: [
    ...ofEachFile('size_bytes = size_bytes + 1'),
    ...ofEachFile(unidentified),
    setItem('again.txt', 'size_bytes = 100, scanned = NULL'),
  ],
  modified: ofEachFile('mtime_ns = mtime_ns + 1'),
  custodian: [
    ...ofEachFile("custodian = 'Eve'"),
    "UPDATE folders SET rule_custodian = 'Eve' WHERE path = 'Bob'",
    setRequest('custodian', '"Eve"'),
  ],
  custodianFrom: ["UPDATE folders SET rule_from = 'pattern'"],
  outcome: [
    sent('gone.txt'),
    sent('skipped.tmp'),
    sent('waits.txt', '0'),
    `${sent('gone.txt')} ${setItem('gone.txt', unidentified)}`,
    move('archive.zip', 'failed', `reason = '{"code":"cancelled"}'`),
    move('archive.zip', 'queued', 'reason = NULL'),
    move('a.txt', 'skipped', `reason = '{"code":"cancelled"}'`),
    move('a.txt', 'queued', 'reason = NULL'),
    move('mail.pst', 'accepted', 'reason = NULL'),
    move('archive.zip', 'handedOver', 'reason = NULL'),
    move('mail.pst', 'failed', `reason = '{"code":"cancelled"}'`),
    move('gone.txt', 'skipped', 'reason = reason'),
    move('gone.txt', 'queued', 'reason = NULL'),
    move('skipped.tmp', 'held', 'reason = reason'),
    move('waits.txt', 'skipped', `reason = '{"code":"cancelled"}'`),
    `DELETE FROM items WHERE id = ${named('skipped.tmp')}`,
    `DELETE FROM items WHERE id = ${named('waits.txt')}`,
    `DELETE FROM items WHERE id = ${named('archive.zip')}`,
    `DELETE FROM items WHERE id = ${named('a.txt')}`,
  ],
  reason: [
    setItem('gone.txt', `reason = '{"code":"cancelled"}'`),
    setItem('skipped.tmp', `reason = json_set(reason, '$.pattern', '*.doc')`),
    setItem('archive.zip', `reason = '{"code":"cancelled"}'`),
  ],
  reasonText: [setItem('gone.txt', 'reason = NULL')],
  sha1: [
    setFile('archive.zip', `sha1 = '${'1'.repeat(40)}'`),
    setMember('a.txt', `sha1 = '${'1'.repeat(40)}'`),
  ],
  sha256: [setFile('archive.zip', `sha256 = '${'1'.repeat(64)}'`), setMember('a.txt', `sha256 = NULL`)],
  md5: [setFile('archive.zip', `md5 = '${'1'.repeat(32)}'`), setMember('a.txt', `md5 = '${'1'.repeat(32)}'`)],
  sourceFileId: [
    setFile('archive.zip', 'platform_id = 77'),
    setPackFile('platform_id = 77'),
    setFile('mail.pst', 'platform_id = 77'),
  ],
  pack: [
    `DELETE FROM pack_members WHERE item_id = ${named('a.txt')}`,
    'UPDATE packs SET number = number + 7',
    setUpload("uuid = '00000000-0000-4000-8000-000000000000'"),
  ],
  partCount: [setFile('archive.zip', 'part_count = 7')],
  startedAt: [
    setFile('archive.zip', "requested_at = '2020-01-01T00:00:00.000Z'"),
    setPackFile("requested_at = '2020-01-01T00:00:00.000Z'"),
    setFile('mail.pst', "requested_at = '2020-01-01T00:00:00.000Z'"),
  ],
  finishedAt: [
    setFile('archive.zip', "completed_at = '2020-01-01T00:00:00.000Z'"),
    setPackFile("completed_at = '2020-01-01T00:00:00.000Z'"),
    setFile('mail.pst', "completed_at = '2020-01-01T00:00:00.000Z'"),
  ],
  link: [setItem('mail.pst', "link = 'https://x.example/mail.pst'")],
  scanned: [
    setItem('again.txt', `scanned = '{"sizeBytes":1,"modified":null}'`),
    setItem('again.txt', 'scanned = NULL'),
    setItem('gone.txt', `scanned = json_object('sizeBytes', size_bytes, 'modified', NULL)`),
  ],
  findings: [
    "DELETE FROM findings WHERE code = 'empty'",
    `UPDATE findings SET details = '{"more":1}' WHERE code = 'empty'`,
    `INSERT INTO findings (upload_id, item_id, code, severity, details) SELECT 1, ${named('a.txt')}, 'empty', 1, '{}'`,
  ],
};

const ofSourceFiles: Readonly<Record<keyof ReceiptSourceFile, readonly string[]>> = {
  id: [setFile('archive.zip', 'platform_id = 77'), setPackFile('platform_id = 77')],
  kind: [setItem('mail.pst', 'link = NULL')],
  filename: [setItem('archive.zip', "name = 'x.zip'"), setItem('mail.pst', "name = 'x.pst'")],
  files: ['UPDATE packs SET items = items + 1'],
  sizeBytes: [setItem('archive.zip', 'size_bytes = 1'), 'UPDATE packs SET size_bytes = 1'],
  partCount: [setFile('archive.zip', 'part_count = 7'), setPackFile('part_count = 7')],
  sha1: [setFile('archive.zip', 'sha1 = NULL'), setPackFile(`sha1 = '${'1'.repeat(40)}'`)],
  sha256: [setFile('archive.zip', 'sha256 = NULL'), setPackFile(`sha256 = '${'1'.repeat(64)}'`)],
  custodian: ["UPDATE packs SET custodian = 'Eve'", setItem('archive.zip', "custodian = 'Eve'")],
  created: [setPackFile("requested_at = '2020-01-01T00:00:00.000Z'")],
  completed: [setPackFile("completed_at = '2020-01-01T00:00:00.000Z'"), "UPDATE packs SET state = 'closed'"],
  state: [
    setFile('archive.zip', "answer_state = 'DONE'"),
    setPackFile("answer_state = 'DONE'"),
    setFile('mail.pst', "answer_state = 'DONE'"),
  ],
};

const ofUploads: Readonly<Record<keyof ReceiptUpload, readonly string[]>> = {
  id: [setUpload("uuid = '00000000-0000-4000-8000-000000000000'")],
  created: [setUpload("created_at = '2020-01-01T00:00:00.000Z'")],
  finished: [setUpload("state = 'finished', finished_at = '2020-01-01T00:00:00.000Z'")],
  state: [setUpload("state = 'cancelled'"), setUpload("state = 'uploading'")],
  serverUrl: [setUpload("server_url = 'https://platform.example/'")],
  sandbox: [setUpload('is_sandbox = 1 - is_sandbox')],
  databaseId: [setUpload('database_id = 4711')],
  databaseName: [setUpload("database_name = 'Another matter'")],
  datasetId: [setUpload('dataset_id = 4711')],
  datasetName: [setUpload("dataset_name = 'Another collection'")],
  settings: [setRequest('settings', '{"timezone":"UTC"}')],
  user: [setUpload("os_user = 'somebody'")],
  machine: [setUpload("machine = 'elsewhere'")],
  version: [setUpload("version = '9.9.9'")],
  apiKeyId: [setUpload("key_id = 'k9'")],
  sources: ["UPDATE roots SET path = '/elsewhere'"],
  options: [
    setRequest('sha1', 'false'),
    setRequest('custodianRules', '[]'),
    setRequest('leaveUnassigned', 'true'),
    setRequest('selection', '{"exclude":["*.doc"]}'),
  ],
};

const cases = Object.entries({ item: ofItems, 'source file': ofSourceFiles, upload: ofUploads }).flatMap(
  ([kind, members]) =>
    Object.entries(members).flatMap(([member, edits]) => edits.map((sql) => [kind, member, sql] as const)),
);

test('every member of a receipt has a case', () => {
  expect(Object.keys(ofItems).toSorted()).toEqual(Object.keys(receiptItem.shape).toSorted());
  expect(Object.keys(ofSourceFiles).toSorted()).toEqual(Object.keys(receiptSourceFile.shape).toSorted());
  expect(Object.keys(ofUploads).toSorted()).toEqual(Object.keys(receiptUpload.shape).toSorted());
});

test.each([
  [
    "UPDATE totals SET items = items - 1 WHERE state = 'accepted'",
    { code: 'totals-unexplained', items: 1, bytes: 0 },
  ],
  [
    "UPDATE totals SET bytes = bytes + 1 WHERE state = 'failed'",
    { code: 'totals-unexplained', items: 0, bytes: -1 },
  ],
])('totals that were edited in the store are said when the receipt is written: %s', async (sql, problem) => {
  const { written, read } = await problemsAfter(original, sql);
  expect([written, read]).toEqual([[problem], [problem]]);
});

test.each([
  ["UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 3", { code: 'event-changed', seq: 3 }],
  ['UPDATE events SET previous_hash = hash WHERE seq = 4', { code: 'event-unlinked', seq: 4 }],
  ['DELETE FROM events WHERE seq = 2', { code: 'event-missing', seq: 2, foundSeq: 3 }],
])('a log that was edited in the store is said when the receipt is written: %s', async (sql, problem) => {
  const { written, read } = await problemsAfter(original, sql);
  expect(written[0]).toEqual(problem);
  expect(read).toContainEqual(problem);
});

test.each(cases)('%s: %s, edited in the store, is in no intact receipt: %s', async (_kind, _member, sql) => {
  const { shows, written, read } = await problemsAfter(original, sql);
  expect(shows).toBe(true);
  expect(written).not.toEqual([]);
  expect(read).not.toEqual([]);
});
