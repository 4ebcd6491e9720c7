import { count } from '../format.ts';
import { plural } from './common.ts';

/** The states of a transfer, and what the platform has accepted: two things, never one. */
export const transfer = {
  draft: 'Draft',
  queued: 'Queued',
  scanning: 'Scanning',
  hashing: 'Hashing',
  uploading: 'Uploading',
  uploadingParts: (parts: number) => `Uploading · ${plural(parts, 'part', 'parts')}`,
  completing: 'Completing',
  paused: 'Paused',
  stopped: 'Stopped',
  waiting: 'Waiting',
  verified: 'Verified',
  sent: 'Sent',
  cancelled: 'Cancelled',
  skipped: 'Left out',
  failed: 'Failed',
  failedFiles: (files: number) => `Failed: ${plural(files, 'file', 'files')}`,
  decide: 'To decide',
  decideItems: (items: number) => `To decide: ${plural(items, 'file', 'files')}`,
  accepted: 'Accepted',
  acceptedCount: (files: number) => `${count(files)} accepted`,
  noneAccepted: '–',
  allArrived: (files: number) =>
    files === 1
      ? 'Everything arrived: the platform accepted the file.'
      : `Everything arrived: the platform accepted all ${count(files)} files.`,
  nothingToArrive: 'Nothing was sent: every file was left out.',
  notArrived: (files: number) => `${plural(files, 'file', 'files')} did not arrive`,
  notDecided: (files: number) =>
    plural(files, 'file waits for your decision', 'files wait for your decision'),
  notSent: (files: number) => `${plural(files, 'file was', 'files were')} not sent`,
} as const;
