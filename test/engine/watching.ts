/** Watched folders over a sandbox, for the tests of them: a rule, an engine in this process, and what is in the ledger. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Engine, UploadId } from '../../main/engine/index.ts';
import {
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  toLedgerFile,
} from '../../main/engine/store/watch/ledger-file.ts';
import type { RequestRow } from '../../main/sandbox/index.ts';
import type { WatchRuleId } from '../../preload/contract/views/ids.ts';
import {
  type WatchedFolderView,
  type WatchRule,
  type WatchRuleInput,
  watchRule,
} from '../../preload/contract/watch/watched-folder.ts';
import { unwrap } from '../fixtures/result.ts';
import { waitLess } from '../fixtures/sooner-rules.ts';
import { type OpenedEngine, openWithContext, requestLog, sourceFiles, type TestEnv } from './harness.ts';

/** Times as short as a person may choose; the rules wait for less still. */
const shortTimes = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1 };
export const bound = { timeout: 60_000, interval: 50 };

export interface Watching {
  readonly folder: string;
  readonly stateDir: string;
  readonly engine: OpenedEngine;
  readonly ruleId: WatchRuleId;
  view(): WatchedFolderView;
  /** Waits until it is so. */
  until(isSo: (view: WatchedFolderView) => boolean): Promise<WatchedFolderView>;
  /** Waits until this many files are sent and nothing is on its way. */
  untilSent(files: number): Promise<void>;
}

export async function connect(env: TestEnv, engine: Engine, apiKey = env.sandbox.apiKey) {
  const { profilePath, sandbox } = env;
  return unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey, profilePath }));
}

/** A folder and a data folder of their own. */
export function places(env: TestEnv): { readonly folder: string; readonly stateDir: string } {
  const base = mkdtempSync(join(env.dir, 'watch-'));
  const folder = join(base, 'inbox');
  mkdirSync(folder);
  return { folder, stateDir: join(base, 'state') };
}

/** Opens an engine that ends with the test. */
export async function openConnected(env: TestEnv, { stateDir }: Pick<Watching, 'stateDir'>) {
  const engine = openWithContext(stateDir);
  waitLess(engine.context.repositories);
  onTestFinished(() => engine.close());
  return { engine, account: await connect(env, engine) };
}

/** Opens an engine that ends with the test, and runs a rule in it. */
export async function watchFolder(
  env: TestEnv,
  given: Partial<WatchRuleInput> = {},
  at = places(env),
): Promise<Watching> {
  const { engine } = await openConnected(env, at);
  engine.watch.start();
  return addRule(env, { ...at, engine }, given);
}

/** A rule over the folder, which runs in the engine. */
export async function addRule(
  env: TestEnv,
  { engine, ...at }: Pick<Watching, 'engine' | 'folder' | 'stateDir'>,
  given: Partial<WatchRuleInput>,
): Promise<Watching> {
  const account = await connect(env, engine);
  const database = env.sandbox.databaseId;
  const rule = watchRule.parse({ ...shortTimes, path: at.folder, database, dataset: 'Inbox', ...given });
  const ruleId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  unwrap(await engine.watch.activate(ruleId, null));
  return watchingOf(engine, ruleId, at);
}

/** The rule in another engine, after the one before was closed or killed. */
export async function startAgain(env: TestEnv, { ruleId, folder, stateDir }: Watching): Promise<Watching> {
  const { engine } = await openConnected(env, { stateDir });
  engine.watch.start();
  return watchingOf(engine, ruleId, { folder, stateDir });
}

export async function changeRule(
  env: TestEnv,
  { engine, ruleId }: Watching,
  changes: Partial<WatchRule>,
): Promise<void> {
  const account = await connect(env, engine);
  const rule = { ...unwrap(engine.watch.view(ruleId)).rule, ...changes };
  unwrap(await engine.watch.save({ ruleId, account, connectionId: null, rule }));
}

/** 60 parts of the test's profile: more than are sent at a time. */
const manyParts = 'x'.repeat(60 * 64 * 1024);

/** Adds a file of many parts. Resolves with its upload while the platform is slow to answer them. */
export async function sendSlowly(env: TestEnv, watching: Watching, path = 'large.bin'): Promise<UploadId> {
  const { useFaults: setFaults } = env;
  await setFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'delay', ms: 1_500 } }]);
  addFiles(watching.folder, { [path]: `${manyParts}${path}` });
  const { uploadId } = await watching.until((view) => view.uploadId !== null);
  const { id } = unwrap(watching.engine.upload(uploadId ?? 0));
  const before = (await partsSent(env)).length;
  await expect.poll(async () => (await partsSent(env)).length, bound).toBeGreaterThan(before);
  return id;
}

export async function partsSent(env: TestEnv): Promise<readonly RequestRow[]> {
  return (await requestLog(env)).filter(({ operation }) => operation === 'PutPart');
}

export function watchingOf(
  engine: OpenedEngine,
  ruleId: WatchRuleId,
  at: { readonly folder: string; readonly stateDir: string },
): Watching {
  const view = () => unwrap(engine.watch.view(ruleId));
  const until = async (isSo: (view: WatchedFolderView) => boolean) => {
    await expect.poll(() => isSo(view()) || view(), bound).toBe(true);
    return view();
  };
  return {
    ...at,
    engine,
    ruleId,
    view,
    until,
    async untilSent(files) {
      await until(
        ({ counts }) => counts.sent === files && counts.settling + counts.settled + counts.sending === 0,
      );
    },
  };
}

/** Adds files by their paths below the folder. */
export function addFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Every row of a rule's ledger, oldest first. */
export function ledgerOf({ engine, ruleId }: Pick<Watching, 'engine' | 'ruleId'>) {
  return engine.context.store.db
    .prepare<[number], LedgerRow>(
      `SELECT ${ledgerColumns} FROM ${ledgerTables} WHERE file.rule_id = ? ORDER BY file.id`,
    )
    .safeIntegers()
    .all(ruleId)
    .map(toLedgerFile)
    .map((file) => ({ ...file, path: file.folder === '' ? file.name : `${file.folder}/${file.name}` }));
}

/** What the platform has of a test's datasets: path, custodian, and dataset of every complete file. */
export async function acceptedIn(env: TestEnv, { engine }: Pick<Watching, 'engine'>) {
  const datasets = new Set(engine.uploads().map(({ datasetId }) => datasetId));
  const rows = await sourceFiles(env);
  return rows.filter(({ datasetId, completed }) => completed !== null && datasets.has(datasetId));
}

export async function acceptedPaths(
  env: TestEnv,
  watching: Pick<Watching, 'engine'>,
): Promise<readonly string[]> {
  return (await acceptedIn(env, watching)).map(({ filename }) => filename).toSorted();
}

/** Drops a file whose parts the platform refuses. Returns its upload. */
export async function dropRefused({ useFaults: setFaults }: TestEnv, { engine, folder, until }: Watching) {
  const fault = { kind: 'state', state: 'FAILED', message: 'Part 1 is damaged' } as const;
  await setFaults([{ match: { operation: 'PostSourceFile' }, fault }]);
  addFiles(folder, { 'a.txt': 'first' });
  await until(({ counts }) => counts.failed === 1);
  await setFaults([]);
  const [upload] = engine.uploads();
  if (upload === undefined) throw new Error('no upload');
  return upload;
}
