import { errnoOf, isFull } from '../../../../preload/contract/failures/errno.ts';
import { type Failed, type FailureOf, failure } from '../../../../preload/contract/failures/failure.ts';

/**
 * The failure of a file or stream that could not be written. An error that isn't the file system's is a bug and is
 * thrown again. `path` is the name that a person chose; null for a stream.
 */
export function writeFailure(error: unknown, path: string | null = null): Failed {
  const errno = errnoOf(error);
  const named = path === null ? {} : { path };
  return isFull(errno)
    ? failure('disk-full', named)
    : failure('write-failed', { ...named, reason: reasonOf(errno), errno });
}

/** The same of a folder of Lading's own. */
export function folderFailure(error: unknown, path: string): Failed {
  const errno = errnoOf(error);
  if (isFull(errno)) return failure('disk-full', { path });
  if (errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM') {
    return failure('store-read-only', { path, errno });
  }
  return failure('store-cannot-open', { path, errno });
}

function reasonOf(errno: string): FailureOf<'write-failed'>['reason'] {
  switch (errno) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'folder-missing';
    case 'EISDIR':
      return 'is-a-folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'not-allowed';
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return 'reader-stopped';
    case 'EEXIST':
      return 'exists';
    default:
      return 'other';
  }
}
