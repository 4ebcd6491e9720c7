import { useRef, useState } from 'react';
import { fileCount, skippedTally } from '../../../preload/contract/views/upload-progress.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import type { GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { selectedCount } from '../../ui/grid-selection.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { ExportButton } from './export-button.tsx';
import { fileColumns } from './file-columns.tsx';
import { FileList } from './file-list.tsx';
import type { NotifyProps } from './notify-props.ts';
import { itemSort, useFiles } from './use-files.ts';

export function FilesTab({
  upload,
  progress,
  ...notify
}: { readonly upload: UploadView; readonly progress: ProgressView | null } & NotifyProps) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [selection, setSelection] = useState({ listKey: '', rows: 0 });
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => searchField.current?.focus());
  const query = { search, sort: itemSort(sort), states: [] };
  const listKey = JSON.stringify(query);
  const selectedRows = selection.listKey === listKey ? selection.rows : 0;
  const files = useFiles(upload, progress, query);

  return (
    <>
      <div className="upload-tabs-bar">
        <SearchField
          label={words.uploadFiles.search}
          value={search}
          onChange={setSearch}
          inputRef={searchField}
        />
        <span className="muted" aria-live="polite">
          {search === ''
            ? words.uploadFiles.listed(
                fileCount(upload),
                upload.links,
                skippedTally(upload).items,
                upload.unreadFolders,
              )
            : files.isLoaded
              ? words.common.files(files.count)
              : ''}
          {selectedRows > 1 ? ` · ${words.common.selected(selectedRows)}` : ''}
        </span>
        <span className="spacer" />
        <ExportButton upload={upload} query={query} {...notify} />
      </div>
      <FileList
        label={words.common.files(files.count)}
        uploadId={upload.id}
        files={files}
        columns={fileColumns}
        rowPx={36}
        sort={sort}
        onSort={setSort}
        onSelect={(selected) => setSelection({ listKey, rows: selectedCount(selected) })}
        listKey={listKey}
        empty={
          <EmptyState
            icon="search"
            title={search === '' ? words.uploadFiles.empty : words.uploadFiles.noMatch}
          />
        }
      />
    </>
  );
}
