import { count } from '../format.ts';
import { filesOrItems, plural } from './common.ts';

/** What could not be read. Nobody knows what a folder holds. */
function notRead(folders: number, files = 0): string {
  const amounts = [
    ...(folders > 0 ? [plural(folders, 'unreadable folder', 'unreadable folders')] : []),
    ...(files > 0 ? [plural(files, 'unreadable file', 'unreadable files')] : []),
  ];
  return amounts.join(' and ');
}

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
  /** `files` includes the folders and links. */
  failedFiles: (files: number, unreadFolders = 0, links = 0) =>
    [
      ...(files > unreadFolders ? [`${filesOrItems(files - unreadFolders, links)} failed`] : []),
      ...(unreadFolders > 0 ? [notRead(unreadFolders)] : []),
    ].join(', '),
  notRead,
  needsReview: 'Needs review',
  needReview: (files: number) => `${count(files)} ${files === 1 ? 'needs' : 'need'} review`,
  needsReviewFiles: (files: number, links = 0) =>
    `${filesOrItems(files, links)} ${files === 1 ? 'needs' : 'need'} review`,
  accepted: 'Accepted',
  handedOver: 'Handed over',
  handedOverLinks: (links: number) => `${plural(links, 'link', 'links')} handed over`,
  acceptedFiles: (files: number) => `${count(files)} accepted`,
  noneAccepted: '–',
  allAccepted: (files: number, skipped = 0) => {
    const accepted = files === 1 ? 'the file' : `all ${count(files)} files`;
    const others = skipped === 0 ? '' : ` ${plural(skipped, 'other was', 'others were')} skipped.`;
    return `Complete: the platform accepted ${accepted}.${others}`;
  },
  allHandedOver: (files: number, links: number) => {
    const linked = links === 1 ? 'the linked file' : `the ${count(links)} linked files`;
    const accepted = files === 0 ? '' : `The platform accepted ${plural(files, 'file', 'files')}. `;
    return `${accepted}Check in the platform that it downloaded ${linked}.`;
  },
  incomplete: (problems: string) => `Incomplete: ${problems}.`,
  allSkipped: 'The platform accepted no file: every file was skipped.',
  notUploadedFiles: (files: number, links = 0) =>
    `${filesOrItems(files, links)} ${files === 1 ? "wasn't" : "weren't"} uploaded`,
} as const;
