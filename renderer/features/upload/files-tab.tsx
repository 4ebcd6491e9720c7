import { useCallback, useRef, useState } from 'react';
import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { useFind } from '../../app/shortcuts.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { selectedCount } from '../../ui/grid-selection.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { type FileRow, fileColumns } from './file-columns.tsx';
import { detailPxOf, useFileDetail } from './file-detail.tsx';
import type { Told } from './told.ts';
import { useExport } from './use-export.ts';
import { sortOf, useFiles } from './use-files.ts';

const t = words.uploadFiles;

export function FilesTab({
  upload,
  progress,
  ...told
}: { readonly upload: UploadView; readonly progress: ProgressView | null } & Told) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [selected, setSelected] = useState(0);
  const find = useRef<HTMLInputElement>(null);
  useFind(useCallback(() => find.current?.focus(), []));
  const query = { search, sort: sortOf(sort), states: [] };
  const files = useFiles(upload, progress, query);
  const detail = useFileDetail(upload.id);
  const exporting = useExport(upload.id, told);

  return (
    <>
      <div className="tab-bar">
        <SearchField label={t.search} value={search} onChange={setSearch} inputRef={find} />
        <span className="muted" aria-live="polite">
          {files.here ? words.common.files(files.count) : ''}
          {selected > 1 ? ` · ${words.common.selected(selected)}` : ''}
        </span>
        <span className="spacer" />
        <Button small icon="download" busy={exporting.busy} onPress={() => exporting.run(query)}>
          {t.exportCsv}
        </Button>
      </div>
      {files.failure === null ? null : (
        <div className="tab-notice">
          <FailureNotice failure={files.failure} onRetry={files.refresh} />
        </div>
      )}
      {files.here && files.count === 0 ? (
        <EmptyState icon="search" title={search === '' ? t.empty : t.noMatch} />
      ) : files.failure !== null && !files.here ? null : (
        <DataGrid
          label={`${t.file}, ${count(files.count)}`}
          columns={fileColumns}
          rows={files}
          sort={sort}
          onSort={setSort}
          detail={detail}
          detailPx={detailPxOf}
          textOf={pathOf}
          onSelect={(selection) => setSelected(selectedCount(selection))}
        />
      )}
    </>
  );
}

function pathOf({ item }: FileRow): string {
  return item.path;
}
