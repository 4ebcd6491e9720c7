import { words } from '../../../i18n/words.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Instead of a tree without rows: nothing matches the search, or there is nothing. */
export function EmptyTree({
  search,
  title,
  description,
}: {
  readonly search: string;
  readonly title: string;
  readonly description: string;
}) {
  return search === '' ? (
    <EmptyState icon="folder" title={title}>
      {description}
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={words.fileTree.nothingFound} />
  );
}
