/** One watched folder in a process of its own: `record`, `rest` or `settle`, as watch.ts asks. Prints JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { SourceReader } from '../../main/engine/sources/source-reader.ts';
import { openStore } from '../../main/engine/store/open.ts';
import { createRepositories } from '../../main/engine/store/repositories.ts';
import { HashPool } from '../../main/engine/transfer/hash-pool.ts';
import { createBlockPool } from '../../main/engine/transfer/part-body.ts';
import { FolderWatcher } from '../../main/engine/watch/folder-watcher.ts';
import { watchRule } from '../../preload/contract/watched-folder.ts';

const [mode = '', path = '', stateDir = '', seconds = '0'] = process.argv.slice(2);
mkdirSync(path, { recursive: true });
const opened = openStore(stateDir, 'bench');
if (!opened.ok) throw new Error(opened.failure.code);
const store = opened.value;
const { watchFiles, watchLedger } = createRepositories(store.db);
const target = { serverUrl: 'http://127.0.0.1:1', databaseId: 1 };
const settleSeconds = mode === 'settle' ? 1 : 3_600;
const rule = { ...watchRule.parse({ path, database: 1, dataset: 'd', settleSeconds }), name: 'bench' };
store.db
  .prepare(
    `INSERT OR IGNORE INTO watch_rules (id, name, rule, server_url, is_sandbox, key_id, database_id, state, created_at)
     VALUES (1, 'bench', ?, ?, 0, '', 1, 'active', '')`,
  )
  .run(JSON.stringify(rule), target.serverUrl);
const readers = new ReaderPool();
const hashing = { hashes: new HashPool(1), blocks: createBlockPool() };
const watcher = new FolderWatcher({
  store,
  watchFiles,
  hashing,
  rule,
  target,
  sources: new SourceReader(readers),
  ruleId: 1,
  onChange: () => undefined,
  reportBug: (error) => {
    throw error;
  },
});
const begunMs = performance.now();
watcher.start();

async function record(): Promise<object> {
  await watcher.scanNow();
  const seconds = (performance.now() - begunMs) / 1_000;
  const { files } = watchLedger.totals(1).settling;
  store.db.exec("UPDATE watch_files SET state = 'sent', sha1 = randomblob(20)");
  return { files, seconds };
}

async function rest(forSeconds: number): Promise<object> {
  await watcher.scanNow();
  const { lastScan, usesEvents } = watcher.state();
  const before = process.cpuUsage();
  await delay(forSeconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  return {
    files: lastScan?.files ?? 0,
    scanSeconds: (lastScan?.durationMs ?? 0) / 1_000,
    cpuPercent: (user + system) / forSeconds / 10_000,
    residentMb: process.memoryUsage.rss() / 1e6,
    usesEvents,
  };
}

async function settle(): Promise<object> {
  await watcher.scanNow();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(join(path, `file ${round}`), 'evidence');
    const writtenMs = performance.now();
    while (watchLedger.totals(1).settled.files <= round) await delay(1);
    times.push(performance.now() - writtenMs - settleSeconds * 1_000);
  }
  return { beyondMs: Math.max(...times) };
}

const result =
  mode === 'record' ? await record() : mode === 'rest' ? await rest(Number(seconds)) : await settle();
await watcher.stop();
await readers.close();
await hashing.hashes.close();
store.close();
process.stdout.write(JSON.stringify(result));
