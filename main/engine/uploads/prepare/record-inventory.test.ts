import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import { recordInventory } from './record-inventory.ts';

/** An upload of one folder, and what adds a file to it. */
function uploadOfTest() {
  const { store } = ledgerOfTest();
  const { db, writes } = store;
  const repositories = createRepositories(db);
  const id = repositories.uploads.insert(newUpload());
  db.exec(`
    INSERT INTO roots (id, upload_id, path) VALUES (1, 1, '/media/1');
    INSERT INTO folders (id, root_id, path) VALUES (1, 1, '')`);
  const add = db.prepare(
    `INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
     VALUES (?, 1, 1, ?, 1, 1, 1, 1, ?, ?)`,
  );
  return { writes, repositories, id, add };
}

test('a file that is decided about while the inventory is recorded is in the log as it is then', async () => {
  const { writes, repositories, id, add } = uploadOfTest();
  add.run(1, 'decided.txt', 'held', '{"code":"held-by-rule","issue":"empty"}');
  add.run(2, 'skipped.txt', 'skipped', '{"code":"skipped-by-person"}');
  const recording = recordInventory(writes, repositories, id, new AbortController().signal);
  const [held] = repositories.items.problemItems(id);
  if (held === undefined) throw new Error('No item is held');
  writes.transaction(() => repositories.items.transition(held, 'held', 'queued', null));
  await recording;
  const inventory = [...repositories.events.all(id)].find(({ type }) => type === 'inventory-recorded');
  const now = { outcome: 'skipped', reason: { code: 'skipped-by-person' } };
  expect(inventory?.data).toMatchObject({ items: 2, changes: [{ items: [[2, 2]], now }] });
});

test('the upload is recorded also where a kill came between two parts of the inventory', async () => {
  const { writes, repositories, id, add } = uploadOfTest();
  writes.transaction(() => {
    for (let item = 1; item <= 10_001; item += 1) add.run(item, `${item}.txt`, 'queued', null);
  });
  const killed = new AbortController();
  const recording = recordInventory(writes, repositories, id, killed.signal);
  while (repositories.listings.loggedTo(id) === 0) await setImmediate();
  killed.abort();
  expect(await recording).toBe(false);
  expect(await recordInventory(writes, repositories, id, new AbortController().signal)).toBe(true);
  const types = [...repositories.events.all(id)].map(({ type }) => type);
  expect(types.filter((type) => type === 'inventory-recorded')).toHaveLength(2);
  expect(types.filter((type) => type === 'upload-recorded')).toHaveLength(1);
});
