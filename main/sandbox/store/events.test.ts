import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { openSandboxDatabase } from './database.ts';
import { createEventRepository, type EventPage, type EventRow } from './events.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-events-'));
const db = openSandboxDatabase(folder);
db.pragma('foreign_keys = OFF');
const events = createEventRepository(db);
const insert = db.prepare(
  "INSERT INTO events (organizationId, timestampMs, type, userId, description, data) VALUES (?, ?, 'T', 1, '', '{}')",
);
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  db.exec('DELETE FROM events');
});

/** Few different times, so that many events share one. A second organization's events lie between. */
const log = fc.array(fc.record({ organizationId: fc.constantFrom(1, 1, 1, 2), timestampMs: fc.nat(8) }), {
  maxLength: 40,
});

function write(rows: readonly { organizationId: number; timestampMs: number }[]): readonly EventRow[] {
  db.exec('DELETE FROM events');
  const sorted = rows.toSorted((a, b) => a.timestampMs - b.timestampMs);
  for (const { organizationId, timestampMs } of sorted) insert.run(organizationId, timestampMs);
  return events.recent(1, 1000).toReversed();
}

function readPages(
  read: (last: EventRow | undefined) => EventPage,
  isComplete: (page: EventPage) => boolean,
): readonly EventRow[] {
  const all: EventRow[] = [];
  let page: EventPage;
  do {
    page = read(all.at(-1));
    if (page.hasMore) expect(isComplete(page)).toBe(true);
    all.push(...page.rows);
  } while (page.hasMore);
  return all;
}

test('the pages of a range are its events, in order, and none splits a timestamp', () => {
  fc.assert(
    fc.property(log, fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 12 }), (rows, begin, end, limit) => {
      const own = write(rows);
      const pages = readPages(
        (last) => events.inRange(1, last === undefined ? begin : last.timestampMs + 1, end, limit),
        (page) => page.rows.length >= limit,
      );
      expect(pages).toEqual(own.filter(({ timestampMs }) => timestampMs >= begin && timestampMs < end));
    }),
  );
});

test('a page of a range has no more than the limit without the events that share its last timestamp', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 12 }), (rows, limit) => {
      write(rows);
      const { rows: page } = events.inRange(1, 0, 100, limit);
      const lastMs = page.at(-1)?.timestampMs;
      expect(page.filter(({ timestampMs }) => timestampMs !== lastMs).length).toBeLessThan(limit);
    }),
  );
});

test('the pages after an event are all later events of the organization', () => {
  fc.assert(
    fc.property(log, fc.nat(40), fc.integer({ min: 1, max: 12 }), (rows, skip, limit) => {
      const own = write(rows);
      const start = own[skip]?.id ?? 0;
      const pages = readPages(
        (last) => events.after(1, last?.id ?? start, limit),
        (page) => page.rows.length === limit,
      );
      expect(pages).toEqual(own.filter(({ id }) => id > start));
    }),
  );
});
