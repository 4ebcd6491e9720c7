import type { ReactNode } from 'react';
import type { PagedRows } from '../../state/use-paged-list.ts';
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx';
import type { Selection } from '../../ui/grid-selection.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { FileRow } from './file-columns.tsx';
import { detailHeightPx, useFileDetail } from './file-detail.tsx';
import './upload-tabs.css';

/** The files of an upload as a grid, or why they can't be shown, or that there are none. */
export function FileList({
  label,
  uploadId,
  files,
  columns,
  rowPx,
  sort,
  onSort,
  onSelect,
  canCheck,
  listKey,
  empty,
}: {
  readonly label: string;
  readonly uploadId: number;
  readonly files: PagedRows<FileRow>;
  /** Memoized. */
  readonly columns: readonly GridColumn<FileRow>[];
  readonly rowPx: number;
  readonly sort: GridSort | null;
  readonly onSort: (sort: GridSort | null) => void;
  readonly onSelect?: (selection: Selection) => void;
  readonly canCheck?: ((row: FileRow) => boolean) | undefined;
  readonly listKey: string;
  readonly empty: ReactNode;
}) {
  const renderDetail = useFileDetail(uploadId);
  return (
    <>
      {files.failure === null ? null : (
        <div className="upload-tabs-notice">
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
          renderDetail={renderDetail}
          detailPx={detailHeightPx}
          rowText={filePath}
          listKey={listKey}
          canCheck={canCheck}
          {...(onSelect === undefined ? {} : { onSelect })}
        />
      )}
    </>
  );
}

function filePath({ item }: FileRow): string {
  return item.path;
}
