import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';

export function WatchedFolderNotFound() {
  return (
    <Page title={words.watchedFolder.notFound}>
      <Card>
        <EmptyState
          icon="search"
          title={words.watchedFolder.notFound}
          actions={
            <Link to={routeHref({ kind: 'watched-folders' })} look="primary">
              {words.watchedFolder.toList}
            </Link>
          }
        >
          {words.watchedFolder.notFoundDescription}
        </EmptyState>
      </Card>
    </Page>
  );
}
