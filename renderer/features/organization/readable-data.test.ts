import { expect, it } from 'vitest';
import { readableData } from './readable-data.ts';

it.each([
  { data: null, entries: [] },
  { data: undefined, entries: [] },
  { data: {}, entries: [] },
  { data: 'plain', entries: [['', 'plain']] },
  {
    data: { email: 'a@b.example', count: 3, isAdmin: false, note: null },
    entries: [
      ['email', 'a@b.example'],
      ['count', '3'],
      ['isAdmin', 'false'],
      ['note', 'null'],
    ],
  },
  {
    data: { user: { name: 'Dana', tags: ['x', 'y'] } },
    entries: [
      ['user.name', 'Dana'],
      ['user.tags', 'x, y'],
    ],
  },
  {
    data: { changes: [{ to: 1 }, { to: 2 }], none: [], empty: {} },
    entries: [
      ['changes.1.to', '1'],
      ['changes.2.to', '2'],
      ['none', '[]'],
      ['empty', '{}'],
    ],
  },
])('the data of an event is readable: $data', ({ data, entries }) => {
  expect(readableData(data)).toEqual(entries);
});

it('data of thousands of fields is cut, not drawn in full', () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
  expect(readableData(data)).toHaveLength(200);
});
