import { useMemo, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { gridColumns, recordRows } from '../../shared/record-rows.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useWatchedFolders } from '../../state/selectors.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { clearWatchSetup } from '../../state/watch-setup-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useCsvExport } from '../../ui/use-csv-export.tsx';
import { csvColumns, type FolderRow, folderColumns } from './watched-folder-columns.tsx';

const listWords = words.watchedFolders;
const shownColumns = gridColumns(folderColumns);

/** Every watched folder with what it does and waits for. */
export function WatchedFoldersScreen() {
  const folders = useWatchedFolders();
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', folders.length === 0 ? null : () => searchField.current?.focus());
  const found = useMemo(
    () => recordRows<FolderRow>(folders, csvColumns, { search, sort }),
    [folders, search, sort],
  );
  const rows = useLocalRows(found);
  const csv = useCsvExport(
    found.length === 0
      ? null
      : () => ({
          name: listWords.csvName,
          columns: csvColumns.map(({ header }) => header),
          rows: found.map((folder) => csvColumns.map(({ value }) => value(folder))),
        }),
  );
  if (folders.length === 0) return <NoFolders />;
  const active = folders.filter(({ state }) => state === 'active').length;
  return (
    <Page
      title={listWords.title}
      about={listWords.about(folders.length, active)}
      scroll={false}
      actions={
        <>
          <SearchField label={listWords.search} value={search} onChange={setSearch} inputRef={searchField} />
          {csv.button}
          <AddButton />
        </>
      }
    >
      {csv.notice}
      {found.length === 0 ? (
        <Card>
          <EmptyState
            icon="search"
            title={words.ui.noMatches}
            actions={<Button onPress={() => setSearch('')}>{words.ui.clearSearch}</Button>}
          >
            {words.ui.noMatchesFor(search)}
          </EmptyState>
        </Card>
      ) : (
        <Card height="fit" bare>
          <DataGrid
            label={listWords.title}
            columns={shownColumns}
            rows={rows}
            rowPx={68}
            lowRowPx={50}
            sort={sort}
            onSort={setSort}
            rowText={({ rule }) => rule.name}
            listKey={JSON.stringify({ search, sort })}
            onOpen={({ id }) => navigate({ kind: 'watched-folder', ruleId: id, tab: 'overview' })}
          />
        </Card>
      )}
    </Page>
  );
}

/** A new one starts with an empty form, whatever was typed for another. */
function AddButton() {
  return (
    <Button
      variant="primary"
      icon="add"
      onPress={() => {
        clearWatchSetup();
        navigate({ kind: 'watch-setup', ruleId: null, step: 'folder' });
      }}
    >
      {listWords.add}
    </Button>
  );
}

function NoFolders() {
  return (
    <Page title={listWords.title}>
      <Card>
        <EmptyState icon="watch" title={listWords.emptyTitle} actions={<AddButton />}>
          {listWords.empty}
        </EmptyState>
      </Card>
    </Page>
  );
}
