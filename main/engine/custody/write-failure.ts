import { type Failure, failure } from '../../../preload/contract/failure.ts';

/**
 * The words for a receipt or list that could not be written; what is not the file system's doing is a bug and is thrown
 * on. `chosen` is the file's name as the person knows it.
 */
export function writeFailure(
  error: unknown,
  chosen?: string,
): { readonly ok: false; readonly failure: Failure } {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const found = error instanceof Error && 'path' in error ? error.path : null;
  const path = chosen ?? (typeof found === 'string' ? found : null);
  const name = path ?? 'The receipt';
  const details = path === null ? {} : { path };
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return failure(
        'disk-full',
        `${name} could not be written: the disk is full. Free some space, or choose another place, and write it again.`,
        details,
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return failure(
        'path-missing',
        `${name} could not be written: its folder does not exist. Create the folder, or choose another.`,
        details,
      );
    case 'EISDIR':
      return failure(
        'path-not-a-file',
        `${name} could not be written: a folder has that name. Choose another name.`,
        details,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EIO':
      return failure(
        'path-unreadable',
        `${name} could not be written: this computer does not allow writing there (${code}). Choose another place.`,
        details,
      );
    case 'EPIPE':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return failure(
        'stopped',
        `${name} was not written to its end: whoever was reading it stopped.`,
        details,
      );
    default:
      throw error;
  }
}
