import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { openWithContext, startTestEnv, type TestEnv } from './harness.ts';
import { moments } from './kills.ts';
import { acceptedIn, connect, ledgerOf, places, watchFolder, watchingOf } from './watching.ts';

const kills = 50;
const filesPerLife = 6;

/** Runs the rules of a store in a process of its own. Resolves when they run. */
async function startWatching(env: TestEnv, stateDir: string) {
  const entry = fileURLToPath(new URL('./run-watch.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, stateDir, env.sandbox.url, env.profilePath], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LADING_API_KEY: env.sandbox.apiKey },
  });
  const exited = once(child, 'close');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  await Promise.race([once(child.stdout, 'data'), exited]);
  expect(child.exitCode, 'it runs').toBeNull();
  return kill;
}

/** Files in a batch that wasn't done. */
function takenAtKill(stateDir: string): number {
  const db = new Database(join(stateDir, 'lading.db'), { readonly: true });
  try {
    return (
      db.prepare<[], number>("SELECT count(*) FROM watch_files WHERE state = 'taken'").pluck().get() ?? 0
    );
  } finally {
    db.close();
  }
}

test('killed fifty times while files are taken and sent, every file is there once, with its custodian, and the ledger says so', async () => {
  const env = await startTestEnv();
  const at = places(env);
  const first = await watchFolder(env, { custodianBy: 'folder:1', datasetPer: 'rule', pack: 'never' }, at);
  const { ruleId } = first;
  const { watchRules } = first.engine.context.repositories;
  const stored = unwrap(first.engine.watch.rule(ruleId));
  // Shorter than a person may choose, so that most kills come while files are taken and sent.
  watchRules.update(stored.id, { ...stored.rule, settleSeconds: 0.1, quietSeconds: 0.1 }, stored);
  await first.engine.close();
  const paths: string[] = [];
  let killedWhileSending = 0;
  const moment = moments(50, 750);
  for (let life = 0; life < kills; life += 1) {
    const kill = await startWatching(env, at.stateDir);
    for (let index = 0; index < filesPerLife; index += 1) {
      const path = `Person ${index % 3}/${life}/${index}.txt`;
      mkdirSync(join(at.folder, path, '..'), { recursive: true });
      writeFileSync(join(at.folder, path), `content of ${path}`);
      paths.push(path);
    }
    await delay(moment.next().value);
    await kill();
    if (takenAtKill(at.stateDir) > 0) killedWhileSending += 1;
  }
  expect(killedWhileSending, 'kills while a batch was sent').toBeGreaterThan(0);
  const engine = openWithContext(at.stateDir);
  onTestFinished(() => engine.close());
  await connect(env, engine);
  engine.watch.start();
  const watching = watchingOf(engine, ruleId, at);
  await watching.untilSent(paths.length);
  renameSync(join(at.folder, 'Person 0/0/0.txt'), join(at.folder, 'Person 0/0/renamed.txt'));
  await watching.until(({ counts }) => counts.renamed === 1);
  const accepted = await acceptedIn(env, watching);
  const sentOnce = new Set(accepted.map(({ filename }) => filename));
  expect(accepted).toHaveLength(sentOnce.size);
  expect([...sentOnce].toSorted()).toEqual(paths.toSorted());
  for (const { filename, custodian } of accepted) expect(custodian).toBe(filename.split('/')[0]);
  const rows = ledgerOf(watching);
  expect(new Set(rows.map(({ path, version }) => `${path} ${version}`)).size).toBe(rows.length);
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(paths.length);
  const batches = engine.watch.batches(ruleId, { offset: 0, limit: 500 });
  expect(new Set(batches.map(({ uploadId }) => uploadId)).size).toBe(batches.length);
  expect(batches.reduce((sum, { files }) => sum + files, 0)).toBe(paths.length);
  expect(unwrap(engine.watch.view(ruleId)).counts).toMatchObject({ failed: 0, held: 0 });
}, 300_000);
