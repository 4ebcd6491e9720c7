import { describe, expect, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import { isSameOrigin, readPage } from './next-page.ts';

const first = new URL('https://review.example/v1/organizations/7/events?begin=100&end=900&limit=3');
const time = { parameter: 'begin', field: 'timestamp' } as const;
const event = (id: number, timestamp: number) => ({ id, timestamp });

/** IDs of the page, and what the next page asks for. */
function read(data: readonly ReturnType<typeof event>[], links?: { next?: string | null }, url = first) {
  const { elements, next } = readPage({ data, links }, url, 3, time);
  return [elements.map(({ id }) => id), next.kind === 'page' ? next.url.search : next.kind];
}

describe('a range of time without links', () => {
  test('ends with a page that is not full', () => {
    expect(read([event(1, 100), event(2, 200)])).toEqual([[1, 2], 'end']);
    expect(read([])).toEqual([[], 'end']);
  });

  test('continues at the last timestamp, whose events it leaves to the next page', () => {
    expect(read([event(1, 100), event(2, 200), event(3, 200)])).toEqual([[1], '?begin=200&end=900&limit=3']);
  });

  test('continues after a timestamp that fills the page, also beyond the limit', () => {
    const same = [1, 2, 3, 4].map((id) => event(id, 200));
    expect(read(same)).toEqual([[1, 2, 3, 4], '?begin=201&end=900&limit=3']);
  });

  test('goes backward where the newest come first', () => {
    expect(read([event(3, 300), event(2, 200), event(1, 200)])).toEqual([[3], '?begin=100&end=201&limit=3']);
    expect(read([event(3, 899), event(2, 899), event(1, 899)])).toEqual([
      [3, 2, 1],
      '?begin=100&end=899&limit=3',
    ]);
  });

  test('follows links where there are some', () => {
    const full = [event(1, 100), event(2, 200), event(3, 200)];
    expect(read(full, { next: '/v1/organizations/7/events?token=x' })).toEqual([[1, 2, 3], '?token=x']);
    expect(read(full, { next: null })).toEqual([[1, 2, 3], 'end']);
    // Only null says that it is the last page.
    expect(read(full, {})).toEqual(read(full));
  });

  test('has every event once, however many share a timestamp, in either order', () => {
    covers('rule 8.page-size-for-activity-log');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 120 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        (times, limit, newestFirst) => {
          const log = times
            .sort((a, b) => (newestFirst ? b - a : a - b))
            .map((timestamp, id) => event(id, timestamp));
          // A page holds all events of its last timestamp (platform-interface 4.2, operation 19).
          const answer = (begin: number, end: number) => {
            const range = log.filter(({ timestamp }) => timestamp >= begin && timestamp < end);
            const last = range[limit - 1]?.timestamp;
            return range.filter(({ timestamp }, index) => index < limit || timestamp === last);
          };
          const found: number[] = [];
          let url = new URL(`https://review.example/events?begin=100&end=121&limit=${limit}`);
          for (let pages = 0; pages <= 2 * times.length + 1; pages += 1) {
            const number = (name: string) => Number(url.searchParams.get(name));
            const { elements, next } = readPage(
              { data: answer(number('begin'), number('end')) },
              url,
              limit,
              time,
            );
            found.push(...elements.map(({ id }) => id));
            if (next.kind !== 'page') break;
            url = next.url;
          }
          // A first page of one timestamp doesn't show the order.
          const isPlain =
            !newestFirst || new Set(answer(100, 121).map(({ timestamp }) => timestamp)).size > 1;
          if (isPlain) expect(found).toEqual(log.map(({ id }) => id));
        },
      ),
    );
  });
});

test('events after an event continue after the last one, by eventId', () => {
  covers('rule 6.5');
  const url = new URL('https://review.example/events/after?eventId=5&limit=2');
  const { next } = readPage({ data: [event(6, 1), event(9, 1)] }, url, 2, {
    parameter: 'eventId',
    field: 'id',
  });
  expect(next).toMatchObject({ url: { search: '?eventId=9&limit=2' } });
});

test.each([
  ['https://review.example/v1/organizations/7/events?begin=400', true],
  ['https://review.example/gateway/v1/organizations/7/events', true],
  ['https://review.example:444/v1/organizations/7/events', false],
  ['http://review.example/v1/organizations/7/events', false],
  ['https://key@review.example/v1/organizations/7/events', false],
  ['https://evil.example/v1/organizations/7/events', false],
])('%s is on the same server: %s', (url, expected) => {
  expect(isSameOrigin(first, new URL(url))).toBe(expected);
});
