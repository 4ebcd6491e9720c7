import { useMemo, useState } from 'react';
import type { ItemQuery, UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { ExportButton } from './export-button.tsx';
import { type FileRow, fileColumn, sizeColumn } from './file-columns.tsx';
import { FileList } from './file-list.tsx';
import { ItemsToReview } from './items-to-review.tsx';
import type { NotifyProps } from './notify-props.ts';
import { sortOf, useFiles } from './use-files.ts';

const t = words.uploadFiles;

const kinds = ['all', 'failed', 'held', 'skipped'] as const;
type Kind = (typeof kinds)[number];
const exceptional: ItemQuery['states'] = ['failed', 'held', 'skipped'];

const columns: readonly GridColumn<FileRow>[] = [
  { ...fileColumn, width: 'minmax(200px, 2fr)' },
  sizeColumn,
  {
    id: 'state',
    header: t.transfer,
    width: '112px',
    sortable: true,
    cell: ({ item }) => {
      const { tone, icon, word } =
        short[item.state === 'failed' || item.state === 'held' ? item.state : 'skipped'];
      return (
        <StatusPill tone={tone} icon={icon}>
          {word}
        </StatusPill>
      );
    },
  },
  {
    id: 'reason',
    header: t.reason,
    width: 'minmax(240px, 3fr)',
    cell: ({ item }) => (
      <span className="file-why" title={item.reason ?? ''}>
        {item.reason}
      </span>
    ),
  },
];

const short = {
  failed: { tone: 'bad', icon: 'alert', word: words.status.failed },
  held: { tone: 'warn', icon: 'hold', word: words.status.needsReview },
  skipped: { tone: 'plain', icon: 'skip', word: words.status.skipped },
} as const;

/** All that was not sent: why, and what to do. */
export function ExceptionsTab({ upload, ...notify }: { readonly upload: UploadView } & NotifyProps) {
  const [kind, setKind] = useState<Kind>('all');
  const [sort, setSort] = useState<GridSort | null>(null);
  const states = useMemo(() => (kind === 'all' ? exceptional : [kind]), [kind]);
  const query = { search: '', sort: sortOf(sort), states };
  const files = useFiles(upload, null, query);
  const { failed, held } = upload.totals;
  const skipped = upload.totals['skipped'];
  const all = failed.items + held.items + skipped.items;

  if (all === 0) {
    return (
      <EmptyState icon="check" title={t.noException}>
        {t.noExceptionMeaning}
      </EmptyState>
    );
  }
  return (
    <>
      {held.items > 0 ? <ItemsToReview upload={upload} {...notify} /> : null}
      <div className="tab-bar">
        <SegmentedControl
          label={t.show}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'all', label: t.all(all) },
            { value: 'failed', label: t.failedOnly(failed.items) },
            { value: 'held', label: t.heldOnly(held.items) },
            { value: 'skipped', label: t.skippedOnly(skipped.items) },
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
        listed={JSON.stringify(query)}
        empty={<EmptyState icon="check" title={t.empty} />}
      />
    </>
  );
}
