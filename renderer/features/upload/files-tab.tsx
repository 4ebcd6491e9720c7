import { useRef, useState } from 'react';
import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { count } from '../../i18n/format.ts';
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
import { sortOf, useFiles } from './use-files.ts';

const t = words.uploadFiles;

export function FilesTab({
  upload,
  progress,
  ...notify
}: { readonly upload: UploadView; readonly progress: ProgressView | null } & NotifyProps) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [chosen, setChosen] = useState({ listed: '', rows: 0 });
  const find = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => find.current?.focus());
  const query = { search, sort: sortOf(sort), states: [] };
  const listed = JSON.stringify(query);
  const selected = chosen.listed === listed ? chosen.rows : 0;
  const files = useFiles(upload, progress, query);

  return (
    <>
      <div className="tab-bar">
        <SearchField label={t.search} value={search} onChange={setSearch} inputRef={find} />
        <span className="muted" aria-live="polite">
          {files.isLoaded ? words.common.files(files.count) : ''}
          {selected > 1 ? ` · ${words.common.selected(selected)}` : ''}
        </span>
        <span className="spacer" />
        <ExportButton uploadId={upload.id} query={query} {...notify} />
      </div>
      <FileList
        label={`${t.file}, ${count(files.count)}`}
        uploadId={upload.id}
        files={files}
        columns={fileColumns}
        rowPx={36}
        sort={sort}
        onSort={setSort}
        onSelect={(selection) => setChosen({ listed, rows: selectedCount(selection) })}
        listed={listed}
        empty={<EmptyState icon="search" title={search === '' ? t.empty : t.noMatch} />}
      />
    </>
  );
}
