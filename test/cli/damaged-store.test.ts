/** A value in the store that can't be read is an error that names the upload. The other uploads keep working. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { damagedValue } from '../../main/engine/store/stored-value.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { openWithContext } from '../engine/harness.ts';
import { storeDraft, storeUpload } from '../fixtures/stored-upload.ts';
import { lading } from './in-process.ts';

let dir = '';
let state = '';
let original: Buffer;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-damaged-'));
  state = join(dir, 'state');
  const engine = openWithContext(state);
  storeUpload(engine.context, 4);
  storeDraft(engine.context, { uuid: 'other', datasetName: 'Intact' });
  await engine.close();
  const db = new Sqlite(join(state, 'lading.db'));
  // A file that is copied has no log of writes beside it.
  db.pragma('journal_mode = DELETE');
  original = db.serialize();
  db.close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let db: Sqlite.Database;
beforeEach(() => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(state, `lading.db${suffix}`), { force: true });
  writeFileSync(join(state, 'lading.db'), original);
  db = new Sqlite(join(state, 'lading.db'));
});

const run = (...args: string[]) => lading([...args, '--state', state], { env: { LADING_API_KEY: 'a.b.c' } });
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

const columns = [
  'created_at',
  'finished_at',
  'started_at',
  'request',
  'hash_lists',
  'stopped_by',
  'unavailable_sources',
] as const;
test.each(columns)('uploads.%s of one upload can be damaged', async (column) => {
  db.exec(`UPDATE uploads SET ${column} = '{"kind":' WHERE id = 1`);
  db.close();
  const says = failureText(damagedValue([`uploads.${column}`, 1]));
  expect(says).toContain('upload 1');

  const all = await run('status');
  expect(all.code).toBe(0);
  expect(oneLine(all.err)).toContain(says);
  expect(all.out).toContain('Intact');
  expect(oneLine((await run('status', '1')).out)).toContain(says);
  expect((await run('status', '2')).code).toBe(0);

  const resumed = await run('resume', '1');
  expect(resumed.code).toBe(1);
  expect(oneLine(resumed.err)).toContain(says);

  // The log of a draft doesn't say how it is set up. It says when the upload was created, and whether it finished.
  const code = column === 'request' ? 1 : ['created_at', 'finished_at'].includes(column) ? 2 : 0;
  const out = join(dir, `${column}.json`);
  const written = await run('receipt', '1', '--out', out);
  expect(written.code).toBe(code);
  if (code === 1) expect(oneLine(written.err)).toContain(says);
  else expect((await run('verify', out)).code).toBe(code);
  expect((await run('receipt', '2', '--out', join(dir, `${column}-other.json`))).code).toBe(0);
});

test('a damaged reason is itself the reason that is shown', async () => {
  db.exec(`UPDATE items SET state = 'failed', reason = '{"code":"x"}' WHERE id = 1;
    DELETE FROM totals; INSERT INTO totals SELECT upload_id, state, count(*), sum(size_bytes) FROM items GROUP BY 1, 2;`);
  db.close();
  const { code, out } = await run('status', '1');
  expect(code).toBe(0);
  expect(oneLine(out)).toContain(failureText(damagedValue(['items.reason', 1])));
});

test('JSON that only SQLite reads is an error, and no bug', async () => {
  db.exec(
    `INSERT INTO findings (upload_id, item_id, code, severity, details) VALUES (1, 1, 'container', 2, '{"x')`,
  );
  db.close();
  const { code, err } = await run('receipt', '1', '--out', join(dir, 'finding.json'));
  expect({ code, isBug: err.includes('bug') }).toEqual({ code: 0, isBug: false });
});
