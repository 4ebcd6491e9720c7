import { useMemo, useState } from 'react';
import type { ItemQuery, UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { itemStatus } from '../../ui/upload-status.ts';
import { ExportButton } from './export-button.tsx';
import { type FileRow, fileColumn, sizeColumn } from './file-columns.tsx';
import { FileList } from './file-list.tsx';
import { ItemsToReview } from './items-to-review.tsx';
import type { NotifyProps } from './notify-props.ts';
import { itemSort, useFiles } from './use-files.ts';

const exceptionStates = ['failed', 'held', 'skipped'] as const satisfies ItemQuery['states'];
type Filter = 'all' | (typeof exceptionStates)[number];

const columns: readonly GridColumn<FileRow>[] = [
  { ...fileColumn, width: 'minmax(160px, 2fr)' },
  { ...sizeColumn, minListPx: 650 },
  {
    id: 'state',
    header: words.uploadFiles.status,
    width: '124px',
    sortable: true,
    cell: ({ item, active, state }) => {
      const { tone, icon, label } = itemStatus(item, active, { state });
      return (
        <StatusPill tone={tone} icon={icon}>
          {label}
        </StatusPill>
      );
    },
  },
  {
    id: 'reason',
    header: words.uploadFiles.reason,
    width: 'minmax(180px, 3fr)',
    cell: ({ item, active, state }) => {
      const { reason } = itemStatus(item, active, { state });
      return (
        <span className="file-list-reason" title={reason ?? ''}>
          {reason}
        </span>
      );
    },
  },
];

/** Every file that was not accepted: why, and what to do. */
export function ExceptionsTab({ upload, ...notify }: { readonly upload: UploadView } & NotifyProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [sort, setSort] = useState<GridSort | null>(null);
  const states = useMemo(
    () => exceptionStates.filter((each) => filter === 'all' || each === filter),
    [filter],
  );
  const query = { search: '', sort: itemSort(sort), states };
  const files = useFiles(upload, null, query);
  const { failed, held, skipped } = upload.totals;
  const all = failed.items + held.items + skipped.items;

  if (all === 0) {
    return (
      <EmptyState icon="check" title={words.uploadFiles.noExceptions}>
        {words.uploadFiles.noExceptionsText}
      </EmptyState>
    );
  }
  return (
    <>
      {held.items > 0 ? <ItemsToReview upload={upload} {...notify} /> : null}
      <div className="upload-tabs-bar">
        <SegmentedControl
          label={words.uploadFiles.show}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: words.uploadFiles.all(all) },
            { value: 'failed', label: words.uploadFiles.failedOnly(failed.items) },
            { value: 'held', label: words.uploadFiles.needsReviewOnly(held.items) },
            { value: 'skipped', label: words.uploadFiles.skippedOnly(skipped.items) },
          ]}
        />
        <span className="spacer" />
        <ExportButton uploadId={upload.id} query={query} {...notify} />
      </div>
      <FileList
        label={words.upload.exceptions}
        uploadId={upload.id}
        files={files}
        columns={columns}
        rowPx={48}
        sort={sort}
        onSort={setSort}
        listKey={JSON.stringify(query)}
        empty={<EmptyState icon="check" title={words.uploadFiles.empty} />}
      />
    </>
  );
}
