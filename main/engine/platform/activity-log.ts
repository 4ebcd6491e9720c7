/**
 * Reads an organization's activity log backward. The platform lists events of a time range (platform-interface 4.2,
 * operation 19) in an order that isn't documented, so whole ranges are read and then sorted. How long a range is follows
 * from how many events the one after it had.
 */
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  ActivityCursor,
  ActivityFilter,
  ActivityPage,
} from '../../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';

type Events = readonly OrganizationEventRecord[];

/** The operations of the platform that the log is read with. */
export interface ActivitySource {
  /** The most recent events, as many as the platform returns. */
  readonly recent: () => Promise<Result<Events>>;
  /** Pages of the events with begin <= timestamp < end. */
  readonly between: (beginMs: number, endMs: number) => AsyncIterable<Result<Events>>;
}

/** A range with more pages is read again in a shorter one, so that little is read before something is shown. */
const maxPagesPerRange = 2;
const fewEvents = 250;
const dayMs = 86_400_000;
const firstSpanMs = 30 * dayMs;
const minSpanMs = 60_000;
/** Enough to fill a screen. */
const eventsPerPage = 200;
/** A filter that finds little must not keep a call waiting: the next one continues. */
const maxRangesPerPage = 4;

/** Events newest first. With `cursor` null, from the filter's end on. */
export async function readActivity(
  source: ActivitySource,
  filter: ActivityFilter,
  cursor: ActivityCursor | null,
): Promise<Result<ActivityPage>> {
  const earliestMs = filter.beginMs ?? 0;
  let found: Events = [];
  let next: ActivityCursor | null = cursor;
  if (next === null && filter.endMs === null) {
    const recent = await readRecent(source, earliestMs);
    if (!recent.ok) return recent;
    found = recent.value.events.filter((event) => matchesActivity(event, filter));
    next = recent.value.next;
  } else if (next === null) {
    next = cursorBefore(filter.endMs ?? 0, firstSpanMs, earliestMs);
  }
  let searchedToMs = next?.endMs ?? earliestMs;
  for (
    let ranges = 0;
    next !== null && found.length < eventsPerPage && ranges < maxRangesPerPage;
    ranges += 1
  ) {
    const range = await readRange(source, next, earliestMs);
    if (!range.ok) return range;
    found = [...found, ...range.value.events.filter((event) => matchesActivity(event, filter))];
    next = range.value.next;
    searchedToMs = next?.endMs ?? earliestMs;
  }
  return success({ events: [...found], next, searchedToMs });
}

/** The whole log, newest first, page by page. Ends with the first failure. */
export async function* allActivity(
  source: ActivitySource,
  filter: ActivityFilter,
): AsyncGenerator<Result<ActivityPage>> {
  let cursor: ActivityCursor | null = null;
  do {
    const page: Result<ActivityPage> = await readActivity(source, filter, cursor);
    yield page;
    if (!page.ok) return;
    cursor = page.value.next;
  } while (cursor !== null);
}

interface ReadRange {
  readonly events: Events;
  readonly next: ActivityCursor | null;
}

/**
 * The most recent events without those of the oldest timestamp among them: others of that timestamp may be missing, and
 * the range that follows has all of them.
 */
async function readRecent(source: ActivitySource, earliestMs: number): Promise<Result<ReadRange>> {
  const recent = await source.recent();
  if (!recent.ok) return recent;
  const sorted = newestFirst(recent.value);
  const [newest, oldest] = [sorted.at(0), sorted.at(-1)];
  if (newest === undefined || oldest === undefined) return success({ events: [], next: null });
  const spanMs = Math.max(minSpanMs, newest.timestamp - oldest.timestamp);
  return success({
    events: sorted.filter(({ timestamp }) => timestamp > oldest.timestamp && timestamp >= earliestMs),
    next: cursorBefore(oldest.timestamp + 1, spanMs, earliestMs),
  });
}

/** The events of one range before the cursor. A range with too many events is shortened, down to a millisecond. */
async function readRange(
  source: ActivitySource,
  { endMs, spanMs }: ActivityCursor,
  earliestMs: number,
): Promise<Result<ReadRange>> {
  for (let span = Math.min(spanMs, endMs - earliestMs); ; span = Math.max(1, Math.floor(span / 8))) {
    const beginMs = endMs - span;
    let events: Events = [];
    let pages = 0;
    for await (const page of source.between(beginMs, endMs)) {
      if (!page.ok) return page;
      events = [...events, ...page.value];
      pages += 1;
      if (pages > maxPagesPerRange && span > 1) break;
    }
    if (pages > maxPagesPerRange && span > 1) continue;
    const nextSpanMs = events.length < fewEvents ? span * 4 : span;
    return success({
      events: newestFirst(events),
      next: cursorBefore(beginMs, Math.max(minSpanMs, nextSpanMs), earliestMs),
    });
  }
}

function cursorBefore(endMs: number, spanMs: number, earliestMs: number): ActivityCursor | null {
  return endMs <= earliestMs ? null : { endMs, spanMs };
}

export function newestFirst(events: Events): Events {
  return events.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id);
}

export function matchesActivity(
  { timestamp, type, userId, description, data }: OrganizationEventRecord,
  filter: ActivityFilter,
): boolean {
  if (timestamp < (filter.beginMs ?? 0) || timestamp >= (filter.endMs ?? Number.POSITIVE_INFINITY))
    return false;
  if (filter.type !== null && type !== filter.type) return false;
  if (filter.userIds !== null && (typeof userId !== 'number' || !filter.userIds.includes(userId)))
    return false;
  const wanted = foldText(filter.text.trim());
  if (wanted === '') return true;
  const texts = [type, description ?? '', data === null || data === undefined ? '' : JSON.stringify(data)];
  return texts.some((text) => foldText(text).includes(wanted));
}
