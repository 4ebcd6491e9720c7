import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { createClient, sendRequest, startTestSandbox } from './sandbox-client.ts';

describe('permissions', () => {
  test('each role has exactly the access that the interface describes', async () => {
    const sandbox = await startTestSandbox();
    const { keys, databaseId, organizationId } = sandbox;
    const dataset = { name: 'Allowed?' };
    const table = [
      // role, list databases, get database, organization databases, create dataset, database size
      ['admin', 6, 200, 200, 201, 200],
      ['databaseAdmin', 1, 200, 403, 201, 200],
      ['uploader', 0, 403, 403, 201, 403],
      ['reader', 0, 403, 403, 403, 403],
      ['otherOrganization', 1, 404, 404, 404, 404],
    ] as const;
    for (const [role, listed, get, ofOrganization, create, size] of table) {
      const { call } = createClient(sandbox, keys[role]);
      const list = await call('GET', '/databases');
      expect([role, list.status, list.body.list('data').length]).toEqual([role, 200, listed]);
      expect([role, (await call('GET', `/databases/${databaseId}`)).status]).toEqual([role, get]);
      expect([role, (await call('GET', `/organizations/${organizationId}/databases`)).status]).toEqual([
        role,
        ofOrganization,
      ]);
      expect([role, (await call('POST', `/databases/${databaseId}/datasets`, dataset)).status]).toEqual([
        role,
        create,
      ]);
      expect([role, (await call('GET', `/databases/${databaseId}/size`)).status]).toEqual([role, size]);
    }
  });

  test('org admins of a closed database can read its summary, but not upload', async () => {
    covers('rule 1.3.4');
    const { call } = createClient(await startTestSandbox());
    const closed = await call('GET', '/databases/2003');
    expect(closed.body.at('data', 'orgAdminAccess')).toBe(false);
    expect((await call('GET', '/databases/2003/size')).status).toBe(200);
    const refused = await call('POST', '/databases/2003/datasets', { name: 'x' });
    expect(refused.status).toBe(403);
    expect(refused.body.value).toEqual({ title: expect.stringContaining('DB_UPLOAD'), status: 403 });
  });

  test('a missing, malformed, unknown or revoked key is refused with 401 in shape A', async () => {
    covers('rule 4.common-rules.1', 'rule 5.2', 'rule 5.6');
    const sandbox = await startTestSandbox({ failedAuthPerSecond: 100 });
    const url = `${sandbox.url}/v1/users/me`;
    const headers = [
      {},
      { authorization: 'Bearer nonsense' },
      { authorization: sandbox.apiKey },
      { authorization: `Bearer ${sandbox.apiKey.slice(0, -1)}` },
      { authorization: `Bearer ${sandbox.keys.revoked}` },
    ];
    for (const given of headers) {
      const answered = await sendRequest(url, { headers: given });
      if (answered === 'broken') throw new Error('the connection broke');
      expect(answered.status).toBe(401);
      expect(JSON.parse(answered.text)).toEqual({ title: expect.any(String), status: 401 });
    }
  });

  test('keys have three segments, and the database contains only their hashes', async () => {
    covers('rule 5.1');
    const { keys, dataDir } = await startTestSandbox();
    for (const key of Object.values(keys)) expect(key).toMatch(/^sandbox\.[0-9a-f]{8}\.[\w-]{43}$/);
    expect(new Set(Object.values(keys)).size).toBe(Object.keys(keys).length);
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('sandbox.db'));
    expect(kept).not.toEqual([]);
    for (const name of kept) {
      const text = readFileSync(join(dataDir, name), 'latin1');
      for (const key of Object.values(keys)) expect(text.includes(key.split('.')[2] ?? '')).toBe(false);
    }
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});

describe('reading', () => {
  test('records have the fields of the interface', async () => {
    const sandbox = await startTestSandbox();
    const { call } = createClient(sandbox);
    expect((await call('GET', '/users/me')).body.at('data')).toMatchObject({
      organizations: [{ id: sandbox.organizationId, name: 'Harrow & Pike LLP', orgAdmin: true }],
      primaryOrganization: sandbox.organizationId,
      mfaRequired: false,
      lastLoggedOut: expect.any(String),
    });
    expect((await call('GET', `/organizations/${sandbox.organizationId}`)).body.at('data')).toMatchObject({
      id: sandbox.organizationId,
      saml: { state: 'DISABLED' },
    });
    expect((await call('GET', `/databases/${sandbox.databaseId}`)).body.at('data')).toMatchObject({
      context: 'SERVICE',
      databaseFields: [{ name: expect.any(String), type: 'TEXT', value: expect.any(String) }],
      orgAdminAccess: true,
    });
    const [project] = (await call('GET', `/databases/${sandbox.databaseId}/projects`)).body.list('data');
    expect(project?.value).toMatchObject({ partial: false, emailThreadingStatus: 'IN_PROGRESS' });
    expect((await call('GET', '/projects')).body.list('data')[0]?.at('emailThreadingStatus')).toBeUndefined();
    const none = { docCount: 0, imageSize: 0, nativeSize: 0, textSize: 0 };
    expect((await call('GET', `/databases/${sandbox.databaseId}/size`)).body.at('data')).toEqual({
      nativeDocs: none,
      processedDocs: none,
      producedDocs: none,
    });
  });

  test('links.next leads to every element once, and is null on the last page', async () => {
    covers('rule 2.1.list', 'rule 4.common-rules.2');
    const { call } = createClient(await startTestSandbox());
    const seen: number[] = [];
    let next: unknown = '/databases?limit=1';
    let pages = 0;
    while (typeof next === 'string') {
      const page = await call('GET', next);
      seen.push(...page.body.list('data').map((row) => row.number('id')));
      next = page.body.at('links', 'next');
      pages += 1;
    }
    expect(next).toBeNull();
    expect(seen).toEqual([2001, 2002, 2003, 2004, 2005, 2006]);
    expect(pages).toBe(6);
  });

  test('a page limit outside 1 to 200 is refused', async () => {
    covers('rule 8.page-size');
    const { call } = createClient(await startTestSandbox());
    for (const limit of ['0', '201', '-1', '1.5', 'x', '']) {
      expect([limit, (await call('GET', `/databases?limit=${limit}`)).status]).toEqual([limit, 400]);
    }
    for (const limit of ['1', '200'])
      expect((await call('GET', `/databases?limit=${limit}`)).status).toBe(200);
  });
});

describe('errors', () => {
  test('have shape A, and shape B for deletions', async () => {
    covers('rule 2.1.error', 'rule 7.2', 'rule 7.3');
    const { call } = createClient(await startTestSandbox());
    expect((await call('GET', '/nothing')).body.value).toEqual({ title: expect.any(String), status: 404 });
    expect((await call('DELETE', '/databases/2001')).body.value).toEqual({
      message: expect.any(String),
      status: 404,
    });
    expect((await call('GET', '/databases/999')).body.value).toEqual({
      title: apiErrors.notFound('database'),
      status: 404,
    });
    expect((await call('GET', '/databases/2001x')).status).toBe(404);
  });

  test('the cap on datasets is a 422 that names the limit', async () => {
    covers('rule 7.4', 'rule 8.caps-on-objects-created-via-the-api');
    const sandbox = await startTestSandbox({ maxDatasetsPerDatabase: 2 });
    const client = createClient(sandbox);
    await client.dataset();
    await client.dataset();
    const refused = await client.call('POST', `/databases/${sandbox.databaseId}/datasets`, { name: 'third' });
    expect(refused.status).toBe(422);
    expect(refused.body.text('title')).toBe(apiErrors.datasetCap(2));
    expect(await sandbox.inspect('datasets')).toHaveLength(2);
  });

  test('a body that is not JSON or lacks a required field is refused and creates nothing', async () => {
    const sandbox = await startTestSandbox();
    const { call } = createClient(sandbox);
    const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
    const url = `${sandbox.url}/v1/databases/${sandbox.databaseId}/datasets`;
    const broken = await sendRequest(url, { method: 'POST', headers, body: '{"name":' });
    expect(broken).toMatchObject({ status: 400, text: expect.not.stringContaining('at ') });
    const unnamed = await call('POST', `/databases/${sandbox.databaseId}/datasets`, { description: 'x' });
    expect(unnamed.body.text('title')).toContain('name');
    expect(await sandbox.inspect('datasets')).toEqual([]);
  });

  test('a dataset keeps every setting as given', async () => {
    covers('rule 4.3.the-option-values-of');
    const sandbox = await startTestSandbox();
    const { call } = createClient(sandbox);
    const settings = { name: 'All of them', deduplication: 'NONE', deNIST: true, anything: { else: [1] } };
    const created = await call('POST', `/databases/${sandbox.databaseId}/datasets`, settings);
    expect(created.body.at('data')).toMatchObject({ ...settings, id: expect.any(Number) });
  });

  test.each<[string, unknown]>([
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+02:00'],
    ['deNist', 'maybe'],
    ['custodian', {}],
    ['ocrLanguage', 'English'],
    ['ocrLanguage', 'xyz'],
    ['ocrLanguage', 'und'],
    ['hyperlinkedImages', 1],
  ])('a dataset with the setting %s %j is refused by name', async (field, value) => {
    const sandbox = await startTestSandbox();
    const { call } = createClient(sandbox);
    const body = { name: 'Wrong', [field]: value };
    const created = await call('POST', `/databases/${sandbox.databaseId}/datasets`, body);
    expect([created.status, String(created.body.at('title'))]).toEqual([400, expect.stringContaining(field)]);
  });

  test.each(['0', '201', '500', 'x'])(
    'limit=%s is refused where the answer is no list, too',
    async (limit) => {
      const sandbox = await startTestSandbox();
      const { call } = createClient(sandbox);
      const { status } = await call(
        'GET',
        `/organizations/${sandbox.organizationId}/parentBilling?limit=${limit}`,
      );
      expect(status).toBe(400);
    },
  );
});
