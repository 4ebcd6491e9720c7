import { isComparable } from '../../../../preload/contract/views/earlier-uploads.ts';
import { isDraft, isUnfinished } from '../../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { uploadHref } from '../../../navigation/routes.ts';
import { useUploads } from '../../../state/selectors.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';

const sharedWords = words.newUploadSource.shared;
const maxRows = 5;

/** Other unfinished uploads that have the same sources: their files would be sent twice. */
export function SharedSources({
  uploadId,
  sourceIds,
  target,
}: {
  /** The draft that is started or replaced; null for none. */
  readonly uploadId: number | null;
  /** Those of a form; null for those of the draft. */
  readonly sourceIds: readonly string[] | null;
  readonly target: Pick<UploadView, 'isSandbox'> & { readonly serverUrl: string | null };
}) {
  const uploads = useUploads().filter(isUnfinished);
  const shared = useQuery(
    'drafts.sharedSources',
    sourceIds?.length === 0
      ? null
      : { argument: { uploadId, sources: sourceIds === null ? null : [...sourceIds] } },
    uploads.map(({ id, state }) => `${id}/${state}`).join(' '),
  );
  if (shared.kind !== 'loaded' || sourceIds?.length === 0) return null;
  const rows = shared.value.flatMap(({ uploadId: id, sources }) =>
    uploads
      .filter((upload) => upload.id === id && isComparable(upload, target))
      .map((upload) => ({ upload, sources })),
  );
  const more = rows.length - maxRows;
  if (rows.length === 0) return null;
  return (
    <Notice tone="warn" title={sharedWords.title}>
      <ul>
        {rows.slice(0, maxRows).map(({ upload, sources }) => (
          <li key={upload.id}>
            {sharedWords.row(sources)} {sharedWords.kind(isDraft(upload))}{' '}
            <Link to={uploadHref(upload)}>{upload.datasetName}</Link> {sharedWords.to(upload.databaseName)}
          </li>
        ))}
      </ul>
      {more > 0 ? sharedWords.more(more) : sharedWords.text}
    </Notice>
  );
}
