import type { Failure, FailureCode } from '../../../preload/contract/failures/failure.ts';
import type { FailureKind } from '../../../preload/contract/failures/failure-entry.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import { filesOrItems } from '../../../preload/contract/texts/delivery-text.ts';
import { formatByteLimit } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { ItemQuery } from '../../../preload/contract/views/views.ts';
import { splitPath } from '../format.ts';

export { filesOrItems, plural };

/** "30 seconds", "2 minutes", "1 hour" */
export function seconds(value: number): string {
  if (value >= 3600 && value % 3600 === 0) return plural(value / 3600, 'hour', 'hours');
  if (value >= 60 && value % 60 === 0) return plural(value / 60, 'minute', 'minutes');
  return plural(value, 'second', 'seconds');
}

export const common = {
  copied: 'Copied',
  app: 'Lading',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  retry: 'Retry',
  dismiss: 'Dismiss',
  loading: 'Loading…',
  none: 'None',
  noCustodian: 'No custodian',
  exportCsv: 'Export CSV',
  files: (amount: number) => plural(amount, 'file', 'files'),
  filesAndLinks: (files: number, links: number) =>
    links === 0
      ? plural(files, 'file', 'files')
      : files === 0
        ? plural(links, 'link', 'links')
        : `${plural(files, 'file', 'files')} and ${plural(links, 'link', 'links')}`,
  /** Beyond those that a list has. */
  moreCustodians: (amount: number) =>
    `${plural(amount, 'custodian is', 'custodians are')} not listed. The list has those with the most data; the receipt has all.`,
  selected: (amount: number) => `${count(amount)} selected`,
  savedTo: (path: string) => `Saved to ${path}`,
  nextRetry: (time: string) => `Retrying at ${time}`,
  continuesAt: (time: string) => `Continues at ${time}`,
  continuesOn: (day: string) => `Continues on ${day}`,
  setBandwidth: 'Set a bandwidth limit or hours',
  changeBandwidth: 'Change the bandwidth limit and its hours',
  bandwidthLimit: (bytesPerSecond: number, until: string | null) => {
    const limit = bytesPerSecond === 0 ? 'Nothing is sent' : `Limit ${formatByteLimit(bytesPerSecond)}`;
    return until === null ? limit : `${limit} until ${until}`;
  },
} as const;

/** A heading for each kind of failure; the text under it says what happened. */
export const failures: Readonly<Record<FailureKind, string>> = {
  'bad-input': 'Check your input',
  unconfirmed: 'Not confirmed',
  altered: 'Changed outside of Lading',
  'profile-invalid': 'The interface profile has errors',
  'url-insecure': 'Not encrypted',
  'key-missing': 'API key needed',
  'key-malformed': 'Not an API key',
  'key-refused': 'API key refused',
  source: "Can't use this file or folder",
  'nothing-to-send': 'Nothing to upload',
  store: "Can't use the data folder",
  'disk-full': 'Disk full',
  write: "Can't save the file",
  forbidden: 'Not allowed',
  'not-found': 'Not found on the platform',
  'cap-reached': 'Limit on created objects reached',
  refused: 'Refused by the platform',
  'unexpected-answer': 'Unexpected response',
  unreachable: "Can't reach the platform",
  'outcome-unknown': 'Outcome unknown',
  'hash-mismatch': 'Uploaded bytes differ',
  'receipt-invalid': 'Not a valid receipt',
  unavailable: 'Not available',
  stopped: 'Stopped',
  'not-known': 'No longer available',
  bug: 'Something went wrong',
};

/** Mistakes in a file that a person chose. */
const inFiles: ReadonlySet<FailureCode> = new Set([
  'custodian-map-invalid',
  'custodian-template-invalid',
  'directory-csv-invalid',
  'directory-csv-unusable',
  'hash-list-empty',
  'certificate-not-pem',
  'certificate-damaged',
  'certificate-has-key',
  'certificate-not-authority',
  'certificate-too-many',
]);

/** What stands over the text of a failure: its kind, or the file and the line that are wrong. */
export function failureHeading(failure: Failure): string {
  if (!inFiles.has(failure.code) || !('path' in failure) || typeof failure.path !== 'string')
    return failures[failureKind(failure)];
  const line = 'line' in failure && failure.line !== null ? `, line ${count(failure.line)}` : '';
  return `Error in ${printable(splitPath(failure.path).name)}${line}`;
}

/** What to do about a failure in the window: which screen or button helps. Follows the failure's own text. */
export const failureAdvice: Readonly<Partial<Record<FailureCode, string>>> = {
  'key-missing': 'Enter one in Settings, under Connections.',
  'key-refused': 'Enter a new key in Settings, under Connections.',
  'key-unreadable': 'You can do that in Settings, under Connections.',
  'connection-not-found': 'Add it again in Settings, under Connections.',
  'connection-not-ready': 'You can check it in Settings, under Connections.',
  'server-not-connected': 'Add it in Settings, under Connections.',
  'database-unconfirmed': 'To confirm the database, resume the upload and type its name.',
  'link-secret-missing': 'Choose Retry to enter it.',
  'proxy-unsupported': 'You can do that in Settings, under Network.',
  'sandbox-not-running': 'You can do that on the Sandbox screen.',
  'sandbox-ended': 'You can do that on the Sandbox screen.',
  bug: 'You can open the log from the About screen.',
};

/** Suggestions for the names of saved files. The day and the extension follow. */
export const fileNames = {
  receipt: (upload: string) => `Receipt ${upload}`,
  logHead: (upload: string) => `Log head ${upload}`,
  files: (upload: string, states: ItemQuery['states']) => `${filesIn(states)} ${upload}`,
  findings: (upload: string) => `Findings ${upload}`,
  lockedFiles: (uploadId: number) => `Locked files of upload ${uploadId}`,
  uploads: 'Uploads',
  activity: 'Activity log',
  differences: 'Differences',
  history: (folder: string) => `File history ${folder}`,
} as const;

function filesIn([only, ...others]: ItemQuery['states']): string {
  if (others.length > 0) return 'Exceptions';
  switch (only) {
    case 'failed':
      return 'Failed files';
    case 'held':
      return 'Files to review';
    case 'skipped':
      return 'Skipped files';
    default:
      return 'Files';
  }
}
