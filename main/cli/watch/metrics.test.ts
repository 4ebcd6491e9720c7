import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRuleId } from '../../../preload/contract/views/ids.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { formatMetrics, type MetricsInput, metricsContentType } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';

const since = '2026-11-22T02:00:00.000Z';
const nowMs = Date.parse('2026-11-22T02:05:00.000Z');
const folder = watchedFolder({
  counts: { settled: 3, sent: 200 },
  pendingBytes: 4096,
  time: null,
  lastScan: { at: since, files: 203, durationMs: 1500, temporary: 5, overdue: 2, unreadable: 3 },
  oldestUnsettled: { path: 'a', since, reason: null },
  waitingFor: { kind: 'key', since },
});
const input: MetricsInput = {
  version: '1.2.3',
  nowMs,
  startedAtMs: nowMs - 1000,
  residentBytes: 1e8,
  cpuSeconds: 1.5,
  rules: [folder],
  uploads: new Map([['Inbox', { finished: 2, withFailures: 1, files: 200, bytes: 1e9 }]]),
};

test('metrics have a help, a type, and a sample for each rule', () => {
  const lines = formatMetrics(input).split('\n');
  for (const line of [
    'lading_info{version="1.2.3"} 1',
    '# TYPE lading_watch_files gauge',
    'lading_watch_files{rule="1",state="settled"} 3',
    'lading_watch_files{rule="1",state="sent"} 200',
    'lading_watch_rule_state{rule="1",state="active"} 1',
    'lading_watch_rule_state{rule="1",state="broken"} 0',
    'lading_watch_waiting{rule="1",reason="key"} 1',
    'lading_watch_pending_bytes{rule="1"} 4096',
    'lading_watch_oldest_unsettled_seconds{rule="1"} 300',
    `lading_watch_last_scan_timestamp_seconds{rule="1"} ${Date.parse(since) / 1000}`,
    'lading_watch_last_scan_duration_seconds{rule="1"} 1.5',
    'lading_watch_last_scan_unreadable{rule="1"} 3',
    'lading_watch_last_scan_temporary{rule="1",overdue="false"} 3',
    'lading_watch_last_scan_temporary{rule="1",overdue="true"} 2',
    'lading_watch_uploads_total{rule="1"} 2',
    'lading_watch_uploads_with_failures_total{rule="1"} 1',
    'lading_watch_uploaded_bytes_total{rule="1"} 1000000000',
    'process_resident_memory_bytes 100000000',
  ])
    expect(lines).toContain(line);
});

test('nothing in them names a matter: not a rule’s name, folder, dataset, or a file', () => {
  const { rule } = folder;
  const matter = 'Smith v. Jones';
  const text = formatMetrics({
    ...input,
    rules: [
      {
        ...folder,
        id: watchRuleId.parse(7),
        rule: { ...rule, name: `${matter} rule`, path: `/evidence/${matter}`, dataset: `${matter} {date}` },
        databaseName: `${matter} database`,
        ignoredFolder: `${matter} sent`,
        oldestUnsettled: { path: `${matter}/a.pst`, since, reason: null },
        lastScan: {
          at: since,
          files: 1,
          durationMs: 1,
          temporary: 1,
          overdue: 1,
          unreadable: 1,
          examples: { temporary: [`${matter}.tmp`], unreadable: [{ path: matter, errno: 'EACCES' }] },
        },
        waitingFor: { kind: 'custodian-map', path: `/maps/${matter}.csv`, since },
      },
    ],
    uploads: new Map([[`${matter} rule`, { finished: 2, withFailures: 0, files: 3, bytes: 4 }]]),
  });
  expect(text).toContain('lading_watch_uploads_total{rule="7"} 2');
  expect(text).not.toMatch(/Smith|Jones|evidence|maps/);
});

test('every line is a comment or a sample, whatever the version is called', () => {
  const text = formatMetrics({ ...input, version: 'a "b" \\ c\nd {e} # 証拠' });
  expect(text).toContain('version="a \\"b\\" \\\\ c\\nd {e} # 証拠"');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(/^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="(?:[^"\\]|\\.)*",?)+\})? -?[\d.e+]+$/);
});

describe('the server for metrics', () => {
  let server: MetricsServer;
  beforeAll(async () => {
    const served = await serveMetrics(0, () => formatMetrics(input));
    if (!served.ok) throw new Error(served.failure.code);
    server = served.value;
  });
  afterAll(() => server.close());

  const get = (
    path: string,
    { host, method = 'GET' }: { readonly host?: string; readonly method?: string } = {},
  ) =>
    new Promise<{
      readonly status: number | undefined;
      readonly type: string | undefined;
      readonly body: string;
    }>((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = { Host: host ?? `127.0.0.1:${port}` };
      request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
        );
      })
        .on('error', reject)
        .end();
    });

  test('answers on loopback', async () => {
    expect(await get('/metrics')).toEqual({
      status: 200,
      type: metricsContentType,
      body: formatMetrics(input),
    });
    expect((await get('/metrics?x=1', { host: 'localhost' })).status).toBe(200);
    expect((await get('/metrics', { host: '[::1]:9' })).status).toBe(200);
  });

  test.each([
    'evil.example',
    'evil.example:9464',
    '127.0.0.1.evil.example',
    '192.168.1.5',
    '@127.0.0.1@evil',
  ])('refuses the host %j, which a web page may have had resolved to this computer', async (host) => {
    const { status, body } = await get('/metrics', { host });
    expect([status, body]).toEqual([403, '403\n']);
  });

  test.each([
    ['/', 'GET', 404],
    ['/metrics/..', 'GET', 404],
    ['http://evil.example/metrics', 'GET', 404],
    ['/metrics', 'POST', 405],
    ['/metrics', 'HEAD', 200],
  ])('%s with %s is %i', async (path, method, status) => {
    expect((await get(path, { method })).status).toBe(status);
  });

  test('says which port is taken', async () => {
    const { port } = new URL(server.url);
    expect(await serveMetrics(Number(port), () => '')).toMatchObject({
      failure: { code: 'metrics-port-unusable', port: Number(port), errno: 'EADDRINUSE' },
    });
  });
});
