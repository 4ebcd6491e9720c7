/** The events of an upload's log, in words. No event is appended that isn't named here. */
const names = {
  'upload-created': 'Upload created',
  'file-moved': 'File moved',
  'file-not-moved': 'File not moved',
  'database-confirmed': 'Database name typed to confirm',
  'database-renamed': 'Database renamed',
  'scan-finished': 'Scan finished',
  'custodians-matched': 'Custodians compared with a directory',
  'custodians-renamed': 'Custodians renamed',
  'key-changed': 'API key changed',
  'folder-rescanned': 'Folder rescanned',
  'upload-started': 'Upload started',
  'dataset-created': 'Dataset created',
  'dataset-shared': 'Dataset of a later batch used',
  'dataset-creation-retried': 'Dataset creation retried',
  'source-file-created': 'Source file created',
  'source-file-creation-retried': 'Source file creation retried',
  'source-file-completed': 'Source file accepted',
  'packs-planned': 'Packs planned',
  'pack-divided': 'Pack divided',
  'pack-members-recorded': 'Files of a pack recorded',
  'pack-completed': 'Pack accepted',
  'links-checked': 'Links checked',
  'files-checked': 'Files checked',
  'link-handed-over': 'Link handed over',
  'item-failed': 'File failed',
  'item-skipped': 'File skipped',
  'item-held': 'File needs review',
  'item-queued': 'File queued again',
  'inventory-recorded': 'Inventory recorded',
  'upload-recorded': 'Upload details recorded',
  'findings-changing': 'Findings being compared',
  'findings-recorded': 'Findings recorded',
  'files-selected': 'Selection recorded',
  'files-selected-again': 'Files selected again',
  'known-files-found': 'Known files looked for',
  'hash-lists-compared': 'Hash lists compared',
  'unsent-items-closed': 'Unsent files closed',
  'source-file-replaced': 'Source file replaced',
  'upload-failed': 'Upload failed',
  'source-unavailable': 'Source unavailable',
  'source-available': 'Source available again',
  'source-given-up': 'Stopped waiting for a source',
  'part-list-unavailable': "Uploaded parts couldn't be listed",
  'upload-scanning': 'Scan interrupted',
  'upload-paused': 'Upload paused',
  'upload-finished': 'Upload finished',
  'upload-cancelled': 'Upload canceled',
  'receipt-issued': 'Receipt written',
  'sandbox-data-deleted': 'Sandbox data deleted',
} as const;

export type LogEventType = keyof typeof names;

/** An event of a later version is shown by its own name. */
export function logEventText(type: string): string {
  return isKnown(type) ? names[type] : type;
}

const isKnown = (type: string): type is LogEventType => Object.hasOwn(names, type);
