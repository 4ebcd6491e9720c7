import { valueText } from '../../../../preload/contract/platform/value-text.ts';
import { inactiveDatabaseText, isInactive } from '../../../../preload/contract/views/database-status.ts';
import { earlierDataset } from '../../../../preload/contract/views/known-datasets.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { DatabaseStatusNotice } from '../../../shared/database-status-notice.tsx';
import { SimilarDatabases } from '../../../shared/similar-databases.tsx';
import { useUploads } from '../../../state/selectors.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';

const reviewWords = words.newUploadReview;

/** Server, database, and dataset, in large letters so that a mistake is noticed; and what the platform says of the database. */
export function DestinationReview({
  upload,
  isSimilarAsked,
}: {
  readonly upload: UploadView;
  /** The question below names the databases with a similar name. */
  readonly isSimilarAsked: boolean;
}) {
  const { connectionId, databaseId, databaseName } = upload;
  const status = useQuery(
    'databases.status',
    connectionId === null ? null : { argument: { connectionId, databaseId } },
  );
  const databases = useQuery('databases.list', connectionId === null ? null : { argument: { connectionId } });
  const earlier = earlierDataset(useUploads(), upload);
  const state = status.kind === 'loaded' ? status.value.state : null;
  return (
    <>
      {isInactive(state) ? (
        <Notice tone="warn" title={reviewWords.inactive(valueText(state).toLowerCase())}>
          {inactiveDatabaseText(databaseName, state)}
        </Notice>
      ) : null}
      {databases.kind === 'loaded' && !isSimilarAsked ? (
        <SimilarDatabases chosen={{ id: databaseId, name: databaseName }} databases={databases.value} />
      ) : null}
      <Card label={reviewWords.destination}>
        <dl className="review-destination">
          <div>
            <dt>{reviewWords.server}</dt>
            <dd title={upload.serverUrl}>
              {upload.isSandbox ? reviewWords.sandbox : hostOf(upload.serverUrl)}
            </dd>
            <dd className="small muted">{upload.serverUrl}</dd>
          </div>
          <div>
            <dt>{reviewWords.database}</dt>
            <dd>{databaseName}</dd>
            <dd className="small muted">{reviewWords.databaseId(databaseId)}</dd>
          </div>
          <div>
            <dt>{reviewWords.dataset}</dt>
            <dd>{upload.datasetName}</dd>
            <dd className="small muted">
              {upload.datasetId === null
                ? earlier === null
                  ? reviewWords.newDataset
                  : reviewWords.newBesideEarlier(earlier.id)
                : reviewWords.existingDataset(upload.datasetId)}
            </dd>
            {upload.datasetDescription === null ? null : (
              <dd className="review-description">{upload.datasetDescription}</dd>
            )}
          </div>
        </dl>
        {status.kind === 'loaded' ? (
          <div className="stack review-status">
            <DatabaseStatusNotice status={status.value} />
          </div>
        ) : null}
      </Card>
    </>
  );
}

function hostOf(serverUrl: string): string {
  return URL.parse(serverUrl)?.host ?? serverUrl;
}
