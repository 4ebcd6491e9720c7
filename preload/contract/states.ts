/** Lists that both sides use as values; without schemas, so that the window need not load those. */
export const itemStates = [
  'queued',
  'uploading',
  'accepted',
  'handedOver',
  'skipped',
  'failed',
  'held',
] as const;
export const uploadStates = ['scanning', 'ready', 'uploading', 'paused', 'finished', 'cancelled'] as const;
export const sortColumns = ['path', 'size', 'custodian', 'state'] as const;
/** Of a watched folder: its file history, and its uploads. */
export const ledgerSortColumns = ['path', 'size', 'status', 'custodian', 'taken'] as const;
export const batchSortColumns = ['dataset', 'closed', 'files', 'size', 'status'] as const;
