import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

/** Choosing folders and files by hand in the Pre-flight step. */
export const chooseFiles = {
  title: 'Choose by hand',
  tally: (items: number, bytes: number, skipped: number) =>
    `${plural(items, 'file', 'files')} to upload, ${formatBytes(bytes)}${
      skipped === 0 ? '' : ` · ${count(skipped)} skipped`
    }`,
  files: 'To upload',
  size: 'Size',
  reason: 'Skipped because',
  of: (items: number, all: number) => (items === all ? count(items) : `${count(items)} of ${count(all)}`),
  notSent: (items: number, bytes: number) =>
    `${plural(items, 'file is', 'files are')} skipped, ${formatBytes(bytes)}`,
  send: (name: string) => `Upload ${name}`,
  select: 'Select for upload',
  deselect: 'Skip',
  keys: 'Space selects or skips · Arrow keys expand and collapse · Your choice overrides the rules',
  noFolders: 'This upload has no folders',
  noFoldersDescription: 'Links are always uploaded.',
} as const;
