import {
  billableGb,
  expandedBytes,
  sizeAfterGb,
} from '../../../../preload/contract/views/database-growth.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { unsentUploads } from '../../../state/billing/unsent-uploads.ts';
import { useQuery } from '../../../state/use-query.ts';

const reviewWords = words.newUploadReview;

/** What the draft adds to its database, and the database's size now and afterwards if the key can read the billing. */
export function GrowthReview({
  upload,
  containers,
}: {
  readonly upload: UploadView;
  /** It is null until they are known. */
  readonly containers: PreflightView['containers'] | null;
}) {
  const { connectionId, databaseId, databaseName } = upload;
  const billing = useQuery(
    'platform.GetDatabaseBilling',
    connectionId === null ? null : { argument: { connectionId, path: { databaseId }, query: {} } },
  );
  const { bytes, links } = unsentUploads([upload], upload);
  const nowGb = billing.kind === 'loaded' ? billableGb(billing.value.monthBilling) : null;
  const expanded = containers === null ? null : expandedBytes(bytes, containers);
  const afterGb = containers === null ? null : sizeAfterGb(nowGb, bytes, containers);
  return (
    <>
      <span>{reviewWords.growthText(databaseName, bytes, links, nowGb)}</span>{' '}
      {containers === null || expanded === null ? null : (
        <span>{reviewWords.growthExpanded(containers.listed, expanded)} </span>
      )}
      {afterGb === null || containers === null ? null : (
        <strong>{reviewWords.growthAfter(afterGb, bytes, containers)} </strong>
      )}
      {billing.kind === 'failed' ? <span className="muted">{reviewWords.sizeUnknown} </span> : null}
      <span className="muted">{reviewWords.growthHint}</span>
    </>
  );
}
