import { useMemo, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { routeHref, uploadHref } from '../../navigation/routes.ts';
import { NothingThere } from '../../shared/engine-notice.tsx';
import { Page } from '../../shared/page.tsx';
import { activityText } from '../../shared/upload-status.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useAllProgress, useUploads } from '../../state/selectors.ts';
import { useMediaQuery } from '../../state/use-media-query.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useSaveFile } from '../../ui/use-save-file.tsx';
import { UnscannedUpload } from './unscanned-upload.tsx';
import { UploadCards } from './upload-cards.tsx';
import { columns, wideQuery } from './upload-columns.tsx';
import './upload-list.css';
import { createRowCache, type ListRow, listRows, matchesSearch } from './upload-rows.ts';

export function UploadsScreen() {
  const uploads = useUploads();
  const progress = useAllProgress();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [view, setView] = useView();
  const searchField = useRef<HTMLInputElement>(null);
  const hasUploads = uploads.length > 0;
  useMenuItem('find', hasUploads ? () => searchField.current?.focus() : null);
  const exporting = useExportList(hasUploads);

  const rowOf = useMemo(createRowCache, []);
  const found = useMemo(() => uploads.filter((upload) => matchesSearch(upload, search)), [uploads, search]);
  const rows = useMemo(() => listRows(found, progress, sort, rowOf), [found, progress, sort, rowOf]);

  if (!hasUploads) return <NoUploads />;
  return (
    <Page
      title={words.uploads.title}
      about={words.uploads.about(uploads.length, activityText(progress))}
      actions={
        <>
          <SearchField
            label={words.uploads.search}
            value={search}
            onChange={setSearch}
            inputRef={searchField}
          />
          <SegmentedControl
            label={words.uploads.view}
            value={view}
            onChange={setView}
            options={[
              { value: 'list', label: words.uploads.list, icon: 'list' },
              { value: 'cards', label: words.uploads.cards, icon: 'cards' },
            ]}
          />
          <Link to={routeHref({ kind: 'verify' })} look="default" icon="receipt">
            {words.verify.open}
          </Link>
          <Button icon="download" busy={exporting.busy} onPress={exporting.run}>
            {words.common.exportCsv}
          </Button>
        </>
      }
      incidents={<UnscannedUpload />}
    >
      {exporting.notice}
      {found.length === 0 ? (
        <Card>
          <EmptyState
            icon="search"
            title={words.uploads.noMatchTitle}
            actions={<Button onPress={() => setSearch('')}>{words.uploads.clearSearch}</Button>}
          >
            {words.uploads.noMatch(search)}
          </EmptyState>
        </Card>
      ) : view === 'cards' ? (
        <UploadCards
          label={words.uploads.title}
          rows={rows.flatMap((row) => (row.kind === 'upload' ? [row] : []))}
        />
      ) : (
        <UploadList rows={rows} sort={sort} onSort={setSort} listKey={JSON.stringify({ search, sort })} />
      )}
    </Page>
  );
}

function NoUploads() {
  return (
    <Page title={words.uploads.title} incidents={<UnscannedUpload />}>
      <Card>
        <NothingThere>
          <EmptyState
            icon="box"
            title={words.uploads.emptyTitle}
            actions={
              <>
                <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary" icon="add">
                  {words.uploads.newUpload}
                </Link>
                <Link to={routeHref({ kind: 'verify' })} look="default" icon="receipt">
                  {words.verify.open}
                </Link>
              </>
            }
          >
            {words.uploads.empty}
          </EmptyState>
        </NothingThere>
      </Card>
    </Page>
  );
}

function UploadList({
  rows,
  sort,
  onSort,
  listKey,
}: {
  readonly rows: readonly ListRow[];
  readonly sort: GridSort | null;
  readonly onSort: (sort: GridSort | null) => void;
  readonly listKey: string;
}) {
  const isWide = useMediaQuery(wideQuery);
  return (
    <Card height="fit" bare>
      <DataGrid
        label={words.uploads.title}
        columns={isWide ? columns.wide : columns.narrow}
        rows={useLocalRows(rows)}
        rowPx={44}
        lowRowPx={36}
        sort={sort}
        onSort={onSort}
        spanContent={monthHeading}
        rowText={rowName}
        listKey={listKey}
        onOpen={(row) => {
          if (row.kind === 'upload') window.location.hash = uploadHref(row.upload);
        }}
      />
    </Card>
  );
}

type View = 'list' | 'cards';
const viewKey = 'lading.uploads.view';

/** List or cards; the choice is kept for the next start. */
function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState<View>(() =>
    localStorage.getItem(viewKey) === 'cards' ? 'cards' : 'list',
  );
  return [
    view,
    (chosen) => {
      setView(chosen);
      localStorage.setItem(viewKey, chosen);
    },
  ];
}

/** Exports the list to CSV, from the button or the menu. */
function useExportList(isEnabled: boolean) {
  const { save, busy, notice } = useSaveFile('save-uploads', 'exports.uploads');
  const run = () => save({ name: words.fileNames.uploads }, (path) => ({ path }));
  useMenuItem('export-csv', isEnabled && !busy ? run : null);
  return { run, busy, notice };
}

function monthHeading(row: ListRow): string | null {
  return row.kind === 'month' ? words.uploads.inMonth(row.month, row.uploads) : null;
}

function rowName(row: ListRow): string {
  return row.kind === 'upload' ? row.upload.name : row.month;
}
