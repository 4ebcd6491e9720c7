import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import { sentAt } from '../../../preload/contract/views/has-sent.ts';
import { fileCount, totalToUpload } from '../../../preload/contract/views/upload-progress.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { month } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadStatus } from '../../shared/upload-status.ts';
import type { GridSort } from '../../ui/data-grid.tsx';

export interface UploadRow {
  readonly kind: 'upload';
  /** The month in which it was last active, e.g. "November 2026", or that it is in progress. */
  readonly month: string;
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}

interface MonthRow {
  readonly kind: 'month';
  readonly month: string;
  readonly uploads: number;
}

export type ListRow = UploadRow | MonthRow;

export function matchesSearch(upload: UploadView, search: string): boolean {
  const wanted = foldText(search.trim());
  if (wanted === '') return true;
  const texts = [upload.name, upload.databaseName, upload.datasetName, ...upload.sources];
  return texts.some((text) => foldText(text).includes(wanted));
}

const sortKeys: Readonly<Record<string, (row: UploadRow) => string | number>> = {
  name: ({ upload }) => upload.name.toLocaleLowerCase(),
  database: ({ upload }) => upload.databaseName.toLocaleLowerCase(),
  files: ({ upload }) => fileCount(upload),
  size: ({ upload }) => totalToUpload(upload).bytes,
  status: ({ upload, progress }) => uploadStatus(upload, progress).label,
  // ISO times in UTC sort as text; an upload that has not ended comes last.
  created: ({ upload }) => upload.createdAt,
  ended: ({ upload }) => upload.finishedAt ?? '~',
};

/** The uploads in progress, then by month, the last active first; sorted by a column, one flat list. */
export function listRows(
  uploads: readonly UploadView[],
  progress: ReadonlyMap<number, ProgressView>,
  sort: GridSort | null,
  rowOf: (upload: UploadView, progress: ProgressView | null) => UploadRow = uploadRow,
): readonly ListRow[] {
  const rows = uploads.map((upload) => rowOf(upload, progress.get(upload.id) ?? null));
  const sortKey = sort === null ? undefined : sortKeys[sort.column];
  if (sort === null || sortKey === undefined) {
    return groupByMonth(rows.toSorted(byActivity)).flatMap(([name, group]): readonly ListRow[] => [
      { kind: 'month', month: name, uploads: group.length },
      ...group,
    ]);
  }
  const sorted = rows
    .map((row) => ({ row, key: sortKey(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  if (sort.descending) sorted.reverse();
  return sorted.map(({ row }) => row);
}

export function groupByMonth(
  rows: readonly UploadRow[],
): readonly (readonly [month: string, rows: readonly UploadRow[]])[] {
  return [...Map.groupBy(rows, (row) => row.month)];
}

/** An interrupted scan has no progress. */
const isInProgress = ({ state }: UploadView, progress: ProgressView | null): boolean =>
  state === 'uploading' || progress !== null;

function byActivity(a: UploadRow, b: UploadRow): number {
  // ISO times in UTC sort as text.
  const [earlier, later] = [sentAt(a.upload), sentAt(b.upload)];
  const inProgress = Number(isInProgress(b.upload, b.progress)) - Number(isInProgress(a.upload, a.progress));
  return inProgress || (later < earlier ? -1 : later > earlier ? 1 : b.upload.id - a.upload.id);
}

function uploadRow(upload: UploadView, progress: ProgressView | null): UploadRow {
  const group = isInProgress(upload, progress) ? words.uploads.inProgress : month(sentAt(upload));
  return { kind: 'upload', month: group, upload, progress };
}

/** Returns the same row for an unchanged upload, so the list does not render it again. */
export function createRowCache(): (upload: UploadView, progress: ProgressView | null) => UploadRow {
  const cache = new WeakMap<UploadView, UploadRow>();
  return (upload, progress) => {
    const cached = cache.get(upload);
    if (cached !== undefined && cached.progress === progress) return cached;
    const row = uploadRow(upload, progress);
    cache.set(upload, row);
    return row;
  };
}
