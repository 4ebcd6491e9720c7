import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { NothingThere } from '../../shared/engine-notice.tsx';
import { Page } from '../../shared/page.tsx';
import { gridColumns } from '../../shared/record-rows.ts';
import { useRecords } from '../../shared/use-records.ts';
import { useWatchedFolders } from '../../state/selectors.ts';
import { clearWatchSetup } from '../../state/watch-setup-form.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { csvColumns, type FolderRow, folderColumns } from './watched-folder-columns.tsx';

const listWords = words.watchedFolders;
const shownColumns = gridColumns(folderColumns);

/** Every watched folder with what it does and waits for. */
export function WatchedFoldersScreen() {
  const folders = useWatchedFolders();
  const { found, search, csv, grid } = useRecords<FolderRow>({
    records: folders,
    columns: csvColumns,
    csvName: listWords.csvName,
  });
  if (folders.length === 0) return <NoFolders />;
  const active = folders.filter(({ state }) => state === 'active').length;
  return (
    <Page
      title={listWords.title}
      about={listWords.about(folders.length, active)}
      actions={
        <>
          <SearchField label={listWords.search} {...search} />
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
            actions={<Button onPress={() => search.onChange('')}>{words.ui.clearSearch}</Button>}
          >
            {words.ui.noMatchesFor(search.value)}
          </EmptyState>
        </Card>
      ) : (
        <Card height="fit" bare>
          <DataGrid
            label={listWords.title}
            columns={shownColumns}
            {...grid}
            rowPx={68}
            lowRowPx={50}
            rowText={({ rule }) => rule.name}
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
        <NothingThere>
          <EmptyState icon="watch" title={listWords.emptyTitle} actions={<AddButton />}>
            {listWords.empty}
          </EmptyState>
        </NothingThere>
      </Card>
    </Page>
  );
}
