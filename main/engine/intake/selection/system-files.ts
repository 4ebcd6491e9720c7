import type { SystemFileKind } from '../../../../preload/contract/views/selection.ts';

const files: Readonly<Record<string, SystemFileKind>> = {
  'thumbs.db': 'thumbnails',
  'thumbs.db:encryptable': 'thumbnails',
  'ehthumbs.db': 'thumbnails',
  'ehthumbs_vista.db': 'thumbnails',
  'desktop.ini': 'folder-settings',
  '.ds_store': 'folder-settings',
  '.localized': 'folder-settings',
  '.directory': 'folder-settings',
};
/** With everything below them. */
const folders: Readonly<Record<string, SystemFileKind>> = {
  '.spotlight-v100': 'search-index',
  '.fseventsd': 'search-index',
  '.trashes': 'trash',
  '.trash': 'trash',
  $recycle: 'trash',
  '$recycle.bin': 'trash',
  recycler: 'trash',
  'system volume information': 'volume-data',
  'lost+found': 'volume-data',
  '@eadir': 'volume-data',
  '#recycle': 'trash',
  '.temporaryitems': 'volume-data',
  '.documentrevisions-v100': 'volume-data',
};
/** No system file of a name of its own is larger by far; a person's file of such a name may be. */
const maxNamedBytes = 16_000_000;

/** An Office lock file holds one user name. A larger file of such a name is evidence. */
export function isOfficeLock(name: string, sizeBytes: number): boolean {
  return name.startsWith('~$') && sizeBytes <= 1_000;
}

/**
 * What kind of system file this is, by its name and its folders; null for anything else. A file of such a name that is too
 * large for what these are is evidence.
 */
export function systemFileKindOf(folder: string, name: string, sizeBytes: number): SystemFileKind | null {
  const lower = name.toLowerCase();
  const kind = Object.hasOwn(files, lower) ? files[lower] : undefined;
  if (kind !== undefined && sizeBytes <= maxNamedBytes) return kind;
  if (isOfficeLock(name, sizeBytes)) return 'office-lock';
  if (lower.startsWith('._') && sizeBytes <= maxNamedBytes) return 'apple-double';
  return folderKindOf(folder);
}

let last = { folder: '', kind: null as SystemFileKind | null };

/** Files come folder by folder, so the last answer is nearly always the next one. */
function folderKindOf(folder: string): SystemFileKind | null {
  if (last.folder === folder) return last.kind;
  const parts = folder.toLowerCase().split('/');
  const found = parts.find((part) => Object.hasOwn(folders, part));
  last = { folder, kind: found === undefined ? null : (folders[found] ?? null) };
  return last.kind;
}
