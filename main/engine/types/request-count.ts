/** Requests to the API for source files: create and complete each, and the URL of each part (platform-interface 4). */
export function requestsOf(sourceFiles: number, parts: number): number {
  return 2 * sourceFiles + parts;
}
