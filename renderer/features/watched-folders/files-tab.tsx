import { useCallback, useEffect, useRef, useState } from 'react';
import type { Argument } from '../../../preload/contract/index.ts';
import { ledgerSortColumns } from '../../../preload/contract/views/states.ts';
import type {
  LedgerEntryView,
  LedgerState,
  WatchedFolderView,
} from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { useMenuItem } from '../../state/menu.ts';
import { pageRows } from '../../state/paged-list.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DismissButton, FailureNotice, Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useSaveFile } from '../../ui/use-save-file.tsx';
import { type CopyDecision, DecideCopies } from './copy-decision.tsx';
import { entryColumns } from './entry-columns.tsx';
import { EntryDetail } from './entry-detail.tsx';

const fileWords = words.watchFiles;

const filters = {
  all: [],
  open: ['settling', 'settled', 'taken'],
  sent: ['sent'],
  exceptions: [],
  other: ['renamed', 'skipped', 'gone'],
} as const satisfies Readonly<Record<string, readonly LedgerState[]>>;
const filterNames = ['all', 'open', 'sent', 'exceptions', 'other'] as const;
type Filter = (typeof filterNames)[number];

const filterOf = (filter: Filter) => ({
  states: [...filters[filter]],
  ...(filter === 'exceptions' ? { exceptions: true } : {}),
});

/** The file history: every version of every file, with what became of it. */
export function FilesTab({ folder }: { readonly folder: WatchedFolderView }) {
  const ruleId = folder.id;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>(
    folder.counts.failed + folder.counts.held + folder.found > 0 ? 'exceptions' : 'all',
  );
  const [sort, setSort] = useState<GridSort | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => searchField.current?.focus());
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      const query = { ruleId, ...filterOf(filter), search, sort: entrySort(sort) };
      return pageRows(await call('watch.history', { ...query, offset, limit }), 'entries');
    },
    [ruleId, filter, search, sort],
  );
  const entries = usePagedList(
    fetchPage,
    JSON.stringify([folder.counts, folder.found, folder.otherCustodian, folder.lastScan?.at]),
  );
  const csv = useHistoryExport(folder.rule.name, {
    ruleId,
    ...filterOf(filter),
    search,
    sort: entrySort(sort),
  });
  const [decided, setDecided] = useState<{ readonly text: string; readonly isAll: boolean } | null>(null);
  const { refresh } = entries;
  const onDecided = useCallback(
    (decision: CopyDecision, files: number, isAll = false) => {
      setDecided({ text: words.watchCopies.done[decision](files), isAll });
      refresh();
    },
    [refresh],
  );
  // The buttons that decided leave, so the focus goes where a person continues.
  useEffect(() => {
    if (decided?.isAll) searchField.current?.focus();
  }, [decided]);
  const renderEntry = (entry: LedgerEntryView) => (
    <EntryDetail ruleId={ruleId} entry={entry} onDecided={onDecided} />
  );
  const isFiltered = filter !== 'all' || search !== '';

  return (
    <>
      <div className="watched-bar">
        <SearchField label={fileWords.search} value={search} onChange={setSearch} inputRef={searchField} />
        <SegmentedControl
          label={fileWords.filter}
          options={filterNames.map((value) => ({ value, label: fileWords.filters[value] }))}
          value={filter}
          onChange={setFilter}
        />
        <span className="muted" role="status">
          {entries.isLoaded
            ? fileWords.listed(entries.count)
            : entries.failure === null
              ? words.common.loading
              : ''}
        </span>
        <div className="watched-bar-actions">
          <DecideCopies folder={folder} search={search} onDecided={(...done) => onDecided(...done, true)} />
          {csv.button}
        </div>
      </div>
      {csv.notice}
      {decided === null ? null : (
        <div className="watched-notice">
          <Notice
            tone="ok"
            title={decided.text}
            action={<DismissButton onPress={() => setDecided(null)} />}
          />
        </div>
      )}
      {entries.failure === null ? null : (
        <div className="watched-notice">
          <FailureNotice failure={entries.failure} onRetry={entries.refresh} />
        </div>
      )}
      {entries.isLoaded && entries.count === 0 && entries.failure === null ? (
        isFiltered ? (
          <EmptyState
            icon="search"
            title={fileWords.noMatchTitle}
            actions={
              <Button
                onPress={() => {
                  setSearch('');
                  setFilter('all');
                }}
              >
                {search === '' ? fileWords.showAll : words.ui.clearSearch}
              </Button>
            }
          >
            {search === '' ? fileWords.noneInFilter : fileWords.noMatch}
          </EmptyState>
        ) : (
          <EmptyState icon="file" title={fileWords.emptyTitle}>
            {fileWords.empty}
          </EmptyState>
        )
      ) : entries.failure !== null && entries.count === 0 ? null : (
        <DataGrid
          label={words.watchedFolder.files}
          columns={entryColumns}
          rows={entries}
          sort={sort}
          onSort={setSort}
          renderDetail={renderEntry}
          detailPx={270}
          rowText={entryPath}
          listKey={JSON.stringify({ search, filter, sort })}
        />
      )}
    </>
  );
}

function entrySort(sort: GridSort | null): Argument<'watch.history'>['sort'] {
  const column = ledgerSortColumns.find((each) => each === sort?.column);
  return sort === null || column === undefined ? null : { column, descending: sort.descending };
}

const entryPath = ({ path }: LedgerEntryView): string => path;

/** Exports what the list shows, as the whole history is too long for a table of the window. */
function useHistoryExport(folder: string, query: Omit<Argument<'watch.writeLedger'>, 'path'>) {
  const { save, busy, notice } = useSaveFile('save-history', 'watch.writeLedger');
  const run = () => save({ name: words.fileNames.history(folder) }, (path) => ({ ...query, path }));
  useMenuItem('export-csv', busy ? null : run);
  return {
    button: (
      <Button icon="download" busy={busy} onPress={run}>
        {fileWords.exportHistory}
      </Button>
    ),
    notice: notice === null ? null : <div className="watched-notice">{notice}</div>,
  };
}
