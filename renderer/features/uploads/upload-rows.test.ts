import { describe, expect, it } from 'vitest';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { progress, totals, upload } from '../../../test/fixtures/views.ts';
import { createRowCache, listRows, matchesSearch } from './upload-rows.ts';

const ended = { state: 'finished', startedAt: null, finishedAt: null } as const;

describe('the list of uploads', () => {
  const list = [
    upload({
      ...ended,
      id: 3,
      name: 'Beta',
      createdAt: '2026-11-20T12:00:00Z',
      totals: totals({ queued: { items: 1, bytes: 9 } }),
    }),
    upload({
      ...ended,
      id: 2,
      name: 'alpha',
      createdAt: '2026-11-02T12:00:00Z',
      totals: totals({ queued: { items: 7, bytes: 1 } }),
    }),
    upload({ ...ended, id: 1, name: 'Gamma', createdAt: '2026-10-15T12:00:00Z', databaseName: 'Harbor' }),
  ];
  const names = (rows: ReturnType<typeof listRows>) =>
    rows.map((row) => (row.kind === 'month' ? `${row.month} ${row.uploads}` : row.upload.name));

  it('has what runs above, and then what was active last', () => {
    const at = (id: number, given: Partial<UploadView>) =>
      upload({ ...ended, id, name: `U${id}`, createdAt: `2026-11-0${id}T12:00:00Z`, ...given });
    const rows = listRows(
      [
        at(1, { state: 'uploading', startedAt: '2026-10-01T12:00:00Z' }),
        at(2, { finishedAt: '2026-11-20T12:00:00Z' }),
        at(3, { finishedAt: '2026-11-10T12:00:00Z' }),
        at(4, { state: 'ready' }),
      ],
      new Map(),
      null,
    );
    expect(names(rows)).toEqual(['In progress 1', 'U1', 'November 2026 3', 'U2', 'U3', 'U4']);
  });

  it('is grouped by month, newest first', () => {
    expect(names(listRows(list, new Map(), null))).toEqual([
      'November 2026 2',
      'Beta',
      'alpha',
      'October 2026 1',
      'Gamma',
    ]);
  });

  it.each([
    ['name', false, ['alpha', 'Beta', 'Gamma']],
    ['name', true, ['Gamma', 'Beta', 'alpha']],
    ['files', true, ['alpha', 'Beta', 'Gamma']],
    ['size', true, ['Beta', 'alpha', 'Gamma']],
    ['database', false, ['Beta', 'alpha', 'Gamma']],
  ])('sorted by %s, descending %s, is one list', (column, descending, expected) => {
    expect(names(listRows(list, new Map(), { column, descending }))).toEqual(expected);
  });

  it.each([
    ['', 3],
    ['  ALPHA ', 1],
    ['harbor', 1],
    ['evidence', 3],
    ['nothing', 0],
  ])('search for “%s” finds %d', (search, found) => {
    expect(list.filter((each) => matchesSearch(each, search)).length).toBe(found);
  });

  it('keeps the row of an upload that has not changed', () => {
    const rowOf = createRowCache();
    const [first] = list;
    if (first === undefined) throw new Error('three uploads');
    const moving = progress({ uploadId: 3 });
    expect(rowOf(first, null)).toBe(rowOf(first, null));
    expect(rowOf(first, moving)).not.toBe(rowOf(first, null));
  });
});
