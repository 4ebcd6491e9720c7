/** Watched folders over a sandbox, for the tests of them: a rule, an engine in this process, and what is in the ledger. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Engine } from '../../main/engine/index.ts';
import {
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  toLedgerFile,
} from '../../main/engine/store/ledger-file.ts';
import {
  type WatchedFolderView,
  type WatchRuleInput,
  watchRule,
} from '../../preload/contract/watched-folder.ts';
import { unwrap } from '../fixtures/result.ts';
import { type OpenedEngine, openWithContext, sourceFiles, type TestEnv } from './harness.ts';

/** Times as short as they get: a batch closes some two seconds after the last change. */
const shortTimes = { settleSeconds: 1, quietSeconds: 1, rescanSeconds: 1 };
export const bound = { timeout: 60_000, interval: 50 };

export interface Watching {
  readonly folder: string;
  readonly stateDir: string;
  readonly engine: OpenedEngine;
  readonly ruleId: number;
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

/** Opens an engine that ends with the test, saves the rule, and runs it. */
export async function watchFolder(
  env: TestEnv,
  given: Partial<WatchRuleInput> = {},
  at = places(env),
): Promise<Watching> {
  const engine = openWithContext(at.stateDir);
  onTestFinished(() => engine.close());
  const account = await connect(env, engine);
  const rule = watchRule.parse({
    ...shortTimes,
    path: at.folder,
    database: env.sandbox.databaseId,
    dataset: 'Inbox',
    ...given,
  });
  const ruleId = unwrap(await engine.watch.save({ ruleId: null, account, connectionId: null, rule }));
  engine.watch.start();
  unwrap(await engine.watch.activate(ruleId, null));
  return watchingOf(engine, ruleId, at);
}

export function watchingOf(
  engine: OpenedEngine,
  ruleId: number,
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
