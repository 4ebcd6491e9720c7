/** The operating system's code of an error, such as ENOENT; UNKNOWN if it has none. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
