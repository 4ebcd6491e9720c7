import { expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { fieldNames, readableData } from './readable-data.ts';

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
      ['note', ''],
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
])('data whose fields are not documented is readable: $data', ({ data, entries }) => {
  expect(readableData(data)).toEqual(entries);
});

it('data of thousands of fields is cut, not drawn in full', () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
  expect(readableData(data)).toHaveLength(200);
});

it('whatever JSON it is, it has names and texts', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), (data) => {
      for (const entry of readableData(data))
        expect(entry.map((part) => typeof part)).toEqual(['string', 'string']);
    }),
  );
});

it('the columns of a table are the names in all its records, each once', () => {
  const records = [
    { id: 1, name: 'a' },
    { id: 2, title: 'b' },
  ].map(readableData);
  expect(fieldNames(records)).toEqual(['id', 'name', 'title']);
});
