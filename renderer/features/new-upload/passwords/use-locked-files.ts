import { useEffect } from 'react';
import type { Answer } from '../../../../preload/contract/index.ts';
import type { UploadId } from '../../../../preload/contract/views/ids.ts';
import { type Query, type QueryState, useQuery } from '../../../state/use-query.ts';

const pollMs = 500;

/** What is locked and what passwords opened, kept current while passwords are tried. */
export function useLockedFiles(
  uploadId: UploadId,
): QueryState<Answer<'passwords.summary'>> & Query & { readonly isTrying: boolean } {
  const query = useQuery('passwords.summary', { argument: { uploadId } });
  const { refetch } = query;
  const isTrying = query.kind === 'loaded' && query.value.trial !== null;
  useEffect(() => {
    if (!isTrying) return;
    const polling = setInterval(refetch, pollMs);
    return () => clearInterval(polling);
  }, [isTrying, refetch]);
  return { ...query, isTrying };
}
