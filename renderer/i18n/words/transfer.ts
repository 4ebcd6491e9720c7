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
  stopped: (why: string) => `Stopped: ${why}`,
  waiting: (why: string) => `Waiting: ${why}`,
  waitingShort: 'Waiting',
  verified: 'Verified',
  sent: 'Sent',
  cancelled: 'Cancelled',
  leftOut: 'Left out',
  leftOutWhy: (why: string) => `Left out: ${why}`,
  failed: 'Failed',
  failedWhy: (why: string) => `Failed: ${why}`,
  failedFiles: (files: number) => `Failed: ${plural(files, 'file', 'files')}`,
  decide: 'To decide',
  decideItems: (items: number) => `To decide: ${plural(items, 'file', 'files')}`,
  accepted: 'Accepted',
  acceptedCount: (files: number) => `${count(files)} accepted`,
  noneAccepted: '–',
} as const;
