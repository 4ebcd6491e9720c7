import { type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import type { KnownContentHashes } from '../../types/content-hashes.ts';
import type { UploadSummary } from '../../types/uploads.ts';

export type CreatedSourceFile = SourceFile & { readonly platformId: number };

/** How the sending of one item ended. */
export type ItemOutcome =
  | {
      readonly kind: 'accepted';
      readonly sourceFile: CreatedSourceFile;
      readonly hashes: KnownContentHashes;
      readonly answerState: string | null;
    }
  /** A link: what the platform makes of it is not known. */
  | {
      readonly kind: 'handed-over';
      readonly sourceFile: CreatedSourceFile;
      readonly answerState: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It is unknown whether the platform accepted it. */
  | { readonly kind: 'held'; readonly failure: Failure }
  /** What refused this item would refuse every other one. */
  | { readonly kind: 'upload-stops'; readonly failure: Failure }
  | { readonly kind: 'stopped' };

/** How a step of the sending can end it. */
export type Ending = Extract<ItemOutcome, { readonly kind: 'failed' | 'held' | 'upload-stops' | 'stopped' }>;

/** Someone edited the store: what would be completed is not what was sent, or what would be sent is not what was planned. */
export function sendingAltered(
  { id }: Pick<UploadSummary, 'id'>,
  altered: 'parts' | 'custodian' | 'members' = 'parts',
): Ending {
  return { kind: 'upload-stops', failure: failure('upload-altered', { uploadId: id, altered }).failure };
}

export type FailureScope = 'stopped' | 'upload' | 'item';

/** A failure that isn't the platform's, or a refused key, affects every item. */
export function scopeOf({ code }: Failure): FailureScope {
  if (code === 'stopped') return 'stopped';
  switch (code) {
    case 'key-refused':
    case 'unexpected-answer':
    case 'dataset-reused':
    case 'source-file-reused':
      return 'upload';
    default:
      return 'item';
  }
}

/** A dataset that refuses one source file for missing rights, its absence or a cap refuses all of them. */
export function creationScopeOf(refusal: Failure): FailureScope {
  switch (refusal.code) {
    case 'forbidden':
    case 'not-found':
    case 'dataset-not-found':
    case 'cap-reached':
    case 'source-file-not-new':
      return 'upload';
    default:
      return scopeOf(refusal);
  }
}

export function endingOf(failure: Failure, scope: FailureScope = scopeOf(failure)): Ending {
  // Lading never completed it: what sends it again may send it twice.
  if (failure.code === 'source-file-complete') return { kind: 'held', failure };
  switch (scope) {
    case 'stopped':
      return { kind: 'stopped' };
    case 'upload':
      return { kind: 'upload-stops', failure };
    case 'item':
      return { kind: 'failed', failure };
  }
}
