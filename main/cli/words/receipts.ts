/** What receipt and verify say. */
import { formatBytes } from '../../../preload/contract/format-bytes.ts';
import type { Difference, UploadId } from '../../engine/index.ts';
import { formatCount, pluralize } from '../format.ts';

export const written = {
  path: (id: UploadId, path: string) => `Receipt of upload ${id}: ${path}`,
  head: (head: string) => `Log head: ${head}`,
  advice: "Keep the log head separately from the receipt. It shows later that the receipt wasn't replaced.",
} as const;

export const verified = {
  heading: (id: string | number) => `Receipt of upload ${id}`,
  labels: {
    for: 'For',
    issued: 'Issued',
    files: 'Files',
    links: 'Links',
    head: 'Log head',
    result: 'Result',
  },
  target: (dataset: string, database: string) => `dataset “${dataset}”, database “${database}”`,
  files: (items: number, sizeBytes: number) => `${pluralize(items, 'file')}, ${formatBytes(sizeBytes)}`,
  handedOver: (links: number) =>
    `${pluralize(links, 'link was', 'links were')} handed over. Whether the platform could download ${links === 1 ? 'it' : 'them'} isn't known.`,
  intact: 'Intact: unchanged since it was written, and every file is accounted for.',
  notIntact: 'NOT INTACT: changed since it was written, or not every file is accounted for.',
} as const;

export const comparison = {
  heading: (folder: string) => `Compared with ${folder}`,
  counts: {
    same: 'identical (size and SHA-1)',
    sameSizeOnly: 'same size; the receipt has no SHA-1 for them',
    missing: 'missing',
    changed: 'changed',
    unreadable: 'unreadable',
    notInReceipt: 'in the folder, but not in the receipt',
    notCompared: "not compared (links, skipped files, and what couldn't be read for the upload)",
  },
  more: (differences: number) =>
    `… and ${formatCount(differences)} more differences. To list them all, use --json.`,
} as const;

export const differenceKinds: Readonly<Record<Difference['kind'], string>> = {
  missing: 'missing',
  changed: 'changed',
  unreadable: 'unreadable',
  'not-in-receipt': 'not in receipt',
};
