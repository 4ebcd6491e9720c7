import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { FindingQuery } from '../../../preload/contract/calls/preflight-calls.ts';
import { itemId } from '../../../preload/contract/views/ids.ts';
import { scanned } from '../../../test/fixtures/inspect.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';
import { readFindings, writeFindingsCsv } from '../uploads/context/read-findings.ts';
import { createReadQueries } from './read-queries.ts';

/** Complete: with its end. */
const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n';

/** Two empty files, one of which a formula names, a file of the wrong name, and a folder that Windows reserves. */
const mixed = [
  ['=1+1.csv', ''],
  ['Müller/empty.txt', ''],
  ['Müller/photo.jpg', pdf],
] as const;
async function inspected(files: readonly (readonly [string, string])[] = mixed) {
  const folder = join(temporaryFolder(), 'evidence');
  if (files === mixed) mkdirSync(join(folder, 'Aux'), { recursive: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const found = await scanned(temporaryFolder(), [folder]);
  unwrap(await found.inspect());
  const queries = createReadQueries(found.store.db);
  const query = (given: Partial<FindingQuery> = {}) => {
    const { total, rows } = queries.findings({
      uploadId: found.uploadId,
      severities: [],
      codes: [],
      search: '',
      sort: null,
      offset: 0,
      limit: 100,
      ...given,
    });
    return { total, paths: rows.map(({ finding }) => `${finding.path}: ${finding.code}`) };
  };
  return { ...found, queries, query };
}

test('findings are listed worst first, page by page, filtered, searched and sorted', async () => {
  const { queries, query, uploadId } = await inspected();
  const all = query().paths;
  expect(all.slice(0, 2)).toEqual(['=1+1.csv: empty', 'Müller/empty.txt: empty']);
  expect(all.slice(2)).toEqual(['Aux/: name-reserved', 'Müller/photo.jpg: type-mismatch']);
  expect(query({ offset: 2, limit: 1 })).toEqual({ total: 4, paths: ['Aux/: name-reserved'] });
  expect(query({ codes: ['type-mismatch'] }).paths).toEqual(['Müller/photo.jpg: type-mismatch']);
  expect(query({ severities: ['error'] })).toEqual({ total: 0, paths: [] });
  expect(query({ codes: ['a code of a later version'] }).total).toBe(0);
  expect(query({ search: 'MÜLLER' }).total).toBe(2);
  expect(query({ search: 'aux/' }).paths).toContain('Aux/: name-reserved');
  expect(query({ sort: { column: 'path', descending: true } }).paths[0]).toBe(
    'Müller/photo.jpg: type-mismatch',
  );
  expect(query({ sort: { column: 'size', descending: true } }).paths[0]).toBe(
    'Müller/photo.jpg: type-mismatch',
  );
  expect(queries.findingsSummary(uploadId)).toEqual({
    groups: [
      { code: 'empty', severity: 'warning', findings: 2, ofFiles: 2, bytes: 0, skipped: 0, opened: 0 },
      { code: 'name-reserved', severity: 'info', findings: 1, ofFiles: 0, bytes: 0, skipped: 0, opened: 0 },
      {
        code: 'type-mismatch',
        severity: 'info',
        findings: 1,
        ofFiles: 1,
        bytes: pdf.length,
        skipped: 0,
        opened: 0,
      },
    ],
    inspection: { checked: 3, files: 3, isSkipped: false },
  });
});

test('findings are in the order of their paths, the worst first, wherever they are listed', async () => {
  const { queries, repositories, uploadId } = await inspected([
    ['scan 10.txt', ''],
    ['a.jpg', pdf],
    ['b/scan 3.txt', ''],
    ['scan 2.txt', ''],
  ]);
  const filter = { uploadId, severities: [], codes: [], search: '', sort: null };
  const listed = queries.findings({ ...filter, offset: 0, limit: 10 }).rows;
  const ofAll = [...repositories.findings.all(uploadId)];
  const empty = ['b/scan 3.txt', 'scan 2.txt', 'scan 10.txt'];
  for (const rows of [listed, ofAll])
    expect(rows.map(({ finding }) => finding.path)).toEqual([...empty, 'a.jpg']);
  const first = repositories.findings.ofCode(uploadId, 'empty', 2);
  expect(first.map(({ finding }) => finding.path)).toEqual(empty.slice(0, 2));
});

test('a file that is skipped since is counted as such', async () => {
  const { queries, store, uploadId } = await inspected();
  store.db.exec("UPDATE items SET state = 'skipped' WHERE name = 'photo.jpg'");
  expect(queries.findingsSummary(uploadId).groups.at(-1)).toMatchObject({
    code: 'type-mismatch',
    bytes: 0,
    skipped: 1,
  });
});

test('a file that one of the passwords opens is counted as such, unless it is skipped', async () => {
  const { queries, repositories, store, uploadId } = await inspected();
  const { id } = store.db
    .prepare<[], { id: number }>("SELECT id FROM items WHERE name = 'photo.jpg'")
    .get() ?? { id: 0 };
  const details = { type: 'pdf', locked: 'file', encryptedEntries: null };
  repositories.findings.addKept(
    uploadId,
    itemId.parse(id),
    JSON.stringify([['encrypted', 1, JSON.stringify(details)]]),
  );
  repositories.lockedFiles.record(itemId.parse(id), 'opened', null, true);
  const group = () => queries.findingsSummary(uploadId).groups.find(({ code }) => code === 'encrypted');
  expect(group()).toMatchObject({ findings: 1, skipped: 0, opened: 1 });
  store.db.exec("UPDATE items SET state = 'skipped' WHERE name = 'photo.jpg'");
  expect(group()).toMatchObject({ findings: 1, skipped: 1, opened: 0 });
});

test('the CSV file lists every finding with what to do, and no cell starts a formula', async () => {
  const { repositories, uploadId } = await inspected();
  const file = new PassThrough();
  const [written, csv] = await Promise.all([
    writeFindingsCsv(readFindings(repositories, uploadId).all(), file),
    text(file),
  ]);
  unwrap(written);
  const lines = csv.trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines.find((line) => line.includes('1+1'))).toContain(",'=1+1.csv,");
  expect(lines.filter((line) => /(^|,)"?[=+\-@]/.test(line))).toEqual([]);
});
