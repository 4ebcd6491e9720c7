import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import {
  type Connection,
  type DryRunEngine,
  type Engine,
  type NewUploadRequest,
  openDryRun,
  openEngine,
  type ProblemItem,
  type RunOptions,
  type UploadRequest,
} from '../../main/engine/index.ts';
import { defaultProfilePath } from '../../main/engine/platform/profile-file.ts';
import type { ReadQueries } from '../../main/engine/rpc/read-queries.ts';
import type { UploadId } from '../../main/engine/types/ids.ts';
import { type EngineContext, openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { createEngine } from '../../main/engine/watch/engine.ts';
import {
  type DatasetRow,
  type FaultRule,
  type InspectedSourceFile,
  type RequestRow,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../main/sandbox/index.ts';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { sameBytes } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { uploadRequest } from '../fixtures/upload-request.ts';

/** Small parts, and a rate limit that no test reaches. */
export const smallParts = {
  requestsPerSecond: 4000,
  minPartBytes: 1024,
  recommendedPartBytes: 64 * 1024,
} as const;

export interface TestEnv {
  readonly dir: string;
  readonly evidence: string;
  readonly stateDir: string;
  readonly profilePath: string;
  readonly sandbox: Sandbox;
  /** What the sandbox had received before. Its rows up to these IDs are not the test's. */
  readonly before: LastIds;
  /** Replaces the current fault rules. */
  useFaults(rules: readonly FaultRule[]): Promise<void>;
  /** kill -9, then another process on the same port and data, which `whileDown` may change. */
  killSandbox(whileDown?: () => void): Promise<void>;
  end(): Promise<void>;
}

export interface TestEnvOptions {
  readonly limits?: Readonly<Record<string, number>>;
  readonly sandbox?: Partial<SandboxOptions>;
}

/** A sandbox with its faults. */
interface Platform extends Pick<TestEnv, 'sandbox' | 'useFaults' | 'killSandbox' | 'end'> {
  /** What it had received when the last environment began. */
  last: LastIds;
}

interface LastIds {
  readonly request: number;
  readonly sourceFile: number;
  readonly dataset: number;
}

/** Made by programs.ts. */
const sharedFolder = process.env['LADING_TEST_SHARED'] ?? tmpdir();
const platforms = new Map<string, Promise<Platform>>();
/** What most tests ask for. */
const usualOptions = JSON.stringify({} satisfies TestEnvOptions);

/** After each file: end-platforms.ts. The usual one is for all files of a process, with which it ends. */
export async function endPlatforms(): Promise<void> {
  const started = [...platforms].filter(([options]) => options !== usualOptions);
  for (const [options, platform] of started) {
    platforms.delete(options);
    await (await platform).end();
  }
}

async function openSharedEnv(options: TestEnvOptions): Promise<TestEnv> {
  const key = JSON.stringify(options);
  const platform = platforms.get(key) ?? startPlatform(options);
  platforms.set(key, platform);
  const shared = await platform;
  return openEnv(options, shared, () => shared.useFaults([]));
}

/** A test environment that ends with the test. Tests with the same options share one sandbox. */
export async function startTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  const env = await openSharedEnv(options);
  onTestFinished(env.end);
  return env;
}

/** The same with a sandbox of its own. */
export async function startOwnTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  const env = await openTestEnv(options);
  onTestFinished(env.end);
  return env;
}

/** One test environment, with its faults for each test, for all tests of the file that calls it. */
export async function shareTestEnv(): Promise<TestEnv> {
  const env = await openSharedEnv({});
  afterEach(() => env.useFaults([]));
  afterAll(() => env.end());
  return env;
}

/** A folder, a sandbox and a matching profile. Call `end` when done. */
export async function openTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  const platform = await startPlatform(options);
  return openEnv(options, platform, platform.end);
}

async function startPlatform({ limits = smallParts, sandbox = {} }: TestEnvOptions): Promise<Platform> {
  const dir = await mkdtemp(join(sharedFolder, 'platform-'));
  const faultsFile = join(dir, 'faults.json');
  const { requestsPerSecond, minPartBytes } = { requestsPerSecond: 25, minPartBytes: 5_000_000, ...limits };
  const options: SandboxOptions = {
    dataDir: join(dir, 'data'),
    faultsFile,
    requestsPerSecond,
    minPartBytes,
    ...sandbox,
  };
  let current = await startSandbox(options);
  return {
    last: { request: 0, sourceFile: 0, dataset: 0 },
    get sandbox() {
      return current;
    },
    async useFaults(rules) {
      await writeFile(`${faultsFile}.new`, JSON.stringify(rules));
      await rename(`${faultsFile}.new`, faultsFile);
    },
    async killSandbox(whileDown = () => {}) {
      current.kill();
      await current.exited;
      whileDown();
      current = await startSandbox({ ...options, port: current.port });
    },
    async end() {
      await current.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function openEnv(
  { limits = smallParts }: TestEnvOptions,
  platform: Platform,
  endPlatform: () => Promise<void>,
): Promise<TestEnv> {
  const dir = await mkdtemp(join(tmpdir(), 'lading-engine-'));
  const profilePath = join(dir, 'profile.json');
  const profile: { limits: Record<string, unknown> } = JSON.parse(await readFile(defaultProfilePath, 'utf8'));
  Object.assign(profile.limits, limits);
  Reflect.deleteProperty(profile, '$schema');
  await writeFile(profilePath, JSON.stringify(profile));
  const last = async (name: 'requests' | 'source-files' | 'datasets', known: number): Promise<number> => {
    const rows = await everyRow<{ readonly id: number }>(
      (after) => platform.sandbox.inspect(name, { after, limit: 10_000 }),
      known,
    );
    return rows.at(-1)?.id ?? known;
  };
  const before = {
    request: await last('requests', platform.last.request),
    sourceFile: await last('source-files', platform.last.sourceFile),
    dataset: await last('datasets', platform.last.dataset),
  };
  platform.last = before;
  return {
    dir,
    evidence: join(dir, 'evidence'),
    stateDir: join(dir, 'state'),
    profilePath,
    before,
    get sandbox() {
      return platform.sandbox;
    },
    useFaults: platform.useFaults,
    killSandbox: platform.killSandbox,
    async end() {
      await endPlatform();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export function requestFor(
  { sandbox, evidence }: TestEnv,
  given: Partial<UploadRequest> = {},
): UploadRequest {
  return uploadRequest({ databaseId: sandbox.databaseId, sources: [evidence], ...given });
}

export function runOptions(more: Partial<RunOptions> = {}): RunOptions {
  return { signal: never, limits: {}, held: 'ask', ...more };
}

export const never = new AbortController().signal;

/** An engine with its internal context. */
export type OpenedEngine = Engine & { readonly context: EngineContext };

export function openWithContext(stateDir: string): OpenedEngine {
  const context = unwrap(openContext({ stateDir, command: 'test', version: '0' }));
  return { ...createEngine(context), context };
}

let sharedEngine: { readonly engine: Engine; readonly stateDir: string } | null = null;

/**
 * Runs `use` with the engine of the file's tests, connected for this one: most of a test's time goes to an engine's threads.
 * For tests that need no other process, list no uploads but their own, and set no limits, which stay.
 */
export async function withSharedEngine<T>(env: TestEnv, use: (engine: Engine) => Promise<T>): Promise<T> {
  if (sharedEngine === null) {
    const stateDir = await mkdtemp(join(sharedFolder, 'engine-'));
    const engine = unwrap(openEngine({ stateDir, command: 'test', version: '0.0.0' }));
    sharedEngine = { engine, stateDir };
  }
  const { engine } = sharedEngine;
  const { sandbox, profilePath } = env;
  unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath }));
  // What a test listens for isn't about the uploads of the next one.
  const subscriptions: (() => void)[] = [];
  const onProgress: Engine['onProgress'] = (listener) => {
    const unsubscribe = engine.onProgress(listener);
    subscriptions.push(unsubscribe);
    return unsubscribe;
  };
  try {
    return await use({ ...engine, onProgress });
  } finally {
    for (const unsubscribe of subscriptions) unsubscribe();
  }
}

/** After each file: end-platforms.ts. */
export async function endSharedEngine(): Promise<void> {
  if (sharedEngine === null) return;
  const { engine, stateDir } = sharedEngine;
  sharedEngine = null;
  await engine.close();
  await rm(stateDir, { recursive: true, force: true });
}

/** Runs `use` with a connected engine in this process, then closes the engine. */
export async function withEngine<T>(env: TestEnv, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0.0.0' }));
  try {
    unwrap(
      await engine.connect({
        serverUrl: env.sandbox.url,
        apiKey: env.sandbox.apiKey,
        profilePath: env.profilePath,
      }),
    );
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** What `look` finds of an upload that a dry run prepared. Nothing is connected without a `connection`. */
export async function dryRun<T>(
  stateDir: string,
  connection: Connection | null,
  request: NewUploadRequest,
  look: (engine: DryRunEngine, id: UploadId) => Promise<T>,
): Promise<Result<T>> {
  const opened = await openDryRun({ stateDir, version: '0' });
  if (!opened.ok) return opened;
  const engine = opened.value;
  try {
    const connected = connection === null ? success(null) : await engine.connect(connection);
    if (!connected.ok) return connected;
    const unconnected = connection === null ? { serverUrl: null, profilePath: null } : undefined;
    const prepared = await engine.prepare(request, never, { unconnected });
    return prepared.ok ? success(await look(engine, prepared.value)) : prepared;
  } finally {
    await engine.close();
  }
}

/** Every row of a list after an ID, through its pages. */
async function everyRow<T extends { readonly id: number }>(
  page: (after: number) => Promise<readonly T[]>,
  first = 0,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (;;) {
    const found = await page(rows.at(-1)?.id ?? first);
    if (found.length === 0) return rows;
    rows.push(...found);
  }
}

export function sourceFiles({ sandbox, before }: TestEnv): Promise<readonly InspectedSourceFile[]> {
  return everyRow((after) => sandbox.inspect('source-files', { after, limit: 10_000 }), before.sourceFile);
}

/** The test's requests, or only those after one of them: a log of thousands is long to read again and again. */
export function requestLog(
  { sandbox, before }: TestEnv,
  after = before.request,
): Promise<readonly RequestRow[]> {
  return everyRow((last) => sandbox.inspect('requests', { after: last, limit: 10_000 }), after);
}

export function datasets({ sandbox, before }: TestEnv): Promise<readonly DatasetRow[]> {
  return everyRow((after) => sandbox.inspect('datasets', { after, limit: 10_000 }), before.dataset);
}

/**
 * For each path the platform has exactly one accepted source file, with the same bytes. Its other source files are
 * empty and were never completed.
 */
export async function expectAccepted(
  env: TestEnv,
  paths: readonly string[],
  { root = env.evidence, datasetId }: { readonly root?: string; readonly datasetId?: number } = {},
): Promise<void> {
  const rows = (await sourceFiles(env)).filter((row) => row.datasetId === (datasetId ?? row.datasetId));
  const complete = rows.filter((row) => row.completed !== null);
  expect(complete.map((row) => row.filename).sort()).toEqual([...paths].sort());
  for (const row of complete)
    expect(await sameBytes(join(root, row.filename), row.assembledPath ?? ''), row.filename).toBe(true);
  const others = rows.filter((row) => row.completed === null);
  expect(others.filter((row) => row.partCount > 0)).toEqual([]);
}

/** Problems with their reasons as text. */
export function problemTexts(
  problems: Iterable<ProblemItem>,
): { readonly path: string; readonly state: ProblemItem['state']; readonly reason: string }[] {
  return Array.from(problems, ({ reason, ...problem }) => ({
    ...problem,
    reason: reason === null ? '' : reasonText(reason),
  }));
}

/** The folders directly in a folder of a draft; null for its sources. */
export function foldersIn(queries: ReadQueries, uploadId: UploadId, parentId: number | null) {
  const parent =
    parentId === null ? ({ kind: 'sources' } as const) : ({ kind: 'folder', id: parentId } as const);
  const { entries } = queries.tree({ uploadId, parent, view: 'custodians', offset: 0, limit: 100 });
  return entries.filter((entry) => entry.kind === 'folder');
}
