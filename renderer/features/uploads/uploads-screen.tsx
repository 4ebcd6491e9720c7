import { useMemo, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { routeHref, uploadHref } from '../../navigation/routes.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useAllProgress, useUploads } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useMediaQuery } from '../../state/use-media-query.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { UploadCards } from './upload-cards.tsx';
import { columns, wideQuery } from './upload-columns.tsx';
import { createRowCache, type ListRow, listRows, matchesSearch } from './upload-rows.ts';
import './uploads.css';

const t = words.uploads;
const viewKey = 'lading.uploads.view';

export function UploadsScreen() {
  const uploads = useUploads();
  const progress = useAllProgress();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const [view, setView] = useState(() => (localStorage.getItem(viewKey) === 'cards' ? 'cards' : 'grid'));
  const wide = useMediaQuery(wideQuery);
  const find = useRef<HTMLInputElement>(null);
  useMenuItem('find', uploads.length === 0 ? null : () => find.current?.focus());
  const exporting = useCommand('uploads.exportList');
  const [exportedTo, setExportedTo] = useState<string | null>(null);

  async function exportList() {
    setExportedTo(null);
    const answer = await exporting.run(undefined);
    if (answer.ok && answer.value !== null) setExportedTo(answer.value.path);
  }
  useMenuItem('export-csv', uploads.length === 0 || exporting.busy ? null : () => void exportList());

  const rowOf = useMemo(createRowCache, []);
  const found = useMemo(() => uploads.filter((upload) => matchesSearch(upload, search)), [uploads, search]);
  const listed = useMemo(() => listRows(found, progress, sort, rowOf), [found, progress, sort, rowOf]);
  const rows = useLocalRows(listed);

  const newUpload = (
    <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary" icon="add">
      {t.newUpload}
    </Link>
  );
  if (uploads.length === 0) {
    return (
      <Page title={t.title}>
        <Card>
          <EmptyState icon="box" title={t.emptyTitle} actions={newUpload}>
            {t.empty}
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={t.title}
      about={t.about(uploads.length, progress.size)}
      scroll={false}
      actions={
        <>
          <SearchField label={t.search} value={search} onChange={setSearch} inputRef={find} />
          <SegmentedControl
            label={t.view}
            value={view}
            onChange={(chosen) => {
              setView(chosen);
              localStorage.setItem(viewKey, chosen);
            }}
            options={[
              { value: 'grid', label: t.grid, icon: 'list' },
              { value: 'cards', label: t.cards, icon: 'cards' },
            ]}
          />
          <Button icon="download" busy={exporting.busy} onPress={() => void exportList()}>
            {t.exportCsv}
          </Button>
        </>
      }
    >
      {exporting.failure === null ? null : (
        <FailureNotice failure={exporting.failure} onDismiss={exporting.dismiss} />
      )}
      {exportedTo === null ? null : (
        <Notice
          tone="ok"
          title={words.common.savedTo(exportedTo)}
          action={
            <Button
              small
              variant="quiet"
              icon="close"
              label={words.common.dismiss}
              onPress={() => setExportedTo(null)}
            />
          }
        />
      )}
      {found.length === 0 ? (
        <Card>
          <EmptyState
            icon="search"
            title={t.noMatchTitle}
            actions={<Button onPress={() => setSearch('')}>{t.showAll}</Button>}
          >
            {t.noMatch(search)}
          </EmptyState>
        </Card>
      ) : view === 'cards' ? (
        <UploadCards label={t.title} rows={listed.flatMap((row) => (row.kind === 'upload' ? [row] : []))} />
      ) : (
        <Card height="fit" bare>
          <DataGrid
            label={t.title}
            columns={wide ? columns.wide : columns.narrow}
            rows={rows}
            rowPx={44}
            sort={sort}
            onSort={setSort}
            spanContent={monthOf}
            rowText={nameOf}
            listKey={JSON.stringify({ search, sort })}
            onOpen={(row) => {
              if (row.kind === 'upload') window.location.hash = uploadHref(row.upload);
            }}
          />
        </Card>
      )}
    </Page>
  );
}

function monthOf(row: ListRow): string | null {
  return row.kind === 'month' ? t.inMonth(row.month, row.uploads) : null;
}

function nameOf(row: ListRow): string {
  return row.kind === 'upload' ? row.upload.name : row.month;
}
