/** How far an upload is, for everything that shows it: the window, the command line, the tray. Pure. */

export interface Tally {
  readonly items: number;
  readonly bytes: number;
}

/** The tallies of an upload by state. */
export interface ProgressTotals {
  readonly queued: Tally;
  readonly uploading: Tally;
  readonly accepted: Tally;
  readonly handedOver: Tally;
  readonly failed: Tally;
  readonly held: Tally;
}

export interface UploadProgress {
  /** Accepted files and links that were handed over. */
  readonly items: { readonly done: number; readonly total: number };
  /** In acknowledged parts. */
  readonly bytes: { readonly done: number; readonly total: number };
  /** From 0 to 1; 1 only when everything is done. */
  readonly share: number;
  /** What the share is of: whichever is behind. */
  readonly shareOf: 'files' | 'bytes';
}

interface ToUpload {
  readonly totals: ProgressTotals;
  /** Files that were to be uploaded until the upload was canceled. They are skipped. */
  readonly cancelled: Tally;
}

const toUpload = ['queued', 'uploading', 'accepted', 'handedOver', 'failed', 'held'] as const;

/** What an upload is about: everything that neither a rule nor a person excluded. */
export function totalToUpload({ totals, cancelled }: ToUpload): Tally {
  return {
    items: toUpload.reduce((sum, state) => sum + totals[state].items, cancelled.items),
    bytes: toUpload.reduce((sum, state) => sum + totals[state].bytes, cancelled.bytes),
  };
}

/**
 * "12 files", wherever it is said of an upload: the files to upload. What isn't one is named beside it: skipped files,
 * folders that couldn't be read, and links.
 */
export function fileCount({ links, unreadFolders, ...upload }: Counted): number {
  return Math.max(0, totalToUpload(upload).items - links - unreadFolders);
}

/** "12 skipped", beside that count: what a rule or a person excluded. What a cancellation kept from being sent isn't. */
export function skippedTally({ totals, cancelled }: SkippedTotals): Tally {
  const { items, bytes } = totals.skipped;
  return { items: items - cancelled.items, bytes: bytes - cancelled.bytes };
}

interface SkippedTotals {
  readonly totals: { readonly skipped: Tally };
  readonly cancelled: Tally;
}

interface Counted extends ToUpload {
  readonly links: number;
  readonly unreadFolders: number;
}

interface Progress extends ToUpload {
  /** Of accepted files, and of acknowledged parts of the others. */
  readonly acknowledgedBytes: number;
}

/**
 * The progress of everything that is to be uploaded: skipped files don't count, failed ones do. The share is that of the bytes or of
 * the files, whichever is behind: many small files take longer than their bytes say, and a large one longer than its
 * number. A file in progress counts by its bytes.
 */
export function uploadProgress({ acknowledgedBytes, ...upload }: Progress): UploadProgress {
  const { uploading, accepted, handedOver } = upload.totals;
  const total = totalToUpload(upload);
  const items = { done: accepted.items + handedOver.items, total: total.items };
  const bytes = {
    done: Math.min(total.bytes, Math.max(accepted.bytes, acknowledgedBytes)),
    total: total.bytes,
  };
  if (items.total === 0) return { items, bytes, share: 0, shareOf: 'files' };
  if (items.done === items.total) return { items, bytes, share: 1, shareOf: 'files' };
  const begun = uploading.bytes === 0 ? 0 : Math.min(1, (bytes.done - accepted.bytes) / uploading.bytes);
  const itemShare = (items.done + uploading.items * begun) / items.total;
  const byteShare = bytes.total === 0 ? 1 : bytes.done / bytes.total;
  // The last bytes are acknowledged before the last file is completed.
  const shareOf = byteShare < itemShare ? 'bytes' : 'files';
  return { items, bytes, share: Math.min(itemShare, byteShare, 0.999), shareOf };
}
