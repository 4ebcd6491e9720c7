import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { openWithContext, startTestEnv, type TestEnv } from './harness.ts';
import { moments } from './kills.ts';
import {
  acceptedIn,
  addFiles,
  bound,
  connect,
  ledgerOf,
  places,
  watchFolder,
  watchingOf,
} from './watching.ts';

/** At the same time: an engine that starts keeps a processor busy, one that watches hardly does. */
const folders = 5;
const killsPerFolder = 10;
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

/** Tells, from outside the engine's process, whether files are in a batch that isn't done. */
function openTaken(stateDir: string): () => boolean {
  const db = new Database(join(stateDir, 'lading.db'), { readonly: true });
  onTestFinished(() => void db.close());
  const taken = db.prepare("SELECT 1 FROM watch_files WHERE state = 'taken' LIMIT 1");
  return () => taken.get() !== undefined;
}

/** Kills the engine of one folder again and again, then lets it finish. Returns how many kills came while a batch was sent. */
async function killAgainAndAgain(
  env: TestEnv,
  dataset: string,
  moment: Iterator<number, never>,
): Promise<number> {
  const at = places(env);
  const first = await watchFolder(
    env,
    { dataset, custodianBy: 'folder:1', datasetPer: 'rule', pack: 'never' },
    at,
  );
  const { ruleId } = first;
  await first.engine.close();
  const isTaken = openTaken(at.stateDir);
  const paths: string[] = [];
  let killedWhileSending = 0;
  for (let life = 0; life < killsPerFolder; life += 1) {
    const addFile = (index: number): void => {
      const path = `Person ${index % 3}/${life}/${index}.txt`;
      addFiles(at.folder, { [path]: `content of ${dataset}/${path}` });
      paths.push(path);
    };
    // Half are there when it starts, the others come while it sends those.
    for (let index = 0; index < filesPerLife / 2; index += 1) addFile(index);
    const kill = await startWatching(env, at.stateDir);
    for (let index = filesPerLife / 2; index < filesPerLife; index += 1) addFile(index);
    // Every second one soon after a batch was closed, the others at any moment.
    const isSending = life % 2 === 1;
    if (isSending) await expect.poll(isTaken, { ...bound, interval: 5 }).toBe(true);
    const momentMs = moment.next().value;
    await delay(isSending ? momentMs / 4 : momentMs);
    await kill();
    if (isTaken()) killedWhileSending += 1;
  }
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
  return killedWhileSending;
}

test('killed fifty times while files are taken and sent, every file is there once, with its custodian, and the ledger says so', async () => {
  const env = await startTestEnv();
  const moment = moments(50, 750);
  const killed = Array.from({ length: folders }, (_, index) =>
    killAgainAndAgain(env, `Inbox ${index}`, moment),
  );
  const killedWhileSending = (await Promise.all(killed)).reduce((sum, kills) => sum + kills, 0);
  expect(killedWhileSending, 'kills while a batch was sent').toBeGreaterThan(10);
}, 300_000);
