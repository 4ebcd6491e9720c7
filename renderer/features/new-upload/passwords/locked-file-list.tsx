import { useCallback, useState } from 'react';
import {
  lockedTypeLabel,
  stillLocked,
  trialLabel,
  trialReasonText,
  trialStatusLabels,
} from '../../../../preload/contract/texts/locked-file-text.ts';
import {
  type LockedFilesSummary,
  type LockedFileView,
  lockedColumns,
  type TrialStatus,
} from '../../../../preload/contract/views/locked-file.ts';
import { words } from '../../../i18n/words.ts';
import { bytesColumn, pathColumn, pillColumn, textColumn } from '../../../shared/columns.tsx';
import { call } from '../../../state/bridge.ts';
import { pageRows } from '../../../state/paged-list.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DataGrid, type GridColumn, type GridSort } from '../../../ui/data-grid.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/status-pill.tsx';
import { useSaveFile } from '../../../ui/use-save-file.tsx';

const passwordWords = words.newUploadPasswords;

const looks: Readonly<Record<TrialStatus, { readonly tone: Tone; readonly icon: IconName }>> = {
  opened: { tone: 'ok', icon: 'check' },
  'no-fit': { tone: 'bad', icon: 'close' },
  'cannot-try': { tone: 'warn', icon: 'hold' },
  unreadable: { tone: 'bad', icon: 'alert' },
  'not-tried': { tone: 'plain', icon: 'clock' },
};

const columns: readonly GridColumn<LockedFileView>[] = [
  pathColumn(passwordWords.path, 'minmax(160px, 2fr)', ({ path }) => path, { sortable: true }),
  pillColumn(
    'status',
    passwordWords.status,
    '172px',
    (file) => {
      const label = trialLabel(file);
      return { ...looks[file.status], label, title: trialReasonText(file) ?? label };
    },
    { sortable: true },
  ),
  textColumn('type', passwordWords.type, 'minmax(164px, 1fr)', ({ type }) => lockedTypeLabel(type), {
    sortable: true,
    minListPx: 640,
  }),
  textColumn('custodian', passwordWords.custodian, 'minmax(110px, 1fr)', ({ custodian }) => custodian, {
    sortable: true,
    minListPx: 900,
    missing: '–',
  }),
  bytesColumn(passwordWords.size, '96px', ({ sizeBytes }) => sizeBytes, { sortable: true, minListPx: 560 }),
];

type Filter = TrialStatus | 'all';

/** Files that no password opened come first. */
const defaultSort: GridSort = { column: 'status', descending: false };

/** The locked files, with what trying passwords gave, and the list for the person who knows the passwords. */
export function LockedFileList({
  uploadId,
  title,
  summary,
}: {
  readonly uploadId: number;
  readonly title: string;
  readonly summary: LockedFilesSummary;
}) {
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(defaultSort);
  const list = useSaveFile('save-locked-files', 'passwords.writeList');
  const save = (format: 'txt' | 'csv') =>
    list.save({ name: words.fileNames.lockedFiles(uploadId), extension: format }, (path) => ({
      uploadId,
      format,
      path,
    }));
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      const status = filter === 'all' ? null : filter;
      const column = lockedColumns.find((each) => each === sort.column) ?? 'status';
      const order = { column, descending: sort.descending };
      return pageRows(
        await call('passwords.files', { uploadId, status, search, sort: order, offset, limit }),
        'files',
      );
    },
    [uploadId, filter, search, sort],
  );
  const pages = usePagedList(fetchPage, Object.values(summary.byStatus).join(' '));
  const { byStatus } = summary;
  const filters: readonly { readonly value: Filter; readonly label: string }[] = [
    { value: 'all', label: passwordWords.all(summary.files) },
    ...(['not-tried', 'opened', 'no-fit', 'cannot-try', 'unreadable'] as const)
      .filter((status) => byStatus[status] > 0 || status === filter)
      .map((status) => ({
        value: status,
        label: passwordWords.filter(trialStatusLabels[status], byStatus[status]),
      })),
  ];
  const canSave = stillLocked(summary) > 0;
  return (
    <Card title={title} height="fill" bare>
      <div className="locked-tools">
        <SearchField label={passwordWords.search} value={search} onChange={setSearch} />
        <Select label={passwordWords.status} options={filters} value={filter} onChange={setFilter} />
        <div className="spacer" />
        <Button icon="download" small disabled={!canSave} busy={list.busy} onPress={() => save('txt')}>
          {passwordWords.saveLetter}
        </Button>
        <Button icon="download" small disabled={!canSave} busy={list.busy} onPress={() => save('csv')}>
          {passwordWords.saveCsv}
        </Button>
      </div>
      {list.notice}
      <FailureNotice failure={pages.failure} onRetry={pages.refresh} />
      <DataGrid
        label={passwordWords.lockedFiles}
        columns={columns}
        rows={pages}
        rowPx={32}
        sort={sort}
        onSort={(next) => setSort(next ?? defaultSort)}
        rowText={(file) => file.path}
        listKey={JSON.stringify({ filter, search, sort })}
      />
    </Card>
  );
}
