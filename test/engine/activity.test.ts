/** The activity log through the engine's calls, against the sandbox. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../preload/contract/failures/failure.ts';
import type { ActivityCursor } from '../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../preload/contract/platform/records.ts';
import { call, callOk, sandbox, setUpHandlers, stateDir } from './rpc-handlers.ts';

setUpHandlers('all');

const filter = { beginMs: null, endMs: null, type: null, userIds: null, text: '' };
const target = () => ({ connectionId: 'c1', orgId: sandbox.organizationId, filter });

/** Every event, as the sandbox lists it, past the engine. */
async function eventIds(): Promise<number[]> {
  const url = new URL(`/v1/organizations/${sandbox.organizationId}/events`, sandbox.url);
  url.search = `begin=0&end=${Date.now() + 60_000}&limit=10000`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${sandbox.apiKey}` } });
  const { data }: { data: OrganizationEventRecord[] } = await answer.json();
  return data.map(({ id }) => id);
}

test('paging backward through the log meets every event of its years once', async () => {
  const seen: OrganizationEventRecord[] = [];
  let cursor: ActivityCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof callOk<'activity.list'>>> = await callOk('activity.list', {
      ...target(),
      cursor,
    });
    seen.push(...page.events);
    cursor = page.next;
  } while (cursor !== null);
  const ids = await eventIds();
  expect(ids.length).toBeGreaterThan(2000);
  expect(seen.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(seen).toEqual(seen.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id));
});

test('what happened since an event is read by its ID', async () => {
  const ids = (await eventIds()).toSorted((a, b) => b - a);
  const [newest, second, third] = ids;
  const newer = await callOk('activity.newer', { ...target(), eventId: third ?? 0 });
  expect(newer?.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual([newest, second]);
});

test('an export that is cancelled leaves no file behind', async () => {
  const path = join(stateDir, 'log.csv');
  const exported = call('exports.activity', { ...target(), path });
  await callOk('exports.cancelActivity', undefined);
  expect(await exported).toEqual(failure('stopped'));
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(stateDir).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('an export has the events of its filter, with names', async () => {
  const path = join(stateDir, 'log.csv');
  const keys = { ...filter, type: 'API_KEY_CREATED' };
  await callOk('exports.activity', { ...target(), filter: keys, path });
  const lines = readFileSync(path, 'utf8').trim().split('\r\n').slice(1);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/,API_KEY_CREATED,Ada Harrow,11,/);
});

test('a connection that is gone fails, and so does an organization of somebody else', async () => {
  const gone = await call('activity.list', { ...target(), connectionId: 'c9', cursor: null });
  expect(gone).toEqual(failure('connection-not-ready'));
  const other = await call('activity.list', { ...target(), orgId: 999_999, cursor: null });
  expect(other).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});
