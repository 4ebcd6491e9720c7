import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Role, type Sandbox, type StartOptions, startSandbox } from '../../main/sandbox/index.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** A sandbox that stops with the test. By default without rate limit and minimum part size. */
export async function startTestSandbox(options: Partial<StartOptions> = {}): Promise<Sandbox> {
  const sandbox = await startForTests(options.dataDir ?? temporaryFolder(), options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** The same for all tests of a file. */
export async function startSharedSandbox(options: Partial<StartOptions> = {}): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-sandbox-'));
  const sandbox = await startForTests(folder, options);
  afterAll(() => stopAndRemove(sandbox, folder));
  return sandbox;
}

/** The same for all tests of a describe block. Call the result within a test. */
export function shareSandbox(options: Partial<StartOptions> = {}): () => Sandbox {
  let sandbox: Sandbox | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'lading-sandbox-'));
  beforeAll(async () => {
    sandbox = await startForTests(folder, options);
  });
  afterAll(() => stopAndRemove(sandbox, folder));
  return () => {
    if (sandbox === undefined) throw new Error('the sandbox has not started');
    return sandbox;
  };
}

function startForTests(dataDir: string, options: Partial<StartOptions>): Promise<Sandbox> {
  return startSandbox({ dataDir, requestsPerSecond: 100_000, minPartBytes: 0, ...options });
}

async function stopAndRemove(sandbox: Sandbox | undefined, folder: string): Promise<void> {
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request on its own connection. Resolves to 'broken' without a complete response. */
export function sendRequest(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
    readonly signal?: AbortSignal;
  } = {},
): Promise<RawResponse | 'broken'> {
  return new Promise((resolve) => {
    const outgoing = request(url, {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      agent: false,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    outgoing.once('error', () => resolve('broken'));
    outgoing.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => resolve('broken'));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.end(options.body);
  });
}

export interface Pages {
  readonly path: string;
  readonly cookie: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<RawResponse>;
  text(path: string): Promise<string>;
}

/** Opens the pages like a browser: the address, its redirect, the cookie. Paths are relative to the overview. */
export async function openPages(sandbox: Sandbox, address = sandbox.pageAddress()): Promise<Pages> {
  const opened = await sendRequest(address);
  if (opened === 'broken' || opened.status !== 303) throw new Error(`not opened: ${JSON.stringify(opened)}`);
  const path = opened.headers.location ?? '';
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const get = async (relative: string, headers = {}): Promise<RawResponse> => {
    const answered = await sendRequest(`${sandbox.url}${path}${relative}`, {
      headers: { cookie, ...headers },
    });
    if (answered === 'broken') throw new Error('the connection broke');
    return answered;
  };
  return { path, cookie, get, text: async (relative) => (await get(relative)).text };
}

export interface ApiReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

/** JSON that a test reads by path. A wrong path is undefined. */
class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
  at(...path: readonly (string | number)[]): unknown {
    return path.reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      this.value,
    );
  }
  number(...path: readonly (string | number)[]): number {
    const value = this.at(...path);
    if (typeof value !== 'number')
      throw new Error(`no number at ${path.join('.')}: ${JSON.stringify(this.value)}`);
    return value;
  }
  text(...path: readonly (string | number)[]): string {
    const value = this.at(...path);
    if (typeof value !== 'string')
      throw new Error(`no text at ${path.join('.')}: ${JSON.stringify(this.value)}`);
    return value;
  }
  list(...path: readonly (string | number)[]): readonly Json[] {
    const value = this.at(...path);
    if (!Array.isArray(value)) throw new Error(`no list at ${path.join('.')}: ${JSON.stringify(this.value)}`);
    return value.map((item) => new Json(item));
  }
}

export interface Client {
  call(method: string, path: string, body?: unknown): Promise<ApiReply>;
  /** Returns the id. Throws on an error response. */
  dataset(settings?: Readonly<Record<string, unknown>>): Promise<number>;
  sourceFile(datasetId: number, fields: Readonly<Record<string, unknown>>): Promise<number>;
  partUrl(sourceFileId: number, partNumber: number): Promise<string>;
  /** Returns the ETag. */
  part(sourceFileId: number, partNumber: number, bytes: Buffer): Promise<string>;
  complete(sourceFileId: number, etags: readonly string[], sha1?: string): Promise<ApiReply>;
  /** Dataset, source file, parts, completion. Returns the source file's id. */
  upload(
    filename: string,
    parts: readonly Buffer[],
    settings?: Readonly<Record<string, unknown>>,
    fields?: Readonly<Record<string, unknown>>,
  ): Promise<number>;
}

export function createClient(
  sandbox: Sandbox,
  key = sandbox.apiKey,
  databaseId = sandbox.databaseId,
): Client {
  const call = async (method: string, path: string, body?: unknown): Promise<ApiReply> => {
    const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const answered = await sendRequest(path.startsWith('http') ? path : `${sandbox.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        // Node frames the body of a DELETE only if its length is given.
        ...(json === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(json.length) }),
      },
      ...(json === undefined ? {} : { body: json }),
    });
    if (answered === 'broken') throw new Error(`${method} ${path}: the connection broke`);
    const { status, headers, text } = answered;
    return { status, headers, body: new Json(text === '' ? undefined : JSON.parse(text)) };
  };
  const base = `/databases/${databaseId}`;
  const client: Client = {
    call,
    async dataset(settings = {}) {
      return (await call('POST', `${base}/datasets`, { name: 'Test', ...settings })).body.number(
        'data',
        'id',
      );
    },
    async sourceFile(datasetId, fields) {
      return (await call('POST', `${base}/datasets/${datasetId}/sourceFiles`, fields)).body.number(
        'data',
        'id',
      );
    },
    async partUrl(sourceFileId, partNumber) {
      return (await call('POST', `${base}/sourceFiles/${sourceFileId}/parts/${partNumber}`)).body.text(
        'data',
        'url',
      );
    },
    async part(sourceFileId, partNumber, bytes) {
      const answered = await putBytes(await client.partUrl(sourceFileId, partNumber), bytes);
      if (answered === 'broken' || answered.status !== 200) {
        throw new Error(`part ${partNumber}: ${answered === 'broken' ? answered : answered.text}`);
      }
      return answered.headers.etag ?? '';
    },
    complete: (sourceFileId, etags, sha1) =>
      call('POST', `${base}/sourceFiles/${sourceFileId}`, sha1 === undefined ? { etags } : { etags, sha1 }),
    async upload(filename, parts, settings = {}, fields = {}) {
      const id = await client.sourceFile(await client.dataset(settings), { filename, ...fields });
      const etags: string[] = [];
      for (const [index, bytes] of parts.entries()) etags.push(await client.part(id, index + 1, bytes));
      const reply = await client.complete(id, etags, sha1Of(...parts));
      if (reply.status !== 200) throw new Error(JSON.stringify(reply.body.value));
      return id;
    },
  };
  return client;
}

/** The status that each role's key gets, to compare with a table. */
export async function statusByRole(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<Exclude<Role, 'revoked'>, number>> {
  const status = async (role: Role): Promise<number> =>
    (await createClient(sandbox, sandbox.keys[role]).call(method, path, body)).status;
  return {
    admin: await status('admin'),
    parentOrganization: await status('parentOrganization'),
    databaseAdmin: await status('databaseAdmin'),
    uploader: await status('uploader'),
    legalHoldAdmin: await status('legalHoldAdmin'),
    reader: await status('reader'),
    otherOrganization: await status('otherOrganization'),
  };
}

export function putBytes(
  url: string,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse | 'broken'> {
  return sendRequest(url, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-length': String(bytes.length), ...headers },
  });
}

export function sha1Of(...parts: readonly Buffer[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}

export const randomContent = (sizeBytes: number): Buffer => randomBytes(sizeBytes);

/** For a machine with much else to do. */
const pollTimeoutMs = 90_000;

export async function pollUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + pollTimeoutMs;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`not done after ${pollTimeoutMs} ms: ${JSON.stringify(value)}`);
    await delay(20);
  }
}

export async function waitUntilProcessed(sandbox: Sandbox, sourceFileId: number) {
  const find = async () => (await sandbox.inspect('source-files')).find((row) => row.id === sourceFileId);
  const row = await pollUntil(
    find,
    (found) => found?.state === 'PROCESSED' || found?.state === 'DOWNLOAD_FAILED',
  );
  if (row === undefined) throw new Error(`no source file ${sourceFileId}`);
  return row;
}
