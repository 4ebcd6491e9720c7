import type { PreflightView, UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { billedMonth, totalSize } from '../../../state/billing/billed-sizes.ts';
import { forecastOf } from '../../../state/billing/forecast.ts';
import { useQuery } from '../../../state/use-query.ts';

const reviewWords = words.newUploadReview;

/** What the draft adds to its database, and the database's current size if the key can read the billing. */
export function GrowthReview({
  upload,
  containers,
}: {
  readonly upload: UploadView;
  /** Null until they are known. */
  readonly containers: PreflightView['containers'] | null;
}) {
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
      {containers === null || containers.expandedBytes <= containers.bytes ? null : (
        <span>
          {reviewWords.growthExpanded(
            containers.listed,
            bytes - containers.bytes + containers.expandedBytes,
          )}{' '}
        </span>
      )}
      {billing.kind === 'failed' ? <span className="muted">{reviewWords.sizeUnknown} </span> : null}
      <span className="muted">{reviewWords.growthHint}</span>
    </>
  );
}
