import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { unwrap } from '../fixtures/result.ts';
import { openWithContext, startTestEnv, type TestEnv } from './harness.ts';
import { type KillPoint, pointsAt } from './kill-points.ts';
import { acceptedIn, addFiles, connect, ledgerOf, places, watchFolder, watchingOf } from './watching.ts';

const filesPerLife = 6;
const points = pointsAt([
  ['watchBatches.open'],
  ['watchBatches.close'],
  ['datasets.recordCreated'],
  ['watchBatches.saveDataset'],
  ['sourceFiles.recordCreated'],
  ['sourceFiles.recordPart'],
  ['sourceFiles.recordCompletion'],
  ['watchBatches.setRecorded'],
]);

/** Runs the rules of a store in a process of its own, until it kills itself. */
function startWatching(env: TestEnv, stateDir: string, point: KillPoint) {
  const entry = fileURLToPath(new URL('./run-watch.ts', import.meta.url));
  const given = [entry, stateDir, env.sandbox.url, env.profilePath, JSON.stringify(point)];
  const child = spawn(process.execPath, given, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LADING_API_KEY: env.sandbox.apiKey },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close');
  return { running: Promise.race([once(child.stdout, 'data'), exited]), exited };
}

test('killed before and after each step is recorded while files are taken and sent, every file is there once, with its custodian, and the ledger says so', async () => {
  const env = await startTestEnv();
  const at = places(env);
  const rule = { dataset: 'Inbox', custodianBy: 'folder:1', datasetPer: 'rule', pack: 'never' } as const;
  const first = await watchFolder(env, rule, at);
  const { ruleId } = first;
  await first.engine.close();
  const paths: string[] = [];
  for (const [life, point] of points.entries()) {
    const addFile = (index: number): void => {
      const path = `Person ${index % 3}/${life}/${index}.txt`;
      addFiles(at.folder, { [path]: `content of ${path}` });
      paths.push(path);
    };
    // Half are there when it starts, the others come while it sends those.
    for (let index = 0; index < filesPerLife / 2; index += 1) addFile(index);
    const { running, exited } = startWatching(env, at.stateDir, point);
    await running;
    for (let index = filesPerLife / 2; index < filesPerLife; index += 1) addFile(index);
    expect((await exited)[1], `it was killed ${point.when} ${point.write}`).toBe('SIGKILL');
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
});
