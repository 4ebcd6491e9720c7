import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { ActivityFilter } from '../../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import fc from '../../../test/fixtures/property.ts';
import { type ActivitySource, allActivity, matchesActivity, readActivity } from './activity-log.ts';

const everything: ActivityFilter = { beginMs: null, endMs: null, type: null, userIds: null, text: '' };

function event(
  id: number,
  timestamp: number,
  more: Partial<OrganizationEventRecord> = {},
): OrganizationEventRecord {
  return {
    id,
    timestamp,
    type: 'MEMBER_ADDED',
    userId: 12,
    organizationId: 7,
    description: 'Added',
    data: {},
    ...more,
  };
}

/** A platform with these events, which counts its requests. Pages keep events of one timestamp together. */
function platformWith(
  events: readonly OrganizationEventRecord[],
  { pageSize = 10, descending = false } = {},
) {
  const requests = { recent: 0, between: 0 };
  const sorted = events.toSorted(
    (a, b) => (a.timestamp - b.timestamp || a.id - b.id) * (descending ? -1 : 1),
  );
  const source: ActivitySource = {
    async recent() {
      requests.recent += 1;
      return success(events.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id).slice(0, pageSize));
    },
    async *between(beginMs, endMs): AsyncGenerator<Result<readonly OrganizationEventRecord[]>> {
      const inRange = sorted.filter(({ timestamp }) => timestamp >= beginMs && timestamp < endMs);
      let at = 0;
      do {
        requests.between += 1;
        let end = at + pageSize;
        while (end < inRange.length && inRange[end]?.timestamp === inRange[end - 1]?.timestamp) end += 1;
        yield success(inRange.slice(at, end));
        at = end;
      } while (at < inRange.length);
    },
  };
  return { source, requests };
}

async function readAll(source: ActivitySource, filter: ActivityFilter): Promise<OrganizationEventRecord[]> {
  const events: OrganizationEventRecord[] = [];
  for await (const page of allActivity(source, filter)) {
    if (!page.ok) throw new Error(page.failure.code);
    events.push(...page.value.events);
  }
  return events;
}

const now = Date.UTC(2026, 10, 22);
/** Single events over years, and bursts within milliseconds. */
const history = fc
  .array(
    fc.tuple(
      fc
        .integer({ min: 0, max: 3_000_000_000 })
        .map((minutesAgo) => now - Math.floor(minutesAgo / 600) * 60_000),
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom(0, 1, 5000),
    ),
    { maxLength: 25 },
  )
  .map((bursts) => {
    let id = 0;
    return bursts.flatMap(([at, size, apartMs]) =>
      Array.from({ length: size }, (_, k) => {
        id += 1;
        return event(id, Math.max(0, at + k * apartMs));
      }),
    );
  });

describe('reading the activity log', () => {
  it('returns every event of the range once, newest first, whatever order the platform has', async () => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.boolean(),
        fc.option(fc.integer({ min: 0, max: now }), { nil: null }),
        fc.option(fc.integer({ min: 1, max: now }), { nil: null }),
        async (events, descending, beginMs, endMs) => {
          const filter = { ...everything, beginMs, endMs };
          const { source } = platformWith(events, { descending });
          const expected = events
            .filter((each) => matchesActivity(each, filter))
            .toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id)
            .map(({ id }) => id);
          expect((await readAll(source, filter)).map(({ id }) => id)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reaches the beginning of a quiet log with a few requests', async () => {
    const { source, requests } = platformWith([event(1, now - 9 * 365 * 86_400_000), event(2, now)]);
    expect((await readAll(source, everything)).map(({ id }) => id)).toEqual([2, 1]);
    expect(requests.recent + requests.between).toBeLessThan(16);
  });

  it('starts with one request where the recent events fill a page', async () => {
    const events = Array.from({ length: 5000 }, (_, id) => event(id, now - id * 60_000));
    const { source, requests } = platformWith(events, { pageSize: 1000 });
    const page = await readActivity(source, everything, null);
    expect(page.ok && page.value.events.length).toBe(999);
    expect(requests).toEqual({ recent: 1, between: 0 });
  });

  it('returns after a few ranges where a filter finds nothing, and says how far it looked', async () => {
    const events = Array.from({ length: 5000 }, (_, id) => event(id, now - id * 60_000));
    const { source, requests } = platformWith(events, { pageSize: 100 });
    const page = await readActivity(source, { ...everything, text: 'no such word' }, null);
    if (!page.ok) throw new Error(page.failure.code);
    expect(page.value.events).toEqual([]);
    expect(page.value.next).not.toBeNull();
    expect(page.value.searchedToMs).toBe(page.value.next?.endMs);
    expect(requests.between).toBeLessThan(13);
  });

  it('takes any number of events of one time, which may be beyond a page', async () => {
    const events = Array.from({ length: 200_000 }, (_, id) => event(id + 1, now));
    const { source } = platformWith(events);
    const page = await readActivity(source, { ...everything, endMs: now + 1 }, null);
    expect(page.ok && page.value.events.length).toBe(events.length);
  });

  it('ends with the failure of a request', async () => {
    const refused = failure('stopped');
    const { source } = platformWith([event(1, now)]);
    expect(await readActivity({ ...source, recent: async () => refused }, everything, null)).toEqual(refused);
  });
});

describe('a filter', () => {
  it.each([
    { filter: {}, matches: true },
    { filter: { type: 'MEMBER_ADDED' }, matches: true },
    { filter: { type: 'MEMBER' }, matches: false },
    { filter: { userIds: [12, 13] }, matches: true },
    { filter: { userIds: [] }, matches: false },
    { filter: { beginMs: 1000, endMs: 1001 }, matches: true },
    { filter: { endMs: 1000 }, matches: false },
    { filter: { text: 'ADDED dana' }, matches: true },
    { filter: { text: 'whitfield@' }, matches: true },
    { filter: { text: 'member_added' }, matches: true },
    { filter: { text: 'removed' }, matches: false },
  ])('$filter matches: $matches', ({ filter, matches }) => {
    const dana = event(1, 1000, {
      description: 'Added Dana',
      data: { email: 'dana.whitfield@firm.example' },
    });
    expect(matchesActivity(dana, { ...everything, ...filter })).toBe(matches);
  });

  it('finds events without description and data by type only', () => {
    const bare = event(1, 1000, { description: null, data: null, userId: null });
    expect(matchesActivity(bare, { ...everything, text: 'null' })).toBe(false);
    expect(matchesActivity(bare, { ...everything, text: 'added' })).toBe(true);
    expect(matchesActivity(bare, { ...everything, userIds: [12] })).toBe(false);
  });
});
