import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maxListedCustodians } from '../../../preload/contract/views/custodian-preview.ts';
import { scanned } from '../../../test/fixtures/inspect.ts';
import { temporaryFolder } from '../../../test/fixtures/scan-observer.ts';
import { createReadQueries } from './read-queries.ts';

test('the first folders of a custodian are named, and the others counted', async () => {
  const [one, other] = ['one', 'other'].map((name) => join(temporaryFolder(), name));
  const paths = [...Array.from({ length: 8 }, (_, index) => `${one}/Box ${index}/deep`), `${other}/Box 9`];
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(path, name), 'x');
  }
  const { store, uploadId } = await scanned(temporaryFolder(), [`${one}`, `${other}`]);
  const [all] = createReadQueries(store.db).custodians(uploadId).custodians;
  expect(all).toMatchObject({
    folders: ['Box 0', 'Box 1', 'Box 2', 'Box 3', 'Box 4'],
    moreFolders: 4,
  });
});

test('of more custodians than a person can look through, those with the most data are listed, and the rest counted', async () => {
  const folder = join(temporaryFolder(), 'evidence');
  mkdirSync(folder);
  writeFileSync(join(folder, 'nobody.txt'), 'x');
  const { store, uploadId } = await scanned(temporaryFolder(), [folder]);
  const people = maxListedCustodians + 50;
  store.db.exec(`
    WITH RECURSIVE person (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM person WHERE n < ${people})
    INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, custodian)
    SELECT upload_id, folder_id, 'file ' || n, n, 1, 1, 1000000 + n, 'queued', 'Person ' || n FROM person, (SELECT * FROM items LIMIT 1);
    INSERT INTO custodian_directories (upload_id, path, sha256, people, matched_at) VALUES (${uploadId}, '/d.csv', '', 0, '');`);
  const queries = createReadQueries(store.db);
  const { custodians, more } = queries.custodians(uploadId);
  expect(custodians).toHaveLength(maxListedCustodians);
  expect(more).toBe(51);
  expect(custodians.slice(0, 2).map(({ custodian }) => custodian)).toEqual([null, `Person ${people}`]);
  expect(custodians.some(({ custodian }) => custodian === 'Person 51')).toBe(false);
  expect(queries.similarCustodians(uploadId)).toEqual([]);
  const matches = queries.custodianMatches(uploadId);
  expect([matches.rows.length, matches.more]).toEqual([maxListedCustodians - 1, 51]);
});
