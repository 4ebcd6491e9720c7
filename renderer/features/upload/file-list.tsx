import type { ReactNode } from 'react';
import type { ItemQuery } from '../../../preload/contract/views.ts';
import type { PagedRows } from '../../state/use-paged-list.ts';
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx';
import type { Selection } from '../../ui/grid-selection.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { FileRow } from './file-columns.tsx';
import { detailHeightPx, useFileDetail } from './file-detail.tsx';

/** What a list of files asks for, but for the page. */
export type FileQuery = Omit<ItemQuery, 'uploadId' | 'offset' | 'limit'>;

/** The files of an upload as a grid, or why they cannot be shown, or what to say where there are none. */
export function FileList({
  label,
  uploadId,
  files,
  columns,
  rowPx,
  sort,
  onSort,
  onSelect,
  listed,
  empty,
}: {
  readonly label: string;
  readonly uploadId: number;
  readonly files: PagedRows<FileRow>;
  /** Memoised. */
  readonly columns: readonly GridColumn<FileRow>[];
  readonly rowPx: number;
  readonly sort: GridSort | null;
  readonly onSort: (sort: GridSort | null) => void;
  readonly onSelect?: (selection: Selection) => void;
  readonly listed: string;
  readonly empty: ReactNode;
}) {
  const detail = useFileDetail(uploadId);
  return (
    <>
      {files.failure === null ? null : (
        <div className="tab-notice">
          <FailureNotice failure={files.failure} onRetry={files.refresh} />
        </div>
      )}
      {files.isLoaded && files.count === 0 ? (
        empty
      ) : files.failure !== null && !files.isLoaded ? null : (
        <DataGrid
          label={label}
          columns={columns}
          rows={files}
          rowPx={rowPx}
          sort={sort}
          onSort={onSort}
          renderDetail={detail}
          detailPx={detailHeightPx}
          rowText={pathOf}
          listKey={listed}
          {...(onSelect === undefined ? {} : { onSelect })}
        />
      )}
    </>
  );
}

function pathOf({ item }: FileRow): string {
  return item.path;
}
