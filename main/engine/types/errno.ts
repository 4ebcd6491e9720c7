/** The operating system's code of an error, e.g. ENOENT. An error without one is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
