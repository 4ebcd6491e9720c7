/** What no later run of an upload changes: the one decision for the engine, the command line, and the rules of watched folders. */
import type { Failure, FailureCode } from './failure.ts';

/** Why no more of an upload goes where it was to go. A person who activates its watched folder again has the rest sent elsewhere. */
export const refusedTargets: readonly FailureCode[] = [
  'dataset-not-found',
  'dataset-reused',
  'database-not-found',
  'upload-altered',
];

interface Target {
  readonly dataset: { readonly id: number } | { readonly name: string };
}

/** Whether nothing more of the upload may ever be sent: a resume is refused in the same way. */
export function endsUpload(failure: Failure, request: Target): boolean {
  return failure.code === 'upload-altered' || isTargetGone(failure, request);
}

/**
 * Whether the database, or the dataset that a person named, doesn't exist, or the dataset is another one by now: neither can be
 * changed. No operation could tell before (platform-interface 4). A dataset that the upload created itself is there.
 */
export function isTargetGone({ code }: Failure, { dataset }: Target): boolean {
  return (
    code === 'database-not-found' ||
    code === 'dataset-reused' ||
    (code === 'dataset-not-found' && 'id' in dataset)
  );
}
