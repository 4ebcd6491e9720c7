/** Those that Node has no name for: of Linux, and 70 of macOS. */
const unnamed: ReadonlyMap<string, string> = new Map([
  ['Unknown system error -70', 'ESTALE'],
  ['Unknown system error -116', 'ESTALE'],
  ['Unknown system error -123', 'ENOMEDIUM'],
  ['Unknown system error -126', 'ENOKEY'],
  ['Unknown system error -127', 'EKEYEXPIRED'],
]);

/** The operating system's code of an error, such as ENOENT. Returns null for an error without a code. */
export function errnoIn(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  return unnamed.get(error.code) ?? error.code;
}

/** As `errnoIn`. An error without a code is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  const errno = errnoIn(error);
  if (errno === null) throw error;
  return errno;
}

/** Whether it says that nothing is at a path, and not that something there can't be reached. */
export function isMissing(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR';
}

/** Whether it says that the disk is full, or what this user may have of it. */
export function isFull(errno: string): boolean {
  return errno === 'ENOSPC' || errno === 'EDQUOT';
}

const inUse: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY', 'EDEADLK', 'ETXTBSY']);

/** Whether it says that a program has the file open and locked. */
export function isInUse(errno: string): boolean {
  return inUse.has(errno);
}
