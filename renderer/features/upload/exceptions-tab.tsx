import { useEffect, useState } from 'react';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { pillColumn } from '../../shared/columns.tsx';
import { itemStatus } from '../../shared/upload-status.ts';
import { Button } from '../../ui/button.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { nothingSelected, rowsAt, selectedCount } from '../../ui/grid-selection.ts';
import { Select } from '../../ui/select.tsx';
import { type ExceptionFilter, exceptionFilters } from './exception-filters.ts';
import { ExportButton } from './export-button.tsx';
import { custodianColumn, type FileRow, fileColumn, sizeColumn } from './file-columns.tsx';
import { FileList } from './file-list.tsx';
import { LockedFilesMenu, UncheckedNotice, useInspection } from './finding-notices.tsx';
import { exceptionReason, noExceptionsText } from './inspection.ts';
import { canDecide, canDecideAlone, DecideSelected, selectedToDecide } from './items-to-review.tsx';
import type { NotifyProps } from './notify-props.ts';
import { itemSort, useFiles } from './use-files.ts';

/** More are decided together. */
const maxDecided = 1_000;

const columns: readonly GridColumn<FileRow>[] = [
  { ...fileColumn, width: 'minmax(160px, 3fr)' },
  { ...custodianColumn, minListPx: 820 },
  { ...sizeColumn, minListPx: 720 },
  pillColumn(
    'state',
    words.uploadFiles.status,
    '124px',
    ({ item, active, ...upload }) => itemStatus(item, active, upload),
    { sortable: true },
  ),
  {
    id: 'reason',
    header: words.uploadFiles.reason,
    width: 'minmax(180px, 4fr)',
    cell: ({ item, active, ...upload }) => {
      const reason = exceptionReason(item, itemStatus(item, active, upload).reason);
      return (
        <span className="file-list-reason" title={reason}>
          {reason}
        </span>
      );
    },
  },
];

const isToDecide = ({ item }: FileRow): boolean => canDecideAlone(item);

/** Every file that was not accepted, or in which something was found: why, and what to do. */
export function ExceptionsTab({ upload, ...notify }: { readonly upload: UploadView } & NotifyProps) {
  const [chosen, setFilter] = useState<ExceptionFilter['value']>('all');
  const [sort, setSort] = useState<GridSort | null>(null);
  const { exceptions } = upload;
  const inspection = useInspection(upload);
  const filters = exceptionFilters(exceptions);
  const filter = filters.find(({ value }) => value === chosen) ?? filters[0];
  const query = {
    search: '',
    sort: itemSort(sort),
    states: [],
    exceptions: [...filter.groups],
  };
  const files = useFiles(upload, null, query);
  const listKey = JSON.stringify(query);
  const [{ selection, ...of }, setChosen] = useState({ listKey, selection: nothingSelected });
  const amount = of.listKey === listKey ? selectedCount(selection) : 0;
  const selected = amount <= maxDecided ? rowsAt(selection, (index) => files.at(index)?.item ?? null) : [];
  const toDecide = selectedToDecide(upload, selected);
  const hasChecks = exceptions.held > 0 && canDecide(upload);
  const isPartlyLoaded = hasChecks && files.failure === null && selected.includes(null);
  // Selected rows may never have been visible.
  useEffect(() => {
    const [first, last] = [selection.runs[0]?.[0] ?? 0, selection.runs.at(-1)?.[1] ?? 0];
    if (isPartlyLoaded && last < files.count) files.request?.(first, last);
  }, [isPartlyLoaded, selection, files]);

  if (filter.groups.every((group) => exceptions[group] === 0)) {
    const { excluded } = exceptions;
    const { icon, title, text } = noExceptionsText(inspection, upload);
    return (
      <>
        <UncheckedNotice inspection={inspection} />
        <EmptyState
          icon={icon}
          title={title}
          actions={
            excluded === 0 ? undefined : (
              <Button onPress={() => setFilter('excluded')}>{words.uploadFiles.showSkipped}</Button>
            )
          }
        >
          {text}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <UncheckedNotice inspection={inspection} />
      <div className="upload-tabs-bar">
        <Select label={words.uploadFiles.show} value={filter.value} onChange={setFilter} options={filters} />
        <span className="muted" role="status">
          {amount === 0
            ? hasChecks
              ? words.uploadFiles.selectToDecide
              : ''
            : amount > maxDecided && hasChecks
              ? words.uploadFiles.tooManySelected(amount, maxDecided)
              : words.common.selected(amount)}
        </span>
        <span className="spacer" />
        {/* What is about the selection takes the place of what isn't: narrow windows have no room for both. */}
        {toDecide.length > 0 ? (
          <DecideSelected upload={upload} items={toDecide} {...notify} />
        ) : exceptions.locked > 0 ? (
          <LockedFilesMenu upload={upload} {...notify} />
        ) : null}
        <ExportButton upload={upload} query={query} {...notify} />
      </div>
      <FileList
        label={words.upload.exceptions}
        uploadId={upload.id}
        files={files}
        columns={columns}
        rowPx={48}
        sort={sort}
        onSort={setSort}
        onSelect={(selection) => setChosen({ listKey, selection })}
        listKey={listKey}
        canCheck={hasChecks ? isToDecide : undefined}
        empty={<EmptyState icon="check" title={words.uploadFiles.empty} />}
      />
    </>
  );
}
