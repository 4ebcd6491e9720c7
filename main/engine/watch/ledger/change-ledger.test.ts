import { afterAll, beforeEach, expect, test } from 'vitest';
import { openLedger } from '../../../../test/fixtures/watch-ledger.ts';
import { createRepositories } from '../../store/repositories.ts';
import type { WatchRuleId } from '../../types/ids.ts';
import { decideUntakenAgain, forgetFolder, requeueRefused } from './change-ledger.ts';

/** More than one turn changes. */
const files = 2_400;

const { store, addRule, watchLedger, close } = openLedger();
const context = { store, repositories: createRepositories(store.db) };
afterAll(close);

let ruleId: WatchRuleId;
let otherId: WatchRuleId;

/** Of each rule, rows in these states in turn, half of them in the top-level folder "a" and half in "b". */
function fill(states: readonly string[], reason: object | null = null): void {
  const insert = store.db.prepare(
    `INSERT INTO watch_files (rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, reason,
       first_seen_at) SELECT rule_id, id, ?, 1, 0, 0, 1, 1, ?, ?, 't' FROM watch_folders WHERE rule_id IN (?, ?) AND top = ?`,
  );
  const stored = reason === null ? null : JSON.stringify(reason);
  store.writes.transaction(() => {
    for (let row = 0; row < files / 2; row += 1)
      for (const top of ['a', 'b'])
        insert.run(`file ${row}`, states[row % states.length], stored, ruleId, otherId, top);
  });
}

beforeEach(() => {
  const [first, second] = [addRule(), addRule()];
  ruleId = first.id as WatchRuleId;
  otherId = second.id as WatchRuleId;
  for (const { id } of [first, second])
    for (const top of ['a', 'b'])
      store.db
        .prepare('INSERT INTO watch_folders (rule_id, path, place, top) VALUES (?, ?, ?, ?)')
        .run(id, top, Buffer.from(`/${id}/${top}`), top);
});

/** Rows by state, and those at their path. */
const count = (id: WatchRuleId) => ({
  ...Object.fromEntries(
    store.db
      .prepare<[number], [string, number]>(
        'SELECT state, count(*) FROM watch_files WHERE rule_id = ? GROUP BY 1',
      )
      .raw()
      .all(id),
  ),
  present: store.db
    .prepare('SELECT count(*) FROM watch_files WHERE rule_id = ? AND gone_at IS NULL')
    .pluck()
    .get(id),
});

test('what a rule skipped or has not taken, and what waits for a person, is decided again; what was sent is not', async () => {
  fill(['skipped', 'held', 'sent', 'settled']);
  await decideUntakenAgain(context, ruleId);
  expect(count(ruleId)).toEqual({ gone: (3 * files) / 4, sent: files / 4, present: files / 4 });
  expect(count(otherId)).toMatchObject({ skipped: files / 4, held: files / 4, present: files });
});

test('every file of a rule counts as away, what was not sent is gone, and nothing of another rule is', async () => {
  fill(['sent', 'settled', 'failed']);
  await forgetFolder(context, ruleId, true);
  expect(count(ruleId)).toEqual({ sent: files / 3, gone: (2 * files) / 3, present: 0 });
  expect(count(otherId)).toMatchObject({ failed: files / 3, present: files });
  expect(context.repositories.watchFiles.present(ruleId, 1)).toEqual([]);
});

test('what a missing database refused is settled again', async () => {
  fill(['failed', 'sent'], { code: 'not-sent', reason: { code: 'database-not-found' } });
  await requeueRefused(context, ruleId);
  expect(count(ruleId)).toEqual({ settled: files / 2, sent: files / 2, present: files });
  expect(count(otherId)).toMatchObject({ failed: files / 2 });
});

test('what failed for another reason stays so', async () => {
  fill(['failed'], { code: 'not-sent', reason: { code: 'path-missing' } });
  await requeueRefused(context, ruleId);
  expect(count(ruleId)).toEqual({ failed: files, present: files });
});

test.each([
  [null, files / 2],
  ['b', files / 4],
  ['none', 0],
])('page by page, every settled file of the top-level folder %s is found once', (top, expected) => {
  fill(['settled', 'sent']);
  const found: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page = watchLedger.settledPage(ruleId, top, after, 200);
    expect(page.files.length).toBeLessThanOrEqual(200);
    found.push(...page.files.map(({ id }) => id));
    after = page.to;
  }
  expect([found.length, new Set(found).size]).toEqual([expected, expected]);
});
