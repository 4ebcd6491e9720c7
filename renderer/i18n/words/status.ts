import {
  failedFilesText,
  handedOverLinksText,
  needsReviewText,
  notReadText,
} from '../../../preload/contract/texts/delivery-text.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

/** What Lading did with a file or an upload, and what the platform accepted. */
export const status = {
  draft: 'Draft',
  queued: 'Queued',
  scanning: 'Scanning',
  hashing: 'Hashing',
  uploading: 'Uploading',
  uploadingParts: (parts: number) => `Uploading · ${plural(parts, 'part', 'parts')}`,
  completing: 'Completing',
  assembling: 'Assembling',
  pausing: 'Pausing',
  paused: 'Paused',
  waiting: 'Waiting',
  uploaded: 'Uploaded',
  cancelled: 'Canceled',
  skipped: 'Skipped',
  failed: 'Failed',
  failedFiles: failedFilesText,
  notRead: notReadText,
  needsReview: 'Needs review',
  needReview: (files: number) => `${count(files)} ${files === 1 ? 'needs' : 'need'} review`,
  needsReviewFiles: needsReviewText,
  accepted: 'Accepted',
  handedOver: 'Handed over',
  handedOverLinks: handedOverLinksText,
  acceptedFiles: (files: number) => `${count(files)} accepted`,
  noneAccepted: '–',
} as const;
