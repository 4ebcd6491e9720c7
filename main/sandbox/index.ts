import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../preload/contract/environment.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { type KeysByRole, readSecrets } from './api-keys.ts';
import { isDataInUse } from './data-folder.ts';
import type { InspectionResults } from './inspection-api.ts';
import { errorMessage, type SandboxOptions, toArguments } from './options.ts';
import { derivedKey, pageAddress } from './page-access.ts';
import { readyMessageSchema } from './ready-message.ts';
import { type RunningAddress, readRunningAddress } from './running-address.ts';
import { startProblems } from './words.ts';

export type { KeysByRole, Role } from './api-keys.ts';
export { deleteSandboxData, sandboxDataBytes } from './data-folder.ts';
export type { Fault, FaultPlan, FaultRule, FaultsFile } from './faults.ts';
export type {
  InspectedPart,
  InspectedSourceFile,
  InspectionResults,
  InspectionSummary,
} from './inspection-api.ts';
export type { SandboxForm, SandboxOptions } from './options.ts';
export type { CustodianRow } from './store/directories.ts';
export type { RequestRow } from './store/request-log.ts';
export type { DatasetRow, DocumentRow, SourceFileRow } from './store/uploads.ts';

/** The part of a ChildProcess that is used, so that other hosts can provide their own. */
export interface SandboxProcess {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  once(event: 'exit' | 'error', listener: () => void): unknown;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
}

/** Starts the process. Electron provides its own. */
export type StartProcess = (entry: string, args: readonly string[]) => SandboxProcess;

export interface StartOptions extends SandboxOptions {
  readonly startProcess?: StartProcess;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** An organization admin's key. */
  readonly apiKey: string;
  readonly keys: KeysByRole;
  readonly organizationId: number;
  readonly databaseId: number;
  readonly dataDir: string;
  /** The file of the certificate that clients have to trust; null without TLS. */
  readonly caFile: string | null;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** A new address for its pages. It works once, so that nobody else can use it. */
  pageAddress(): string;
  /** Stops it cleanly. */
  stop(): Promise<void>;
  /** SIGKILL, like a crash. Wait for `exited` before starting another sandbox with the same data. */
  kill(): void;
  /** Reads what the sandbox received. Lists are paged, see InspectionResults. */
  inspect<Name extends keyof InspectionResults>(
    name: Name,
    query?: Readonly<Record<string, number>>,
  ): Promise<InspectionResults[Name]>;
}

const startTimeoutMs = 30_000;
const maxProblemLength = 4000;

/** Starts the sandbox in its own process. Fails if the port or the data is in use, or the faults file is invalid. */
export async function tryStartSandbox(options: StartOptions): Promise<Result<Sandbox>> {
  const { startProcess = spawnNode, ...settings } = options;
  const entry = fileURLToPath(new URL('./process.ts', import.meta.url));
  const child = startProcess(entry, toArguments({ withParent: true, ...settings }));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let problem = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    problem = (problem + chunk.toString()).slice(-maxProblemLength);
  });
  const first = await firstLine(child, exited);
  if (!('line' in first)) {
    child.kill('SIGKILL');
    await exited;
    return failure('sandbox-failed', { detail: oneLine(problem) || first.problem });
  }
  let ready: ReturnType<typeof readyMessageSchema.parse>;
  try {
    ready = readyMessageSchema.parse(JSON.parse(first.line));
  } catch (error) {
    child.kill('SIGKILL');
    return failure('sandbox-failed', { detail: oneLine(errorMessage(error)) });
  }
  const caFile = ready.caFile ?? null;
  const ca = caFile === null ? undefined : readFileSync(caFile);
  return success({
    url: ready.url,
    port: ready.port,
    apiKey: ready.keys.admin,
    keys: ready.keys,
    organizationId: ready.organizationId,
    databaseId: ready.databaseId,
    dataDir: ready.dataDir,
    caFile,
    pid: ready.pid,
    exited,
    pageAddress: () => pageAddress(ready.url, ready.pageKey, Date.now()),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    kill() {
      child.kill('SIGKILL');
    },
    async inspect(name, query = {}) {
      const url = new URL(`/sandbox/api/${name}`, ready.url);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      return JSON.parse(await getText(url, ready.inspectionKey, ca));
    },
  });
}

/** A sandbox that another process runs. */
export interface RunningSandbox extends RunningAddress {
  readonly keys: KeysByRole;
  /** A new address for its pages, which works once. */
  pageAddress(): string;
}

/**
 * The sandbox that another process runs with this data. Nothing is sent to its port, so another program that listens there
 * learns nothing. Fails with sandbox-not-running or sandbox-failed.
 */
export async function runningSandbox(dataDir: string): Promise<Result<RunningSandbox>> {
  if (!(await isDataInUse(dataDir))) return failure('sandbox-not-running');
  const secrets = readSecrets(dataDir);
  if (!secrets.ok) return failure('sandbox-failed', { detail: secrets.problem });
  const address = readRunningAddress(dataDir);
  if (secrets.value === undefined || address === undefined) return failure('sandbox-not-running');
  const { keys, urlSecret } = secrets.value;
  const pageKey = derivedKey(urlSecret, 'pages');
  return success({ ...address, keys, pageAddress: () => pageAddress(address.url, pageKey, Date.now()) });
}

/** Like tryStartSandbox, but throws. */
export async function startSandbox(options: StartOptions): Promise<Sandbox> {
  const started = await tryStartSandbox(options);
  if (!started.ok) throw new Error(failureText(started.failure));
  return started.value;
}

function spawnNode(entry: string, args: readonly string[]): SandboxProcess {
  const cache = process.env['NODE_COMPILE_CACHE'];
  const env = {
    ...childEnvironment(process.platform, process.env),
    // It starts in half of the time.
    ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
  };
  return spawn(process.execPath, [entry, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

async function firstLine(
  child: SandboxProcess,
  exited: Promise<void>,
): Promise<{ readonly line: string } | { readonly problem: string }> {
  if (child.stdout === null) return { problem: startProblems.endedSilently };
  const lines = createInterface({ input: child.stdout });
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), startTimeoutMs);
  try {
    return await Promise.race([
      once(lines, 'line', { signal: timeout.signal }).then(([line]) => ({ line: String(line) })),
      exited.then(() => ({ problem: startProblems.endedSilently })),
    ]);
  } catch {
    return { problem: startProblems.notReady(startTimeoutMs / 1000) };
  } finally {
    clearTimeout(timer);
    timeout.abort();
  }
}

function getText(url: URL, key: string, ca: Buffer | undefined): Promise<string> {
  const options = { agent: false, headers: { authorization: `Bearer ${key}` } } as const;
  return new Promise((resolve, reject) => {
    const request = ca === undefined ? httpGet(url, options) : httpsGet(url, { ...options, ca });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`The sandbox answered ${response.statusCode} to ${url.pathname}.`));
      });
    });
  });
}
