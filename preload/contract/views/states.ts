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
/** When small files are sent in packs, and when the MD5 of parts is compared. */
export const packChoices = ['auto', 'always', 'never'] as const;
export const partChecks = ['auto', 'always', 'never'] as const;
export const sortColumns = ['path', 'size', 'custodian', 'state'] as const;
/** What the lists of a watched folder sort by: its file history, and its uploads. */
export const ledgerSortColumns = ['path', 'size', 'status', 'custodian', 'taken'] as const;
export const batchSortColumns = ['dataset', 'closed', 'files', 'size', 'status'] as const;
/** What the checks found of a file, as far as somebody has to look at it. Worst first: a file has the worst of its own. */
export const issues = ['damaged', 'locked', 'empty', 'unchecked', 'not-a-file'] as const;
/** For which a watched folder may keep files for a person. */
export const holdableIssues = ['damaged', 'locked', 'empty', 'unchecked'] as const;
