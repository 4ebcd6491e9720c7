import { useCallback, useRef, useState } from 'react';
import { printable } from '../../../preload/contract/printable.ts';
import type {
  LedgerEntryView,
  LedgerState,
  WatchedFolderView,
} from '../../../preload/contract/watched-folder.ts';
import { fileTime, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { call } from '../../state/bridge.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { DismissButton, FailureNotice, Notice } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { CopyDecision } from './copy-decision.tsx';
import { entryColumns } from './entry-columns.tsx';
import { entryNotes, entryStatus } from './watch-status.ts';

const fileWords = words.watchFiles;

const filters = {
  all: [],
  open: ['settling', 'settled', 'taken'],
  sent: ['sent'],
  attention: ['failed', 'held'],
  other: ['renamed', 'skipped', 'gone'],
} as const satisfies Readonly<Record<string, readonly LedgerState[]>>;
const filterNames = ['all', 'open', 'sent', 'attention', 'other'] as const;
type Filter = (typeof filterNames)[number];

/** The file history: every version of every file, with what became of it. */
export function FilesTab({ folder }: { readonly folder: WatchedFolderView }) {
  const ruleId = folder.id;
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>(
    folder.counts.failed + folder.counts.held > 0 ? 'attention' : 'all',
  );
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => searchField.current?.focus());
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      const states = [...filters[filter]];
      const answer = await call('watch.history', { ruleId, states, search, offset, limit });
      return answer.ok
        ? { ok: true as const, value: { total: answer.value.total, rows: answer.value.entries } }
        : answer;
    },
    [ruleId, filter, search],
  );
  const entries = usePagedList(fetchPage, JSON.stringify(folder.counts));
  const csv = useHistoryExport({ ruleId, states: [...filters[filter]], search });
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
          <CopyDecision folder={folder} onDecided={entries.refresh} />
          {csv.button}
        </div>
      </div>
      {csv.notice}
      {entries.failure === null ? null : (
        <div className="watched-notice">
          <FailureNotice failure={entries.failure} onRetry={entries.refresh} />
        </div>
      )}
      {entries.isLoaded && entries.count === 0 ? (
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
                {words.ui.clearSearch}
              </Button>
            }
          >
            {fileWords.noMatch}
          </EmptyState>
        ) : (
          <EmptyState icon="file" title={fileWords.emptyTitle}>
            {fileWords.empty}
          </EmptyState>
        )
      ) : entries.isLoaded ? (
        <DataGrid
          label={words.watchedFolder.files}
          columns={entryColumns}
          rows={entries}
          renderDetail={renderEntry}
          detailPx={150}
          rowText={entryPath}
          listKey={JSON.stringify({ search, filter })}
        />
      ) : null}
    </>
  );
}

const entryPath = ({ path }: LedgerEntryView): string => path;
const renderEntry = (entry: LedgerEntryView) => <EntryDetail entry={entry} />;

/** What opens below a file's row. */
function EntryDetail({ entry }: { readonly entry: LedgerEntryView }) {
  const { reason } = entryStatus(entry);
  const times = [
    ...(entry.modifiedAt === null ? [] : [fileWords.modified(fileTime(entry.modifiedAt))]),
    fileWords.firstSeen(time(entry.firstSeenAt)),
    ...(entry.settledAt === null ? [] : [fileWords.settledAt(time(entry.settledAt))]),
    ...(entry.takenAt === null ? [] : [fileWords.takenAt(time(entry.takenAt))]),
  ];
  return (
    <section className="watched-entry selectable" aria-label={printable(entry.path)}>
      <p>{printable(entry.path)}</p>
      {reason === null ? null : <p>{printable(reason)}</p>}
      {entryNotes(entry).map((note) => (
        <p key={note}>{printable(note)}</p>
      ))}
      <p className="small muted">{times.join(' · ')}</p>
      {entry.sha1 === null ? null : <p className="mono small">{entry.sha1}</p>}
      {entry.uploadId === null ? null : (
        <p>
          <Link to={routeHref({ kind: 'upload', uploadId: entry.uploadId, tab: 'files' })}>
            {fileWords.openUpload}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Exports what the list shows, as the whole history is too long for a table of the window. */
function useHistoryExport(filter: Parameters<ReturnType<typeof useCommand<'watch.saveLedger'>>['run']>[0]) {
  const command = useCommand('watch.saveLedger');
  const [savedPath, setSavedPath] = useState<string | null>(null);
  async function save() {
    setSavedPath(null);
    const saved = await command.run(filter);
    if (saved.ok && saved.value !== null) setSavedPath(saved.value.path);
  }
  useMenuItem('export-csv', command.busy ? null : () => void save());
  return {
    button: (
      <Button icon="download" busy={command.busy} onPress={() => void save()}>
        {fileWords.exportHistory}
      </Button>
    ),
    notice:
      command.failure === null && savedPath === null ? null : (
        <div className="watched-notice">
          {command.failure === null ? null : (
            <FailureNotice failure={command.failure} onDismiss={command.dismiss} />
          )}
          {savedPath === null ? null : (
            <Notice
              tone="ok"
              title={words.common.savedTo(savedPath)}
              action={<DismissButton onPress={() => setSavedPath(null)} />}
            />
          )}
        </div>
      ),
  };
}
