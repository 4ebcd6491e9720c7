import type { EarlierUpload } from '../../../../preload/contract/views/earlier-uploads.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Notice } from '../../../ui/notice.tsx';

const sentWords = words.newUploadSource.sentBefore;
const maxRows = 5;

/** Where these sources went before, before they are scanned again. */
export function SentBefore({ earlier }: { readonly earlier: readonly EarlierUpload[] }) {
  if (earlier.length === 0) return null;
  const shown = earlier.slice(0, maxRows);
  return (
    <Notice tone="warn" title={sentWords.title}>
      <ul>
        {shown.map(({ serverUrl, databaseId, databaseName, datasetName, items, at }) => (
          <li key={JSON.stringify([serverUrl, databaseId, datasetName, at])}>
            {sentWords.row(items, datasetName, databaseName, time(at))}
          </li>
        ))}
      </ul>
      {earlier.length > maxRows ? sentWords.more(earlier.length - maxRows) : sentWords.text}
    </Notice>
  );
}
