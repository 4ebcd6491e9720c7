/** Words for the rules of a selection: the same in the window, on the command line, and in a receipt. */
import type { SystemFileKind, TypedFilter } from '../views/selection.ts';

export const systemFileNames: Readonly<Record<SystemFileKind, string>> = {
  thumbnails: 'thumbnail caches (Thumbs.db)',
  'folder-settings': 'folder settings (desktop.ini, .DS_Store)',
  'apple-double': 'AppleDouble files (._…)',
  'office-lock': 'Office lock files (~$…)',
  'search-index': 'search indexes (.Spotlight-V100, .fseventsd)',
  trash: 'trash folders ($RECYCLE.BIN, .Trashes)',
  'volume-data': 'volume data (System Volume Information, @eaDir, lost+found)',
};

export const filterNames: Readonly<Record<TypedFilter, string>> = {
  include: 'The pattern to include',
  exclude: 'The pattern to exclude',
  types: 'The type to send',
  notTypes: 'The type to exclude',
  custodians: 'The custodian to send',
  notCustodians: 'The custodian to exclude',
};

/** For a range that can hold no value. */
export const emptyRangeText = (from: string, to: string): string =>
  `No file can be in this range: ${from} is above ${to}.`;
