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
  paused: 'Paused',
  waiting: 'Waiting',
  uploaded: 'Uploaded',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
  failed: 'Failed',
  failedFiles: (files: number) => `${plural(files, 'file', 'files')} failed`,
  needsReview: 'Needs review',
  needsReviewFiles: (files: number) => plural(files, 'file needs review', 'files need review'),
  accepted: 'Accepted',
  acceptedFiles: (files: number) => `${count(files)} accepted`,
  noneAccepted: '–',
  allAccepted: (files: number) =>
    files === 1
      ? 'Complete: the platform accepted the file.'
      : `Complete: the platform accepted all ${count(files)} files.`,
  incomplete: (problems: string) => `Incomplete: ${problems}.`,
  allSkipped: 'Nothing was uploaded: every file was skipped.',
  notUploadedFiles: (files: number) => `${plural(files, "file wasn't", "files weren't")} uploaded`,
} as const;
