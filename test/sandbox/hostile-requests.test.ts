/** Requests that no client sends: none ends the sandbox, shows what it must not, or counts as its own error. */
import { expect, test } from 'vitest';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import { newRandom } from './random.ts';
import { createClient, sendRequest, startTestSandbox } from './sandbox-client.ts';

const requests = hostileRuns(3000);
const parallel = 16;

const values: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  ' ',
  '\u0000',
  '../../etc/passwd',
  '\u202E',
  'a'.repeat(5000),
  '\ud800',
  '__proto__',
  "'; DROP TABLE sourceFiles; --",
  'http://[::1]:1/',
  'http://user:p%zz@127.0.0.1:1/%',
  'file:///etc/passwd',
  [],
  {},
  [[[[]]]],
  { __proto__: { polluted: 1 } },
  ['"a"', null],
  { 'a/': 1 },
  { 'a/': 'b', '/': 'c', '__proto__/': 'd' },
];
const fields = [
  'name',
  'filename',
  'passwords',
  'childCustodians',
  'custodian',
  'directLink',
  'etags',
  'sha1',
  'timezone',
  'constructor',
];
const ids = [
  '2001',
  '0',
  '-1',
  '1e3',
  '99999999999999999999',
  'a',
  '%00',
  '%2e%2e',
  '..%2f..',
  '%zz',
  "1'",
  '',
];
/** Mostly what leads to an operation. */
const methods = [
  'POST',
  'POST',
  'POST',
  'POST',
  'POST',
  'GET',
  'GET',
  'PUT',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'HEAD',
  'TRACE',
];

test(
  `${requests} hostile requests: no error of the sandbox's own, nothing shown, no change of what is there`,
  async () => {
    const sandbox = await startTestSandbox({ failedAuthPerSecond: 100_000 });
    const client = createClient(sandbox);
    const secret = 'privileged-memo.pst';
    const datasetId = await client.dataset();
    const fileId = await client.sourceFile(datasetId, { filename: secret, passwords: ['hunter2-secret'] });
    const before = await sandbox.inspect('source-files');
    const random = newRandom(42);
    const pick = <T>(list: readonly T[]): T => {
      const one = list[random(list.length)];
      if (one === undefined) throw new Error('an empty list');
      return one;
    };
    const id = (own: number): string => (random(2) === 0 ? String(own) : pick(ids));
    const paths: readonly (() => string)[] = [
      () => `/v1/databases/${id(2001)}/datasets`,
      () => `/v1/databases/${id(2001)}/datasets/${id(datasetId)}/sourceFiles`,
      // Another file than the one that must not change.
      () => `/v1/databases/${id(2001)}/sourceFiles/${id(fileId + 100_000)}`,
      () => `/v1/databases/${id(2001)}/sourceFiles/${id(fileId + 100_000)}/parts/${id(1)}`,
      () => `/v1/projects?limit=${pick(ids)}&after=${pick(ids)}&limit=1`,
      () => `/upload/${id(fileId)}/${id(1)}?expires=${pick(ids)}&signature=${pick(ids)}`,
      () => `/view/${pick(ids)}/datasets/${id(datasetId)}`,
      () => `/?token=${pick(ids)}`,
      () => `/sandbox/api/${pick(['source-files', 'documents', 'nothing'])}?after=${pick(ids)}`,
      () => `/${pick(ids)}//${pick(ids)}`,
    ];
    const body = (): string => {
      const object = Object.fromEntries(
        Array.from({ length: random(5) }, () => [pick(fields), pick(values)] as const),
      );
      const text = JSON.stringify(random(4) === 0 ? pick(values) : { name: 'x', filename: 'y', ...object });
      return random(5) === 0 ? text.slice(0, random(text.length + 1)) : text;
    };
    const cookie = `lading-sandbox-${sandbox.port}=x`;
    const statuses = new Map<number | 'broken', number>();
    let left = requests;
    const worker = async (): Promise<void> => {
      for (; left > 0; left -= 1) {
        const path = pick(paths)();
        const method = pick(methods);
        const key = pick([
          sandbox.apiKey,
          sandbox.apiKey,
          sandbox.apiKey,
          sandbox.keys.reader,
          sandbox.keys.revoked,
          'x',
          '',
        ]);
        const headers: Record<string, string> = {
          'content-type': pick(['application/json', 'application/json', 'text/html', 'multipart/form-data']),
          cookie,
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(random(20) === 0 ? { origin: 'https://evil.example.com' } : {}),
        };
        const sent = method === 'GET' || method === 'HEAD' || method === 'TRACE' ? undefined : body();
        const answered = await sendRequest(sandbox.url + path, {
          method,
          headers,
          // Node leaves the length out for some methods.
          ...(sent === undefined
            ? {}
            : { body: sent, headers: { ...headers, 'content-length': String(Buffer.byteLength(sent)) } }),
        });
        const status = answered === 'broken' ? answered : answered.status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const text = answered === 'broken' ? '' : answered.text;
        expect([method, path, headers, sent, status]).toEqual([
          method,
          path,
          headers,
          sent,
          expect.toSatisfy(isRefusalOrSuccess),
        ]);
        expect(text).not.toContain('hunter2-secret');
        expect(text).not.toContain(secret);
        expect(text).not.toContain('node_modules');
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([201, 400, 401, 403, 404]));
    expect((await sandbox.inspect('source-files'))[0]).toEqual(before[0]);
    expect((await client.call('GET', '/users/me')).status).toBe(200);
  },
  hostileTimeoutMs(120_000),
);

function isRefusalOrSuccess(status: unknown): boolean {
  return typeof status === 'number' && status >= 200 && status < 500;
}
