import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { fieldPaths, readableFields } from './readable-record.ts';

describe('a record whose shape is not documented', () => {
  it('is shown with every value under its own name', () => {
    const record = {
      id: 12,
      user: { name: 'Dana Whitfield', email: null, active: false },
      groups: [{ name: 'Reviewers' }, { name: 'Privilege' }],
      permissions: ['VIEW', 'CODE'],
      empty: [],
    };
    expect(readableFields(record)).toEqual([
      { path: 'id', text: '12' },
      { path: 'user.name', text: 'Dana Whitfield' },
      { path: 'user.active', text: 'false' },
      { path: 'groups.0.name', text: 'Reviewers' },
      { path: 'groups.1.name', text: 'Privilege' },
      { path: 'permissions', text: 'VIEW, CODE' },
    ]);
  });

  it.each([
    { record: 'a name', fields: [{ path: '', text: 'a name' }] },
    { record: null, fields: [] },
  ])('may even be $record', ({ record, fields }) => expect(readableFields(record)).toEqual(fields));

  it('never breaks the list, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (record) => {
        for (const { path, text } of readableFields(record)) {
          expect(typeof path).toBe('string');
          expect(text).not.toBe('');
        }
      }),
    );
  });
});

it('the columns of a table are the paths of all its records, each once', () => {
  const records = [
    { id: 1, name: 'a' },
    { id: 2, title: 'b' },
  ].map(readableFields);
  expect(fieldPaths(records)).toEqual(['id', 'name', 'title']);
});
