/** What progress says, on a terminal and in plain lines. */

import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../../preload/contract/texts/format-duration.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import type { UploadState } from '../../engine/index.ts';

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
  return `${plural(files, 'file')}, ${formatBytes(sizeBytes)} so far`;
}

/** With the title of the upload above it. */
export function foundSoFar(files: number, sizeBytes: number): string {
  return `Found ${scannedSoFar(files, sizeBytes)}`;
}

export function filesOf(done: number, total: number): string {
  return `${count(done)} of ${plural(total, 'file')}`;
}

export function percentDone(percent: number | string): string {
  return `${percent}%`;
}

/** "Waiting for /mnt/ev: not found · since 2026-10-12 15:20 EST" */
export function unavailableSource(reason: string, since: string): string {
  return `${reason} · since ${since}`;
}

/** "Waiting: no network · retrying in 12 s" */
/** `isTimed`: it continues at that time, and tries nothing before. */
export function waitNotice(reason: string, seconds: number, isTimed: boolean): string {
  const verb = isTimed ? 'continuing' : 'retrying';
  const next = seconds > 0 ? `${verb} in ${formatDuration(seconds)}` : `${verb} now`;
  return `Waiting: ${reason} · ${next}`;
}

export const assemblingOnly = 'the platform is assembling what was uploaded';

export const remainingTimeUnknown = 'estimating time left';

export function parallelParts(parts: number): string {
  return plural(parts, 'parallel part');
}

/** Its size is in a column of its own. */
export function pack({ number, files }: { readonly number: number; readonly files: number }): string {
  return `Pack ${count(number)}: ${plural(files, 'file')}`;
}

export function partOf(done: number, parts: number): string {
  return `part ${count(done)} of ${count(parts)}`;
}

export const outcomes = {
  handedOver: (links: number) => `${plural(links, 'link')} handed over`,
  skipped: (files: number) => `${count(files)} skipped`,
  failed: (files: number) => `${count(files)} failed`,
  held: (files: number) => `${count(files)} ${files === 1 ? 'needs' : 'need'} review`,
} as const;

export function moreActive(files: number): string {
  return `… and ${count(files)} more in progress`;
}
