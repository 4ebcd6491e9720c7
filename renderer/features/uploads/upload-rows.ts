import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { month } from '../../i18n/format.ts';
import { fileCount, totalToUpload } from '../../state/upload-totals.ts';
import type { GridSort } from '../../ui/data-grid.tsx';
import { uploadStatus } from '../../ui/upload-status.ts';

export interface UploadRow {
  readonly kind: 'upload';
  /** The month it was created in, in words. */
  readonly month: string;
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}

export interface MonthRow {
  readonly kind: 'month';
  readonly month: string;
  readonly uploads: number;
}

export type ListRow = UploadRow | MonthRow;

export function matchesSearch(upload: UploadView, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return true;
  const texts = [upload.name, upload.databaseName, upload.datasetName, ...upload.sources];
  return texts.some((text) => text.toLocaleLowerCase().includes(wanted));
}

const sortKeys: Readonly<Record<string, (row: UploadRow) => string | number>> = {
  name: ({ upload }) => upload.name.toLocaleLowerCase(),
  database: ({ upload }) => upload.databaseName.toLocaleLowerCase(),
  files: ({ upload }) => fileCount(upload),
  size: ({ upload }) => totalToUpload(upload),
  transfer: ({ upload, progress }) => uploadStatus(upload, progress).label,
  // ISO times in UTC are in order as text; what has not ended comes last.
  created: ({ upload }) => upload.createdAt,
  ended: ({ upload }) => upload.finishedAt ?? '~',
};

/** Newest first and under their months; sorted by a column, they are one list. */
export function listRows(
  uploads: readonly UploadView[],
  progress: ReadonlyMap<number, ProgressView>,
  sort: GridSort | null,
  rowOf: (upload: UploadView, progress: ProgressView | null) => UploadRow = uploadRow,
): readonly ListRow[] {
  const rows = uploads.map((upload) => rowOf(upload, progress.get(upload.id) ?? null));
  const value = sort === null ? undefined : sortKeys[sort.column];
  if (sort === null || value === undefined) {
    return groupByMonth(rows).flatMap(([name, group]): readonly ListRow[] => [
      { kind: 'month', month: name, uploads: group.length },
      ...group,
    ]);
  }
  const sorted = rows
    .map((row) => ({ row, value: value(row) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  if (sort.descending) sorted.reverse();
  return sorted.map(({ row }) => row);
}

export function groupByMonth(
  rows: readonly UploadRow[],
): readonly (readonly [month: string, rows: readonly UploadRow[]])[] {
  const months = new Map<string, UploadRow[]>();
  for (const row of rows) {
    const group = months.get(row.month);
    if (group === undefined) months.set(row.month, [row]);
    else group.push(row);
  }
  return [...months];
}

export function uploadRow(upload: UploadView, progress: ProgressView | null): UploadRow {
  return { kind: 'upload', month: month(upload.createdAt), upload, progress };
}

/** The same row for the same upload: what has not changed is not drawn anew. */
export function createRowCache(): (upload: UploadView, progress: ProgressView | null) => UploadRow {
  const known = new WeakMap<UploadView, UploadRow>();
  return (upload, progress) => {
    const before = known.get(upload);
    if (before !== undefined && before.progress === progress) return before;
    const row = uploadRow(upload, progress);
    known.set(upload, row);
    return row;
  };
}
