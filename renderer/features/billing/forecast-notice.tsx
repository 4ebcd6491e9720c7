import { useMemo } from 'react';
import { words } from '../../i18n/words.ts';
import { forecastOf } from '../../state/billing/forecast.ts';
import { useUploads } from '../../state/selectors.ts';
import { Notice } from '../../ui/notice.tsx';

const billingWords = words.billing;

/** What this computer's unfinished uploads will add. Shows nothing if there are none. */
export function ForecastNotice({
  serverUrl,
  databaseId,
}: {
  readonly serverUrl: string;
  /** It is null for all databases. */
  readonly databaseId: number | null;
}) {
  const all = useUploads();
  const { uploads, files, bytes, links } = useMemo(
    () => forecastOf(all, { serverUrl, databaseId }),
    [all, serverUrl, databaseId],
  );
  if (uploads === 0) return null;
  return (
    <Notice tone="info" title={billingWords.forecast(uploads)} detail={billingWords.forecastHint}>
      {billingWords.forecastText(files, bytes, links)}.
    </Notice>
  );
}
