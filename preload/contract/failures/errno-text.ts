/** The operating system's codes in plain words. */

const errnoTexts: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'not found',
  ENOTDIR: 'not a folder',
  EEXIST: 'a file has that name',
  EISDIR: 'is a folder',
  EFBIG: 'too large',
  /** Lading's own: see main/engine/types/source-path.ts. */
  EHUGE: 'larger than 1 PiB',
  /** Lading's own: see main/engine/store/files/small-file.ts. */
  ENOTFILE: 'not a file',
  EIO: 'the disk or network share failed',
  ESTALE: 'the network share is gone',
  ENOTCONN: "the network share isn't connected",
  ENOSPC: 'the disk is full',
  EROFS: 'read-only disk',
  EBUSY: 'in use',
  ENAMETOOLONG: 'path too long',
  EAGAIN: 'in use',
  ETXTBSY: 'in use',
  EDEADLK: 'in use',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files on this computer',
  ENOMEM: 'not enough memory',
  ENODEV: 'device disconnected',
  ENXIO: 'device disconnected',
  ENOMEDIUM: 'no medium in the device',
  ENOKEY: "the share's ticket is missing",
  EKEYEXPIRED: "the share's ticket has expired",
  EHOSTDOWN: "the share's server is down",
  EHOSTUNREACH: "the share's server can't be reached",
  ENETUNREACH: "the share's network can't be reached",
  ENETDOWN: 'the network is down',
  ECONNRESET: 'the connection to the share was reset',
  ELOOP: 'too many symbolic links',
  ETIMEDOUT: "the device or network share isn't responding",
  /** Lading's own: see main/engine/sources/reader-protocol.ts. */
  NO_ANSWER: "the device or network share isn't responding",
};

/** "permission denied" for EACCES; the code itself if there is no plain text for it. */
export function errnoText(errno: string): string {
  return errnoTexts[errno] ?? errno;
}

/** What to do about something that can't be read. */
export function readAdvice(errno: string): string {
  switch (errno) {
    case 'EACCES':
    case 'EPERM':
      return 'Fix the permission, then retry.';
    case 'EAGAIN':
    case 'EBUSY':
    case 'EDEADLK':
    case 'ETXTBSY':
      return 'Close the program that has it open, then retry.';
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return 'Close other programs, then retry.';
    case 'ELOOP':
      return 'Check the symbolic links in its path, then retry.';
    case 'ENAMETOOLONG':
      return 'Shorten its name or the names of its folders, or choose a folder further down in the tree.';
    default:
      return 'Check the disk or network share, then retry.';
  }
}
