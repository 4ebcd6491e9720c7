import { describe, expect, it } from 'vitest';
import { gridColumns, type RecordColumn, recordRows } from './record-rows.ts';

interface Matter {
  readonly name: string;
  readonly gb: number | null;
}

const matters: readonly Matter[] = [
  { name: 'Matter 10', gb: 5 },
  { name: 'Café inquiry', gb: null },
  { name: 'matter 9', gb: 40 },
];
const columns: readonly RecordColumn<Matter>[] = [
  { id: 'name', header: 'Name', width: '1fr', value: ({ name }) => name },
  { id: 'gb', header: 'GB', width: '1fr', value: ({ gb }) => gb },
];
const names = (search: string, sort: { readonly column: string; readonly descending: boolean } | null) =>
  recordRows(matters, columns, { search, sort }).map(({ name }) => name);

describe('the rows of a list', () => {
  it.each([
    { search: '', found: ['Matter 10', 'Café inquiry', 'matter 9'] },
    { search: ' MATTER ', found: ['Matter 10', 'matter 9'] },
    { search: 'cafe\u0301', found: ['Café inquiry'] },
    { search: '40', found: ['matter 9'] },
    { search: 'null', found: [] },
  ])('are those that have “$search” in a column', ({ search, found }) => {
    expect(names(search, null)).toEqual(found);
  });

  it.each([
    { column: 'name', descending: false, sorted: ['Café inquiry', 'matter 9', 'Matter 10'] },
    { column: 'name', descending: true, sorted: ['Matter 10', 'matter 9', 'Café inquiry'] },
    { column: 'gb', descending: false, sorted: ['Matter 10', 'matter 9', 'Café inquiry'] },
    { column: 'gb', descending: true, sorted: ['matter 9', 'Matter 10', 'Café inquiry'] },
    { column: 'gone', descending: true, sorted: ['Matter 10', 'Café inquiry', 'matter 9'] },
  ])('are sorted by $column, descending: $descending, with empty values last', ({ sorted, ...sort }) => {
    expect(names('', sort)).toEqual(sorted);
  });
});

it('what the platform names can’t change the direction of the text around it', () => {
  const [name, gb] = gridColumns(columns);
  const row = { name: 'Roe\u202Edaf', gb: 5 };
  expect([name?.cell(row, 0), gb?.cell(row, 0)]).toEqual(['Roe\uFFFDdaf', 5]);
});
