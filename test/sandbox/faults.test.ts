import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FaultInjector, parseFaults } from '../../main/sandbox/faults.ts';
import { type Fault, type FaultsFile, type Sandbox, tryStartSandbox } from '../../main/sandbox/index.ts';
import { startProblems } from '../../main/sandbox/words.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import {
  type Client,
  createClient,
  md5Of,
  pollUntil,
  putBytes,
  type RawResponse,
  randomContent,
  sendRequest,
  sha1Of,
  startTestSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

const part = randomContent(2_000_000);

interface FaultSetup {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly sourceFileId: number;
  /** Replaces the rules, from the next request on. */
  injectFaults(rules: FaultsFile): void;
  putPart(partNumber?: number): Promise<RawResponse | 'broken'>;
  storedParts(): Promise<number>;
}

async function setUp(): Promise<FaultSetup> {
  const faultsFile = join(temporaryFolder(), 'faults.json');
  writeFileSync(faultsFile, '[]');
  const sandbox = await startTestSandbox({ faultsFile });
  const client = createClient(sandbox);
  const sourceFileId = await client.sourceFile(await client.dataset(), { filename: 'a' });
  let version = 1;
  return {
    sandbox,
    client,
    sourceFileId,
    injectFaults(rules) {
      writeFileSync(faultsFile, JSON.stringify(rules));
      version += 1;
      utimesSync(faultsFile, version, version);
    },
    async putPart(partNumber = 1) {
      return putBytes(await client.partUrl(sourceFileId, partNumber), part);
    },
    storedParts: async () => (await sandbox.inspect('parts', { sourceFileId })).length,
  };
}

const onPut = (fault: Fault): FaultsFile => [{ match: { put: true }, times: 1, fault }];
const on = (operation: string, fault: Fault): FaultsFile => [{ match: { operation }, times: 1, fault }];

async function lastPut(sandbox: Sandbox) {
  const ended = await pollUntil(
    async () => (await sandbox.inspect('requests')).filter((row) => row.isPut === 1).at(-1),
    (row) => row?.finishedMs !== null && row !== undefined,
  );
  return ended;
}

describe('a part with the fault', () => {
  test('drop-before is cut off before its body, and not stored', async () => {
    const { injectFaults, putPart, storedParts, sandbox } = await setUp();
    injectFaults(onPut({ kind: 'drop-before' }));
    expect(await putPart()).toBe('broken');
    expect(await lastPut(sandbox)).toMatchObject({ fault: 'drop-before', status: null, bodyBytes: 0 });
    expect(await storedParts()).toBe(0);
    expect(await putPart()).toMatchObject({ status: 200 });
  });

  test('drop-during is cut off in the middle of its body, and not stored', async () => {
    const { injectFaults, putPart, storedParts, sandbox } = await setUp();
    injectFaults(onPut({ kind: 'drop-during' }));
    expect(await putPart()).toBe('broken');
    const row = await lastPut(sandbox);
    expect(row?.bodyBytes).toBeGreaterThanOrEqual(1_000_000);
    expect(row?.bodyBytes).toBeLessThan(2_000_000);
    expect(await storedParts()).toBe(0);
  });

  test('drop-after is cut off after its body, and not stored', async () => {
    const { injectFaults, putPart, storedParts, sandbox } = await setUp();
    injectFaults(onPut({ kind: 'drop-after' }));
    expect(await putPart()).toBe('broken');
    expect(await lastPut(sandbox)).toMatchObject({ status: null, bodyBytes: 2_000_000 });
    expect(await storedParts()).toBe(0);
  });

  test('lost-answer is stored, and gets no response', async () => {
    const { injectFaults, putPart, storedParts, sandbox } = await setUp();
    injectFaults(onPut({ kind: 'lost-answer' }));
    expect(await putPart()).toBe('broken');
    expect(await storedParts()).toBe(1);
    expect(await lastPut(sandbox)).toMatchObject({
      fault: 'lost-answer',
      status: null,
      bodyBytes: 2_000_000,
    });
  });

  test('reset has its connection reset', async () => {
    const { injectFaults, putPart, storedParts } = await setUp();
    injectFaults(onPut({ kind: 'reset', afterBytes: 100_000 }));
    expect(await putPart()).toBe('broken');
    expect(await storedParts()).toBe(0);
  });

  test('stall gets no response until the client gives up', async () => {
    const { injectFaults, client, sourceFileId, storedParts, sandbox } = await setUp();
    for (const after of ['headers', 'body'] as const) {
      injectFaults(onPut({ kind: 'stall', after }));
      const url = await client.partUrl(sourceFileId, 1);
      const timeout = AbortSignal.timeout(400);
      const headers = { 'content-length': String(part.length) };
      expect(await sendRequest(url, { method: 'PUT', headers, body: part, signal: timeout })).toBe('broken');
      expect(timeout.aborted).toBe(true);
      const seen = (await sandbox.inspect('requests')).filter((row) => row.isPut === 1);
      expect(seen.at(-1)?.status).toBeNull();
      if (after === 'body') expect((await lastPut(sandbox))?.bodyBytes).toBe(2_000_000);
    }
    injectFaults(onPut({ kind: 'stall', ms: 100 }));
    const url = await client.partUrl(sourceFileId, 1);
    expect(await putBytes(url, part)).toBe('broken');
    expect(await storedParts()).toBe(0);
  });

  test('expired-url is refused as expired', async () => {
    const { injectFaults, putPart } = await setUp();
    injectFaults(onPut({ kind: 'expired-url' }));
    expect(await putPart()).toMatchObject({ status: 403, text: expect.stringContaining('expired') });
    expect(await putPart()).toMatchObject({ status: 200 });
  });

  test('wrong-etag gets another ETag than the stored one', async () => {
    const { injectFaults, putPart, client, sourceFileId } = await setUp();
    injectFaults(onPut({ kind: 'wrong-etag' }));
    const answered = await putPart();
    const wrongEtag = answered === 'broken' ? '' : (answered.headers.etag ?? '');
    expect(wrongEtag).not.toBe(`"${md5Of(part)}"`);
    expect((await client.complete(sourceFileId, [wrongEtag])).status).toBe(400);
    const list = await client.call('GET', `/databases/2001/sourceFiles/${sourceFileId}/parts`);
    expect(list.body.at('data', 0, 'etag')).toBe(`"${md5Of(part)}"`);
  });

  test('slow takes longer, and is stored completely', async () => {
    const { injectFaults, putPart, client, sourceFileId, sandbox } = await setUp();
    injectFaults(onPut({ kind: 'slow', bytesPerSecond: 4_000_000 }));
    const startedMs = performance.now();
    const answered = await putPart();
    expect(performance.now() - startedMs).toBeGreaterThan(400);
    const etag = answered === 'broken' ? '' : (answered.headers.etag ?? '');
    expect((await client.complete(sourceFileId, [etag], sha1Of(part))).status).toBe(200);
    expect((await waitUntilProcessed(sandbox, sourceFileId)).sha1).toBe(sha1Of(part));
  });

  test('status gets this status, in the requested form', async () => {
    const { injectFaults, putPart, storedParts } = await setUp();
    injectFaults(onPut({ kind: 'status', status: 503, retryAfter: 7 }));
    expect(await putPart()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '7' },
      text: '{"title":"Service Unavailable","status":503}',
    });
    injectFaults(onPut({ kind: 'status', status: 500, body: 'json-b', early: true }));
    expect(await putPart()).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error","status":500}',
    });
    injectFaults(onPut({ kind: 'status', status: 502, body: 'html' }));
    expect(await putPart()).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } });
    injectFaults(onPut({ kind: 'status', status: 504, body: 'empty' }));
    expect(await putPart()).toMatchObject({ status: 504, text: '' });
    injectFaults(onPut({ kind: 'html' }));
    expect(await putPart()).toMatchObject({ status: 200, text: expect.stringContaining('<html>') });
    expect(await storedParts()).toBe(0);
  });
});

describe('a request with the fault', () => {
  test('lost-answer is handled: dataset, source file and completion exist', async () => {
    const { injectFaults, client, sandbox, sourceFileId } = await setUp();
    const etag = await client.part(sourceFileId, 1, part);
    const base = `/databases/${sandbox.databaseId}`;
    const [dataset] = await sandbox.inspect('datasets');
    injectFaults(on('PostDatabaseDataset', { kind: 'lost-answer' }));
    await expect(client.dataset({ name: 'Lost' })).rejects.toThrow('broke');
    injectFaults(on('PostDatasetFile', { kind: 'lost-answer' }));
    await expect(
      client.call('POST', `${base}/datasets/${dataset?.id}/sourceFiles`, { filename: 'lost' }),
    ).rejects.toThrow('broke');
    injectFaults(on('PostSourceFile', { kind: 'lost-answer' }));
    await expect(client.complete(sourceFileId, [etag])).rejects.toThrow('broke');
    expect((await sandbox.inspect('datasets')).map((row) => row.name)).toEqual(['Test', 'Lost']);
    expect((await sandbox.inspect('source-files')).map((row) => row.filename)).toEqual(['a', 'lost']);
    expect((await client.complete(sourceFileId, [etag])).status).toBe(409);
  });

  test('drop-before, drop-during, drop-after or reset is not handled', async () => {
    const { injectFaults, client, sandbox } = await setUp();
    for (const kind of ['drop-before', 'drop-during', 'drop-after', 'reset'] as const) {
      injectFaults(on('PostDatabaseDataset', { kind }));
      await expect(client.dataset()).rejects.toThrow('broke');
    }
    expect(await sandbox.inspect('datasets')).toHaveLength(1);
  });

  test('reset gets a TCP reset, drop-before an end of stream', async () => {
    const { injectFaults, sandbox } = await setUp();
    const endOf = (kind: 'reset' | 'drop-before'): Promise<string> => {
      injectFaults(on('GetCurrentUser', { kind }));
      return new Promise((resolve) => {
        const socket = connect(sandbox.port, '127.0.0.1');
        socket.once('end', () => resolve('end'));
        socket.once('error', (error) => resolve('code' in error ? String(error.code) : 'error'));
        socket.resume();
        socket.write(
          `GET /v1/users/me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${sandbox.apiKey}\r\n\r\n`,
        );
      });
    };
    expect(await endOf('reset')).toBe('ECONNRESET');
    expect(await endOf('drop-before')).toBe('end');
  });

  test('status 429 has Retry-After in seconds, as a date, or not at all', async () => {
    const { injectFaults, client } = await setUp();
    injectFaults(on('GetCurrentUser', { kind: 'status', status: 429, retryAfter: 1 }));
    expect((await client.call('GET', '/users/me')).headers['retry-after']).toBe('1');
    injectFaults(on('GetCurrentUser', { kind: 'status', status: 429, retryAfter: 'date' }));
    const { headers } = await client.call('GET', '/users/me');
    expect(Date.parse(String(headers['retry-after']))).toBeGreaterThan(Date.now());
    injectFaults(on('GetCurrentUser', { kind: 'status', status: 429 }));
    expect((await client.call('GET', '/users/me')).headers['retry-after']).toBeUndefined();
  });

  test('expired-url gets a URL that has expired', async () => {
    const { injectFaults, putPart } = await setUp();
    injectFaults(on('PostSourceFilePart', { kind: 'expired-url' }));
    expect(await putPart()).toMatchObject({ status: 403 });
    expect(await putPart()).toMatchObject({ status: 200 });
  });

  test('truncated-json gets half of the response, with a correct length', async () => {
    const { injectFaults, sandbox } = await setUp();
    injectFaults(on('GetCurrentUser', { kind: 'truncated-json' }));
    const headers = { authorization: `Bearer ${sandbox.apiKey}` };
    const answered = await sendRequest(`${sandbox.url}/v1/users/me`, { headers });
    if (answered === 'broken') throw new Error('the connection broke');
    expect(answered.status).toBe(200);
    expect(answered.headers['content-length']).toBe(String(answered.text.length));
    expect(() => JSON.parse(answered.text)).toThrow();
  });

  test('slow or delay gets the complete response, later', async () => {
    const { injectFaults, client } = await setUp();
    for (const fault of [
      { kind: 'slow', bytesPerSecond: 1000 },
      { kind: 'delay', ms: 300 },
    ] as const) {
      injectFaults(on('GetCurrentUser', fault));
      const startedMs = performance.now();
      expect((await client.call('GET', '/users/me')).body.at('data', 'id')).toBe(11);
      expect(performance.now() - startedMs).toBeGreaterThan(250);
    }
  });
});

describe('a completion with the fault', () => {
  test('answer gets this status and body, and is handled only on request', async () => {
    const { injectFaults, client, sourceFileId } = await setUp();
    const etag = await client.part(sourceFileId, 1, part);
    injectFaults(on('PostSourceFile', { kind: 'answer', status: 204 }));
    expect((await client.complete(sourceFileId, [etag])).status).toBe(204);
    injectFaults(on('PostSourceFile', { kind: 'answer', status: 200, body: {}, handled: true }));
    expect((await client.complete(sourceFileId, [etag])).body.value).toEqual({});
    expect((await client.complete(sourceFileId, [etag])).status).toBe(409);
  });

  test('state says that its source file is in this state, and is handled only on request', async () => {
    const { injectFaults, client, sourceFileId } = await setUp();
    const etag = await client.part(sourceFileId, 1, part);
    injectFaults(on('PostSourceFile', { kind: 'state', state: 'FAILED', message: 'No room' }));
    expect((await client.complete(sourceFileId, [etag])).body.value).toEqual({
      data: { id: sourceFileId, state: 'FAILED', message: 'No room' },
    });
    expect((await client.complete(sourceFileId, [etag])).status).toBe(200);
  });

  test('slow-assembly gets 202 until the file is assembled', async () => {
    const { injectFaults, client, sandbox, sourceFileId } = await setUp();
    const etag = await client.part(sourceFileId, 1, part);
    injectFaults(on('PostSourceFile', { kind: 'slow-assembly', ms: 300 }));
    for (let nth = 0; nth < 2; nth += 1) {
      const answered = await client.complete(sourceFileId, [etag]);
      expect(answered.status).toBe(202);
      expect(answered.body.at('data', 'state')).toBe('ASSEMBLING');
    }
    expect((await waitUntilProcessed(sandbox, sourceFileId)).sha1).toBe(sha1Of(part));
    expect((await client.complete(sourceFileId, [etag])).status).toBe(409);
  });
});

describe('the faults file', () => {
  const planOf = (value: unknown) => {
    const plan = parseFaults(JSON.stringify(value));
    if (!plan.ok) throw new Error(plan.problem);
    return plan.value;
  };
  const target = {
    operation: 'GetProjects',
    isPut: false,
    method: 'GET',
    path: '/v1/projects',
    partNumber: null,
  };
  const outcomes = (faults: FaultInjector, times: number) =>
    Array.from({ length: times }, () => faults.next(target)?.kind ?? '-').join(' ');
  const drop = { kind: 'drop-before' };

  test('selects by nth, every, times, part number, path and method', () => {
    const faults = new FaultInjector();
    const use = (rule: object) => faults.use(planOf([{ fault: drop, ...rule }]));
    use({ match: { nth: 3 } });
    expect(outcomes(faults, 5)).toBe('- - drop-before - -');
    use({ match: { every: 2 }, times: 2 });
    expect(outcomes(faults, 7)).toBe('- drop-before - drop-before - - -');
    use({ match: { operation: '*', method: 'get', path: '^/v1/proj' } });
    expect(outcomes(faults, 1)).toBe('drop-before');
    for (const match of [
      { put: true },
      { method: 'POST' },
      { path: '^/proj' },
      { partNumber: 1 },
      { operation: 'X' },
    ]) {
      use({ match });
      expect(outcomes(faults, 1)).toBe('-');
    }
    use({ match: { put: true, partNumber: 2 } });
    const putPart = { ...target, operation: 'PutPart', isPut: true, method: 'PUT', partNumber: 2 };
    expect(faults.next(putPart)?.kind).toBe('drop-before');
    expect(faults.next({ ...putPart, partNumber: 3 })).toBeUndefined();
  });

  test('is repeatable for a seed, and differs for another seed', () => {
    const run = (seed: number) => {
      const faults = new FaultInjector();
      faults.use(planOf({ seed, rules: [{ probability: 0.3, fault: drop }] }));
      return outcomes(faults, 200);
    };
    expect(run(1)).toBe(run(1));
    expect(run(1)).not.toBe(run(2));
    const hits = run(1).match(/drop/g)?.length ?? 0;
    expect(hits).toBeGreaterThan(30);
    expect(hits).toBeLessThan(90);
  });

  test('is refused at the start, with the position of the error', async () => {
    const folder = temporaryFolder();
    const faultsFile = join(folder, 'faults.json');
    const messageFor = async (text: string): Promise<string> => {
      writeFileSync(faultsFile, text);
      const started = await tryStartSandbox({ dataDir: join(folder, 'data'), faultsFile });
      if (started.ok) await started.value.stop();
      return started.ok ? '' : failureText(started.failure);
    };
    expect(await messageFor('[{')).toContain(startProblems.faultsNotJson(''));
    expect(await messageFor('[{"fault":{"kind":"explode"}}]')).toContain('rules[0].fault');
    expect(await messageFor('[{"match":{"path":"("},"fault":{"kind":"reset"}}]')).toContain(
      'rules[0].match.path',
    );
  });

  test('keeps the previous rules while it is invalid, and ends all faults when it is deleted', async () => {
    const folder = temporaryFolder();
    const faultsFile = join(folder, 'faults.json');
    writeFileSync(faultsFile, JSON.stringify([{ fault: { kind: 'status', status: 503 } }]));
    const { call } = createClient(await startTestSandbox({ faultsFile }));
    expect((await call('GET', '/users/me')).status).toBe(503);
    writeFileSync(faultsFile, '[{]');
    expect((await call('GET', '/users/me')).status).toBe(503);
    rmSync(faultsFile);
    expect((await call('GET', '/users/me')).status).toBe(200);
  });
});
