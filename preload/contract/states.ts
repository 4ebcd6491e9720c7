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
