/** What progress says, on a terminal and in plain lines. */

import { formatBytes } from '../../../preload/contract/format-bytes.ts';
import { formatDuration } from '../../../preload/contract/format-duration.ts';
import type { UploadState } from '../../engine/index.ts';
import { formatCount, pluralize } from '../format.ts';

export const states: Readonly<Record<UploadState, string>> = {
  scanning: 'scanning',
  ready: 'ready',
  uploading: 'uploading',
  paused: 'paused',
  finished: 'finished',
  cancelled: 'canceled',
};

export const activities = {
  hashing: 'hashing',
  uploading: 'uploading',
  waiting: 'waiting',
  completing: 'completing',
  assembling: 'assembling',
} as const;

export const scanTitle = 'Scanning files';

export function scannedSoFar(files: number, sizeBytes: number): string {
  return `${pluralize(files, 'file')}, ${formatBytes(sizeBytes)} so far`;
}

/** With the title of the upload above it. */
export function foundSoFar(files: number, sizeBytes: number): string {
  return `Found ${scannedSoFar(files, sizeBytes)}`;
}

export function filesOf(done: number, total: number): string {
  return `${formatCount(done)} of ${pluralize(total, 'file')}`;
}

export function percentDone(percent: number | string): string {
  return `${percent}%`;
}

/** "Waiting for /mnt/ev: not found · since 2026-10-12 15:20 EST" */
export function unavailableSource(reason: string, since: string): string {
  return `${reason} · since ${since}`;
}

/** "Waiting: no network · retrying in 12 s" */
export function waitNotice(reason: string, seconds: number): string {
  const next = seconds > 0 ? `retrying in ${formatDuration(seconds)}` : 'retrying now';
  return `Waiting: ${reason} · ${next}`;
}

export const assemblingOnly = 'the platform is assembling what was uploaded';

export const remainingTimeUnknown = 'estimating time left';

export function parallelParts(parts: number): string {
  return pluralize(parts, 'parallel part');
}

/** Its size is in a column of its own. */
export function pack({ number, files }: { readonly number: number; readonly files: number }): string {
  return `Pack ${formatCount(number)}: ${pluralize(files, 'file')}`;
}

export function partOf(done: number, count: number): string {
  return `part ${formatCount(done)} of ${formatCount(count)}`;
}

export const outcomes = {
  handedOver: (links: number) => `${pluralize(links, 'link')} handed over`,
  skipped: (files: number) => `${formatCount(files)} skipped`,
  failed: (files: number) => `${formatCount(files)} failed`,
  held: (files: number) => `${formatCount(files)} ${files === 1 ? 'needs' : 'need'} review`,
} as const;

export function moreActive(files: number): string {
  return `… and ${formatCount(files)} more in progress`;
}
