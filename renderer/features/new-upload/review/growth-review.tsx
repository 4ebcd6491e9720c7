import type { UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { billedMonth, totalSize } from '../../../state/billing/billed-sizes.ts';
import { forecastOf } from '../../../state/billing/forecast.ts';
import { useQuery } from '../../../state/use-query.ts';

const reviewWords = words.newUploadReview;

/** What the draft adds to its database, and the database's current size if the key can read the billing. */
export function GrowthReview({ upload }: { readonly upload: UploadView }) {
  const { connectionId, databaseId, databaseName } = upload;
  const billing = useQuery(
    'platform.GetDatabaseBilling',
    connectionId === null ? null : { argument: { connectionId, path: { databaseId }, query: {} } },
  );
  const { bytes, links } = forecastOf([upload], upload);
  const nowGb =
    billing.kind === 'loaded' ? totalSize(billedMonth(billing.value.monthBilling).final).billableGb : null;
  return (
    <>
      <span>{reviewWords.growthText(databaseName, bytes, links, nowGb)}</span>{' '}
      <span className="muted">{reviewWords.growthHint}</span>
    </>
  );
}
