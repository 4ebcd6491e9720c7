import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { KeysByRole } from './api-keys.ts';
import type { InspectionResults } from './inspection-api.ts';
import { errorMessage, type SandboxOptions, toArguments } from './options.ts';
import { readyMessageSchema } from './ready-message.ts';

export type { KeysByRole, Role } from './api-keys.ts';
export type { Fault, FaultPlan, FaultRule, FaultsFile } from './faults.ts';
export type {
  InspectedPart,
  InspectedSourceFile,
  InspectionResults,
  InspectionSummary,
} from './inspection-api.ts';
export type { SandboxOptions } from './options.ts';
export type { RequestRow } from './store/request-log.ts';
export type { DatasetRow, DocumentRow, SourceFileRow } from './store/uploads.ts';

/** What is needed of the process: a ChildProcess has it, and so has what another host makes of its own kind. */
export interface SandboxProcess {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  once(event: 'exit' | 'error', listener: () => void): unknown;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
}

/** Starts the process; a host that is not plain Node (Electron) gives its own. */
export type StartProcess = (entry: string, args: readonly string[]) => SandboxProcess;

export interface StartOptions extends SandboxOptions {
  readonly startProcess?: StartProcess;
}

export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** The key of an organization admin. */
  readonly apiKey: string;
  readonly keys: KeysByRole;
  readonly organizationId: number;
  readonly databaseId: number;
  readonly dataDir: string;
  readonly pid: number;
  /** Resolves when the process has ended, however that came about. */
  readonly exited: Promise<void>;
  /** Ends it cleanly. */
  stop(): Promise<void>;
  /** SIGKILL: as a crash would. Wait for `exited` before starting another on the same data. */
  kill(): void;
  /** Read-only look at what arrived; lists come in pages, see InspectionAnswers. */
  inspect<Name extends keyof InspectionResults>(
    name: Name,
    query?: Readonly<Record<string, number>>,
  ): Promise<InspectionResults[Name]>;
}

const startMs = 30_000;

/** startSandbox for those who hold expected failures as values: a port in use, a bad faults file, data in use. */
export async function tryStartSandbox(options: StartOptions): Promise<Result<Sandbox>> {
  const { startProcess = spawnNode, ...settings } = options;
  const entry = fileURLToPath(new URL('./process.ts', import.meta.url));
  const child = startProcess(entry, toArguments({ withParent: true, ...settings }));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  const line = await firstLine(child, exited);
  if (line === undefined) {
    child.kill('SIGKILL');
    await exited;
    return failure('bad-input', complaint.trim() || 'The sandbox did not start.');
  }
  let ready: ReturnType<typeof readyMessageSchema.parse>;
  try {
    ready = readyMessageSchema.parse(JSON.parse(line));
  } catch (error) {
    child.kill('SIGKILL');
    return failure('bad-input', `The sandbox did not start as expected: ${errorMessage(error)}`);
  }
  const ca = settings.tlsCertFile === undefined ? undefined : readFileSync(settings.tlsCertFile);
  return success({
    url: ready.url,
    port: ready.port,
    apiKey: ready.keys.admin,
    keys: ready.keys,
    organizationId: ready.organizationId,
    databaseId: ready.databaseId,
    dataDir: ready.dataDir,
    pid: ready.pid,
    exited,
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
      return JSON.parse(await getText(url, ca));
    },
  });
}

/** Starts the embedded platform in a process of its own. Throws, with words for people, when it cannot start. */
export async function startSandbox(options: StartOptions): Promise<Sandbox> {
  const started = await tryStartSandbox(options);
  if (!started.ok) throw new Error(started.failure.message);
  return started.value;
}

function spawnNode(entry: string, args: readonly string[]): SandboxProcess {
  return spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

async function firstLine(child: SandboxProcess, exited: Promise<void>): Promise<string | undefined> {
  if (child.stdout === null) return undefined;
  const lines = createInterface({ input: child.stdout });
  const given = new AbortController();
  const late = setTimeout(() => given.abort(), startMs);
  try {
    return await Promise.race([
      once(lines, 'line', { signal: given.signal }).then(([line]) => String(line)),
      exited.then(() => undefined),
    ]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
    given.abort();
  }
}

function getText(url: URL, ca: Buffer | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const request =
      ca === undefined
        ? httpGet(url, { agent: false })
        : httpsGet(url, { agent: false, ca, servername: 'localhost' });
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
