import { useMemo } from 'react';
import { closeDatabases } from '../../preload/contract/texts/close-names.ts';
import { words } from '../i18n/words.ts';
import { Notice } from '../ui/notice.tsx';

const sourceWords = words.newUploadSource;
const maxSimilar = 5;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Names the databases that can be taken for the chosen one, beside it. Nothing where there are none. */
export function SimilarDatabases({
  chosen,
  databases,
}: {
  readonly chosen: Named;
  readonly databases: readonly Named[];
}) {
  const { id, name } = chosen;
  const similar = useMemo(() => closeDatabases({ id, name }, databases), [id, name, databases]);
  if (similar.length === 0) return null;
  return (
    <Notice tone="warn" title={sourceWords.similarDatabases.title}>
      {sourceWords.similarDatabases.text(
        [chosen, ...similar.slice(0, maxSimilar)].map(
          (each) => `“${each.name}” (${sourceWords.databaseId(each.id)})`,
        ),
        Math.max(0, similar.length - maxSimilar),
      )}
    </Notice>
  );
}
