import { count } from '../format.ts';
import { plural } from './common.ts';

export const newUploadPasswords = {
  heading: 'Locked files',
  description: 'The platform needs their passwords to process them.',
  whereTheyGo:
    'Lading tries passwords on this computer, and stores them nowhere. All of them go to the platform, which uses them for the whole dataset.',
  nothingLocked: 'No locked files',
  nothingLockedDescription: 'Pre-flight found no encrypted files among those that will be uploaded.',
  noneKnown: 'No known locked files: not every file was checked',
  enterAgain: 'Enter the passwords again',
  enterAgainDescription:
    "Passwords are kept in memory only. Lading, or the part of it that uploads, was restarted since you entered them, so they're gone.",
  passwords: 'Passwords',
  field: 'Passwords to try',
  fieldHint: 'One per line. Spaces count.',
  add: 'Add passwords',
  addFile: 'Add from file…',
  show: 'Show passwords',
  hide: 'Hide passwords',
  added: (amount: number) =>
    amount === 0 ? 'No new passwords.' : `${plural(amount, 'password', 'passwords')} added.`,
  held: (amount: number) =>
    amount === 0 ? 'Add passwords to try them.' : `${plural(amount, 'password', 'passwords')} in memory`,
  clear: 'Clear passwords',
  tryPasswords: 'Try passwords',
  trySlowFiles: 'Try slow files, too',
  trySlowFilesHint: 'A file can ask for so much work that each password takes up to 15 seconds.',
  cancel: 'Cancel',
  canceled: 'Canceled. What was found so far is kept.',
  trying: 'Trying passwords',
  progress: (done: number, files: number) => `${count(done)} of ${plural(files, 'file', 'files')}`,
  tried: (passwords: number) => `${plural(passwords, 'attempt', 'attempts')}`,
  lockedFiles: 'Locked files',
  search: 'Search files',
  all: (files: number) => `All (${count(files)})`,
  filter: (status: string, files: number) => `${status} (${count(files)})`,
  saveLetter: 'Save letter to client…',
  saveCsv: 'Save still locked files as CSV…',
  path: 'File',
  status: 'Status',
  type: 'Type',
  custodian: 'Custodian',
  size: 'Size',
  untried: (files: number) => `no password was tried on ${plural(files, 'locked file', 'locked files')}`,
  notNeeded: 'not needed: no locked files',
};
