import { words } from '../../i18n/words.ts';
import { NotFoundPage } from '../../shared/not-found.tsx';

export function WatchedFolderNotFound() {
  return (
    <NotFoundPage
      title={words.watchedFolder.notFound}
      text={words.watchedFolder.notFoundDescription}
      to={{ kind: 'watched-folders' }}
      toText={words.watchedFolder.toList}
    />
  );
}
