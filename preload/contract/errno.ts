/** The operating system's code of a caught error, such as ENOENT; 'unknown error' where it has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'unknown error';
}
