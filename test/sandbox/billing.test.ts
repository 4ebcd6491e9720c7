import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { rawZip, stored } from './raw-zip.ts';
import {
  type ApiReply,
  createClient,
  randomContent,
  shareSandbox,
  waitUntilProcessed,
} from './sandbox-client.ts';

type Json = ApiReply['body'];

const now = new Date();
/** Query parameters of a month that lies back. */
function monthsAgo(count: number): string {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count));
  return `year=${month.getUTCFullYear()}&month=${month.getUTCMonth() + 1}`;
}
const projectIn = (record: Json, id: number, ...at: (string | number)[]): Json => {
  const found = record.list(...at, 'projects').find((project) => project.at('id') === id);
  if (found === undefined) throw new Error(`no project ${id}`);
  return found;
};
const gb = (record: Json, size: 'finalSize' | 'peakSize', storage: 'eca' | 'standard'): number =>
  record.number('monthBilling', size, storage, 'billableGb');

describe('billing by month', () => {
  const shared = shareSandbox();
  const read = async (path: string): Promise<Json> => {
    const reply = await createClient(shared()).call('GET', path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.body;
  };
  const billed = async (databaseId: number, month: string): Promise<Json> => {
    const [record] = (await read(`/organizations/101/billing?${month}&after=${databaseId - 1}&limit=1`)).list(
      'data',
    );
    if (record === undefined) throw new Error('no record');
    expect(record.value).toEqual((await read(`/databases/${databaseId}/billing?${month}`)).at('data'));
    return record;
  };

  test('two years of a growing database: every month has a size, the last is many times the first', async () => {
    const finals: number[] = [];
    for (let ago = 24; ago >= 0; ago -= 1) {
      const record = await billed(2002, monthsAgo(ago));
      const main = projectIn(record, 503);
      finals.push(gb(main, 'finalSize', 'standard'));
      expect(gb(main, 'peakSize', 'standard')).toBeGreaterThanOrEqual(gb(main, 'finalSize', 'standard'));
      expect(record.at('monthBilling')).toEqual(main.at('monthBilling'));
    }
    expect(finals.at(-1)).toBeGreaterThan((finals[0] ?? 0) * 10);
    expect(finals.every((final) => final > 0)).toBe(true);
  });

  test('a project suspended mid-month is billed as active, then as suspended; the database stays active', async () => {
    covers('rule 1.5.3', 'rule 1.5.5', 'rule 3.3.2');
    const [before, during, after] = await Promise.all([5, 4, 3].map((ago) => billed(2002, monthsAgo(ago))));
    const states = [before, during, after].map((record) => {
      if (record === undefined) throw new Error('no record');
      const status = projectIn(record, 506).at('monthStatus');
      return [status, record.at('monthStatus', 'billingState')];
    });
    const suspended = expect.stringMatching(/-16T09:00:00\.000Z$/);
    expect(states).toEqual([
      [{ billingState: 'ACTIVE', finalState: 'ACTIVE' }, 'ACTIVE'],
      [{ billingState: 'ACTIVE', finalState: 'SUSPENDED', suspended }, 'ACTIVE'],
      [{ billingState: 'SUSPENDED', finalState: 'SUSPENDED', suspended }, 'ACTIVE'],
    ]);
  });

  test('a database is suspended once all of its projects are', async () => {
    covers('rule 1.5.5');
    const [lastActive, suspended] = await Promise.all([5, 4].map((ago) => billed(2004, monthsAgo(ago))));
    expect(lastActive?.at('monthStatus')).toMatchObject({ billingState: 'ACTIVE', finalState: 'SUSPENDED' });
    expect(suspended?.at('monthStatus')).toMatchObject({
      billingState: 'SUSPENDED',
      finalState: 'SUSPENDED',
    });
  });

  test('promotion from ECA moves a size to standard storage', async () => {
    covers('rule 1.5.1');
    const [before, during, after] = await Promise.all([9, 8, 7].map((ago) => billed(2003, monthsAgo(ago))));
    if (before === undefined || during === undefined || after === undefined) throw new Error('no record');
    expect([before, during, after].map((record) => projectIn(record, 504).at('eca'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(gb(before, 'finalSize', 'standard')).toBe(0);
    expect(gb(during, 'peakSize', 'eca')).toBeGreaterThan(gb(during, 'peakSize', 'standard'));
    expect(gb(during, 'finalSize', 'eca')).toBe(0);
    expect(gb(after, 'peakSize', 'eca')).toBe(0);
  });

  test('a frozen database, a requested deletion and a deleted project have their timestamps', async () => {
    covers('rule 1.5.4');
    const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T09:00:00\.000Z$/);
    expect((await billed(2005, monthsAgo(1))).at('monthStatus')).toEqual({
      billingState: 'FROZEN',
      finalState: 'FROZEN',
      frozen: at,
    });
    const globex = await billed(2006, monthsAgo(0));
    expect(globex.at('monthStatus')).toEqual({
      ...{ billingState: 'SUSPENDED', finalState: 'SUSPENDED' },
      ...{ suspended: at, deletionRequested: at },
    });
    const deleted = projectIn(globex, 511);
    expect(deleted.at('monthStatus')).toEqual({
      ...{ billingState: 'DELETED', finalState: 'DELETED' },
      ...{ deletionRequested: at, deleted: at },
    });
    expect(gb(deleted, 'peakSize', 'standard')).toBe(0);
    const projects = (await read('/databases/2006/projects')).list('data');
    expect(projects.map((project) => project.at('id'))).toEqual([510]);
  });

  test('a month before the database was created is not there', async () => {
    const list = await read(`/organizations/101/billing?${monthsAgo(16)}`);
    const ids = list.list('data').map((record) => record.number('id'));
    expect(ids).toEqual([2002, 2004, 2005, 2006]);
    const single = await createClient(shared()).call('GET', `/databases/2003/billing?${monthsAgo(16)}`);
    expect(single.body.value).toEqual({ title: apiErrors.notInMonth, status: 404 });
  });

  test('links.next keeps year and month, and leads to every database once', async () => {
    covers('rule 4.common-rules.2');
    const seen: unknown[] = [];
    let next: unknown = `/organizations/101/billing?${monthsAgo(12)}&limit=2`;
    while (typeof next === 'string') {
      const page = await read(next);
      seen.push(...page.list('data').map((record) => record.at('id')));
      next = page.at('links', 'next');
      if (next !== null) expect(next).toContain(`${monthsAgo(12)}&`);
    }
    expect(seen).toEqual([2002, 2003, 2004, 2005, 2006]);
  });

  test.each([
    ['year=26', apiErrors.yearParameter],
    ['year=x', apiErrors.yearParameter],
    ['year=', apiErrors.yearParameter],
    ['month=0', apiErrors.monthParameter],
    ['month=13', apiErrors.monthParameter],
    ['month=1.5', apiErrors.monthParameter],
    ['year=9999&month=1', apiErrors.futureMonth],
    ['limit=201', apiErrors.limitParameter],
  ])('?%s is refused', async (query, title) => {
    const { call } = createClient(shared());
    const list = await call('GET', `/organizations/101/billing?${query}`);
    expect(list.body.value).toEqual({ title, status: 400 });
    if (query.startsWith('limit')) return;
    for (const path of ['/databases/2002/billing', '/organizations/101/parentBilling']) {
      expect((await call('GET', `${path}?${query}`)).body.value).toEqual({ title, status: 400 });
    }
  });

  test('the parent organization’s billing adds its databases and its sub-organizations’ by state', async () => {
    const { call } = createClient(shared(), shared().keys.parentOrganization);
    const parent = (await call('GET', `/organizations/100/parentBilling?${monthsAgo(1)}`)).body;
    const records = (
      await Promise.all(
        [100, 101, 103].map(
          async (id) => (await call('GET', `/organizations/${id}/billing?${monthsAgo(1)}`)).body,
        ),
      )
    ).flatMap((list) => list.list('data'));
    for (const [field, state] of [
      ['active', 'ACTIVE'],
      ['suspended', 'SUSPENDED'],
      ['frozen', 'FROZEN'],
    ] as const) {
      const ofState = records.filter((record) => record.at('monthStatus', 'billingState') === state);
      expect(ofState.length).toBeGreaterThan(0);
      for (const size of ['finalSize', 'peakSize'] as const) {
        for (const storage of ['eca', 'standard'] as const) {
          const sum = ofState.reduce((total, record) => total + gb(record, size, storage), 0);
          expect(parent.number('data', field, size, storage, 'billableGb')).toBeCloseTo(sum, 6);
        }
      }
    }
    const credits = records.reduce((total, record) => total + record.number('creditUsage', 'total'), 0);
    expect(credits).toBeGreaterThan(0);
    expect(parent.at('data', 'creditUsage')).toEqual({
      onDemand: expect.any(Number),
      prepaid: expect.any(Number),
      total: credits,
    });
  });

  test('each role has the access that the interface describes', async () => {
    const { keys } = shared();
    const paths = [
      '/organizations/101/billing',
      '/organizations/101/parentBilling',
      '/databases/2001/billing',
    ];
    const table = [
      ['admin', [200, 200, 200]],
      ['parentOrganization', [200, 200, 200]],
      ['databaseAdmin', [403, 403, 200]],
      ['legalHoldAdmin', [403, 403, 403]],
      ['uploader', [403, 403, 403]],
      ['reader', [403, 403, 403]],
      ['otherOrganization', [404, 404, 404]],
    ] as const;
    for (const [role, expected] of table) {
      const { call } = createClient(shared(), keys[role]);
      const statuses = await Promise.all(paths.map(async (path) => (await call('GET', path)).status));
      expect([role, statuses]).toEqual([role, expected]);
    }
    // The Database Org Admin group stays open where orgAdminAccess is off.
    expect((await createClient(shared()).call('GET', '/databases/2003/billing')).status).toBe(200);
  });
});

describe('what is uploaded', () => {
  const shared = shareSandbox();
  const zip = rawZip([stored('a.txt', Buffer.alloc(700)), stored('b.txt', Buffer.alloc(300))]);
  const sizeOf = (record: Json, id: number): readonly unknown[] => {
    const project = projectIn(record, id, 'data');
    expect(project.at('monthBilling', 'peakSize')).toEqual(project.at('monthBilling', 'finalSize'));
    const { billableGb, ...bytes } = sizes.parse(project.at('monthBilling', 'finalSize', 'standard'));
    expect(billableGb).toBeCloseTo(
      (bytes.nativeBytes + bytes.processedBytes + bytes.producedBytes) / 1e9,
      12,
    );
    return Object.values(bytes);
  };
  const sizes = z.object({
    billableGb: z.number(),
    nativeBytes: z.number(),
    processedBytes: z.number(),
    producedBytes: z.number(),
  });

  test('is billed in complete projects, and in the partial ones that its dataset names', async () => {
    covers('rule 1.2.3', 'rule 4.3.partial-projects');
    const client = createClient(shared());
    const read = async () => (await client.call('GET', '/databases/2001/billing')).body;
    const before = await read();
    expect([501, 502].map((id) => sizeOf(before, id))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);

    await waitUntilProcessed(shared(), await client.upload('letter.txt', [randomContent(4321)]));
    const settings = { partialProjects: [502] };
    await waitUntilProcessed(shared(), await client.upload('mail.zip', [zip], settings));
    const after = await read();
    expect([501, 502].map((id) => sizeOf(after, id))).toEqual([
      [4321 + zip.length, 1000, 0],
      [zip.length, 1000, 0],
    ]);
    expect(after.at('data', 'monthBilling')).toEqual(projectIn(after, 501, 'data').at('monthBilling'));
    const empty = { imageSize: 0, textSize: 0 };
    expect((await client.call('GET', '/databases/2001/size')).body.at('data')).toEqual({
      nativeDocs: { ...empty, docCount: 2, nativeSize: 4321 + zip.length },
      processedDocs: { ...empty, docCount: 2, nativeSize: 1000 },
      producedDocs: { ...empty, docCount: 0, nativeSize: 0 },
    });
  });

  test('adds to what the database held before', async () => {
    const client = createClient(shared(), shared().apiKey, 2002);
    const read = async () => (await client.call('GET', '/databases/2002/billing')).body;
    const before = await read();
    await waitUntilProcessed(shared(), await client.upload('one.bin', [randomContent(1_000_000)]));
    const after = await read();
    const native = ['monthBilling', 'finalSize', 'standard', 'nativeBytes'];
    const added = [503, 505].map(
      (id) =>
        projectIn(after, id, 'data').number(...native) - projectIn(before, id, 'data').number(...native),
    );
    expect(added).toEqual([1_000_000, 0]);
    const lastMonth = (await client.call('GET', `/databases/2002/billing?${monthsAgo(1)}`)).body;
    expect(projectIn(lastMonth, 503, 'data').number(...native)).toBeLessThan(
      projectIn(before, 503, 'data').number(...native),
    );
  });

  test.each([
    ['a complete project', [501]],
    ['a project of another database', [505]],
    ['an unknown project', [999_999]],
    ['a name', ['Privilege team']],
    ['not a list', 502],
  ])('a dataset can’t name %s: it is refused, and nothing is created', async (_, partialProjects) => {
    const { call } = createClient(shared());
    const before = (await shared().inspect('datasets')).length;
    const refused = await call('POST', '/databases/2001/datasets', { name: 'Refused', partialProjects });
    expect(refused.body.value).toEqual({ title: expect.stringContaining('partialProjects'), status: 400 });
    expect(await shared().inspect('datasets')).toHaveLength(before);
  });
});

describe('in the base form', () => {
  const shared = shareSandbox({ form: 'base' });

  test('there is no freezing, no credit usage and no billing of a parent organization', async () => {
    const { call } = createClient(shared());
    const frozen = (await call('GET', '/databases/2005/billing')).body;
    expect(frozen.at('data', 'monthStatus')).toEqual({
      ...{ billingState: 'SUSPENDED', finalState: 'SUSPENDED' },
      suspended: expect.any(String),
    });
    expect(JSON.stringify(frozen.value)).not.toMatch(/creditUsage|frozen/i);
    expect((await call('GET', '/organizations/101/billing')).status).toBe(200);
    const parentBilling = await call('GET', '/organizations/101/parentBilling');
    expect(parentBilling.body.value).toEqual({ title: apiErrors.unknownOperation, status: 404 });
    const [project] = (await call('GET', '/databases/2005/projects')).body.list('data');
    expect(project?.at('suspended')).toBe(true);
    expect(project?.at('frozen')).toBeUndefined();
  });
});
