import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import type { Failure, SkipReason } from '../../../preload/contract/failures/failure.ts';

/**
 * Why a path that was seen is not among the files of its batch. It says nothing about the path itself. With
 * `sources-overlap` the whole scan fails.
 */
export type ScanReason =
  | Extract<
      Failure,
      {
        readonly code:
          | 'sources-overlap'
          | 'folder-unreadable'
          | 'path-unreadable'
          | 'path-too-long'
          | 'vanished-during-scan'
          | 'changed-during-scan';
      }
    >
  | Extract<
      SkipReason,
      {
        readonly code:
          | 'symbolic-link'
          | 'symbolic-link-loop'
          | 'symbolic-link-broken'
          | 'special-file'
          | 'lading-file';
      }
    >;

/** `unreadable` is the code for errors that have no code of their own. */
export function scanReasonOf(
  error: unknown,
  unreadable: 'folder-unreadable' | 'path-unreadable',
): ScanReason {
  const errno = errnoOf(error);
  switch (errno) {
    case 'ENOENT':
      return { code: 'vanished-during-scan' };
    case 'ENAMETOOLONG':
      // Nobody knows how many files the folder holds.
      return unreadable === 'folder-unreadable' ? { code: unreadable, errno } : { code: 'path-too-long' };
    case 'ENOTDIR':
      return { code: 'changed-during-scan' };
    case 'ELOOP':
      return { code: 'symbolic-link-loop' };
    default:
      return { code: unreadable, errno };
  }
}
