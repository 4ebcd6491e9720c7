import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newUpload } from '../../../../test/fixtures/upload-request.ts';
import { ledgerOfTest } from '../../../../test/fixtures/watch-ledger.ts';
import { ReaderPool } from '../../sources/reader-pool.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import { createRepositories } from '../../store/repositories.ts';
import { watchRuleId } from '../../types/ids.ts';
import { compareCustodians } from './compare-custodians.ts';
import { MapSettling } from './map-settling.ts';
import { idleMs } from './rule-wait.ts';

const settleSeconds = 0.05;
const half = 'path,custodian\nAnn,Ann\n';
const whole = `${half}Bob,Bob\n`;

/** A file that was sent as Ann's and then moved to Bob's folder, and a rule whose CSV is half written. */
function movedToBob() {
  const { store, inbox, addRule } = ledgerOfTest();
  const readers = new ReaderPool();
  onTestFinished(() => readers.close());
  const custodianMap = `${inbox}.csv`;
  writeFileSync(custodianMap, half);
  const id = watchRuleId.parse(addRule({ custodianMap, custodian: 'Ann' }).id);
  const repositories = createRepositories(store.db);
  const { renamedCustodians, watchRules } = repositories;
  const { get } = watchRules;
  const quick = (stored: ReturnType<typeof get>) =>
    stored === null ? null : { ...stored, rule: { ...stored.rule, settleSeconds } };
  Object.assign(watchRules, { get: (ruleId: number) => quick(get(ruleId)) });
  const uploadId = repositories.uploads.insert(newUpload());
  store.db.exec(`
    INSERT INTO roots (id, upload_id, path) VALUES (1, ${uploadId}, '${inbox}');
    INSERT INTO folders (id, root_id, path, rule_custodian) VALUES (1, 1, 'Ann', 'Ann');
    INSERT INTO items (id, upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
      VALUES (5, ${uploadId}, 1, 'a', 1, 1, 1, 1, 'accepted');
    INSERT INTO watch_folders (id, rule_id, path, place, top) VALUES (1, ${id}, 'Ann', x'01', 'Ann'),
      (2, ${id}, 'Bob', x'02', 'Bob');
    INSERT INTO watch_files (id, rule_id, folder_id, name, size_bytes, mtime_ns, mtime_era, device, file_id, state, item_id,
        continues_id, first_seen_at, gone_at)
      VALUES (1, ${id}, 1, 'a', 1, 1, 0, 1, 1, 'sent', 5, NULL, 't', 't'),
        (2, ${id}, 2, 'a', 1, 1, 0, 1, 1, 'renamed', NULL, 1, 't', NULL);`);
  const sources = new SourceReader(readers);
  const context = { repositories, store, sources };
  const { signal } = new AbortController();
  const compare = (map: MapSettling) =>
    compareCustodians(context, { id, map, onChange: () => undefined }, signal);
  return {
    custodianMap,
    sources,
    compare,
    /** Looks again, as a rule does, until there is nothing to wait for. */
    async settle(map: MapSettling) {
      for (let nextMs = await compare(map); nextMs < idleMs; nextMs = await compare(map)) await delay(nextMs);
    },
    uncompared: () => renamedCustodians.uncompared(id, 10).length,
    others: () => renamedCustodians.countOther(id),
  };
}

test('a renamed file is compared with a CSV of custodians that has settled', async () => {
  const { compare, settle, custodianMap, uncompared, others } = movedToBob();
  const map = new MapSettling();
  expect(await compare(map)).toBeGreaterThan(0);
  expect(uncompared()).toBe(1);
  writeFileSync(custodianMap, whole);
  await settle(map);
  expect([uncompared(), others()]).toEqual([0, 1]);
});

test('a CSV of custodians that changes while it is read is compared with once it has settled', async () => {
  const { settle, custodianMap, sources, others } = movedToBob();
  const open = sources.open.bind(sources);
  vi.spyOn(sources, 'open').mockImplementationOnce(async (...given) => {
    const opened = await open(...given);
    // Another file: what is read is the one before.
    rmSync(custodianMap);
    writeFileSync(custodianMap, whole);
    return opened;
  });
  await settle(new MapSettling());
  expect(others()).toBe(1);
});

test('a renamed file is compared again when the CSV of custodians is another one, also after a restart', async () => {
  const { settle, custodianMap, sources, others } = movedToBob();
  const map = new MapSettling();
  await settle(map);
  expect(others()).toBe(0);
  writeFileSync(custodianMap, whole);
  await settle(map);
  expect(others()).toBe(1);
  const opened = vi.spyOn(sources, 'open');
  await settle(new MapSettling());
  expect([others(), opened.mock.calls.length]).toEqual([1, 0]);
  writeFileSync(custodianMap, half);
  await settle(new MapSettling());
  expect(others()).toBe(0);
});
