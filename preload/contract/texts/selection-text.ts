/** Why a selection skips a file, in plain English: the same in the window, on the command line, and in a receipt. */
import type { SkipReason } from '../failures/failure-schema.ts';
import { hashName } from '../views/hash-algorithm.ts';
import type { SelectionCode, SystemFileKind } from '../views/selection.ts';
import { formatBytes } from './format-bytes.ts';

type SelectionReason = Extract<SkipReason, { readonly code: SelectionCode }>;

export const systemFileNames: Readonly<Record<SystemFileKind, string>> = {
  thumbnails: 'thumbnail caches (Thumbs.db)',
  'folder-settings': 'folder settings (desktop.ini, .DS_Store)',
  'apple-double': 'AppleDouble files (._…)',
  'office-lock': 'Office lock files (~$…)',
  'search-index': 'search indexes (.Spotlight-V100, .fseventsd)',
  trash: 'trash folders ($RECYCLE.BIN, .Trashes)',
  'volume-data': 'volume data (System Volume Information, @eaDir, lost+found)',
};

/** A sentence. */
export function selectionText(reason: SelectionReason): string {
  switch (reason.code) {
    case 'deselected':
      return 'You chose not to send this file.';
    case 'excluded':
      return `It matches the excluded pattern ${reason.pattern}.`;
    case 'not-included':
      return 'It matches none of the patterns of what to include.';
    case 'system-file':
      return `System files are excluded: ${systemFileNames[reason.kind]}.`;
    case 'excluded-type':
      return `Files of this type (${reason.type === '' ? 'unknown' : reason.type}) are excluded.`;
    case 'excluded-size':
      return `Only files of ${range(reason.minBytes, reason.maxBytes, formatBytes)} are sent.`;
    case 'excluded-date':
      return `Only files modified ${range(reason.from, reason.to, String)} (UTC) are sent.`;
    case 'excluded-custodian':
      return reason.custodian === null
        ? 'Files without a custodian are excluded.'
        : `Files of ${reason.custodian} are excluded.`;
    case 'known-file':
      return `Its ${hashName(reason.hash)} is in the list of known files ${reason.list}.`;
    case 'duplicate': {
      const same = reason.sha256 === undefined ? 'SHA-1' : 'content';
      return `It has the same ${same} as ${reason.of}, which ${reason.at === null ? 'is sent' : `was sent ${reason.at}`}.`;
    }
    case 'already-sent':
      return `An earlier upload sent this file unchanged to the same database on ${reason.at}${
        reason.sourceFileId === null ? '' : ` (source file ${reason.sourceFileId})`
      }.`;
  }
}

/** Of a range in which no value is. */
export const emptyRangeText = (from: string, to: string): string =>
  `No file can be in this range: ${from} is above ${to}.`;

function range<T>(from: T | null, to: T | null, say: (value: T) => string): string {
  if (to === null) return from === null ? 'of any kind' : `from ${say(from)} on`;
  return from === null ? `up to ${say(to)}` : `from ${say(from)} to ${say(to)}`;
}
