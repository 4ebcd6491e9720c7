/** The operating system's code of an error, such as ENOENT. An error without a code is a bug and is thrown again. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
