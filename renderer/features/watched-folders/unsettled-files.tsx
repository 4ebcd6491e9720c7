import { printable } from '../../../preload/contract/texts/printable.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/use-query.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { unsettledText } from './rule-facts.ts';

/** The files that are not taken yet, by why, each with the one that has been waiting for longest. */
export function UnsettledFiles({ folder }: { readonly folder: WatchedFolderView }) {
  const { id: ruleId, counts, lastScan } = folder;
  const unsettled = useQuery(
    'watch.unsettled',
    counts.settling === 0 ? null : { argument: { ruleId } },
    `${counts.settling} ${lastScan?.at}`,
    { oneByOne: true },
  );
  if (counts.settling === 0) return words.common.none;
  if (unsettled.kind === 'loading') return words.common.loading;
  if (unsettled.kind === 'failed')
    return <FailureNotice failure={unsettled.failure} onRetry={unsettled.refetch} />;
  return (
    <ul className="watched-unsettled">
      {unsettled.value.map((tally) => (
        <li key={tally.code}>
          <span>{unsettledText(tally, folder)}</span>
          <span className="small muted">
            {words.watchedFolder.longest(printable(tally.path), time(tally.since))}
          </span>
        </li>
      ))}
    </ul>
  );
}
