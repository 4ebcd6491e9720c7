import type { Totals } from './uploads.ts';

/** Requests to the API for source files: create and complete each, and the URL of each part (platform-interface 4). */
export function requestsOf(sourceFiles: number, parts: number): number {
  return 2 * sourceFiles + parts;
}

/** Of what is left of an upload, as if all files were small: what large files take is their bytes. */
export function requestsLeft(
  { queued, uploading }: Pick<Totals, 'queued' | 'uploading'>,
  inPacks: { readonly packs: number; readonly files: number },
): number {
  const sourceFiles = Math.max(0, queued.items + uploading.items - inPacks.files) + inPacks.packs;
  return requestsOf(sourceFiles, sourceFiles);
}
