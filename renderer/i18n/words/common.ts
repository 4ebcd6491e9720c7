import type { FailureCode } from '../../../preload/contract/failure.ts';
import { count } from '../format.ts';

export function plural(amount: number, one: string, many: string): string {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

export const common = {
  app: 'Lading',
  back: 'Back',
  next: 'Next',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  remove: 'Remove',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  loading: 'Loading…',
  none: 'None',
  search: 'Search',
  clear: 'Clear',
  more: 'More',
  files: (amount: number) => plural(amount, 'file', 'files'),
  folders: (amount: number) => plural(amount, 'folder', 'folders'),
  selected: (amount: number) => `${count(amount)} selected`,
  savedTo: (path: string) => `Saved to ${path}`,
} as const;

/** A heading for each way something can fail; the message under it comes with the failure itself. */
export const failures: Readonly<Record<FailureCode, string>> = {
  'bad-input': 'That cannot be used',
  'profile-invalid': 'The interface profile does not fit',
  'url-insecure': 'The address is not secure',
  'key-missing': 'An API key is needed',
  'key-malformed': 'That is not an API key',
  'path-missing': 'Not found on disk',
  'path-unreadable': 'Cannot be read',
  'path-not-a-file': 'Not a file or folder',
  'nothing-to-send': 'There is nothing to send',
  'file-too-large': 'Too large for the platform',
  'file-changed': 'Changed while it was sent',
  'store-locked': 'Another Lading is at work',
  'store-newer': 'Written by a later Lading',
  'store-read-only': 'The data folder is read-only',
  'store-damaged': 'The data file is damaged',
  'disk-full': 'The disk is full',
  'key-refused': 'The platform refused the API key',
  forbidden: 'The API key may not do this',
  'not-found': 'Not found on the platform',
  'cap-reached': 'The database’s size cap is reached',
  refused: 'The platform refused',
  'unexpected-answer': 'An unexpected answer',
  unreachable: 'The platform cannot be reached',
  'outcome-unknown': 'Sent, but not answered',
  'hash-mismatch': 'What arrived is not what was sent',
  stopped: 'Stopped',
  'not-known': 'Not known here',
};
