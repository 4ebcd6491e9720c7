/** Paths in a CSV of custodians, which people copy from Windows, from other computers, and from lists of their own. */

export interface MapPath {
  /** Of an absolute path: `c:`, `//server/share`, or `` for `/`. Null for a path below a chosen folder. */
  readonly volume: string | null;
  readonly segments: readonly string[];
}

/**
 * Backslashes separate where a drive, a server, or the lack of slashes shows that the path is of Windows. Null if it leads
 * up (`..`).
 */
export function parseMapPath(text: string): MapPath | null {
  const path = text
    .trim()
    .replace(/^[\\/]{2}[?.][\\/](?:UNC[\\/]|(?=[a-z]:))/i, (prefix) => (/UNC/i.test(prefix) ? '\\\\' : ''));
  const drive = /^([a-z]):(?=[\\/]|$)/i.exec(path)?.[1];
  const isUnc = /^(?:\\\\|\/\/)[^\\/]/.test(path);
  const isWindows = drive !== undefined || isUnc || !path.includes('/');
  const parts = (isWindows ? path.replaceAll('\\', '/') : path).split('/');
  const names = (drive === undefined ? parts : parts.slice(1)).filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) return null;
  if (drive !== undefined) return { volume: `${drive.toLowerCase()}:`, segments: names };
  if (isUnc) return { volume: `//${names.slice(0, 2).join('/').toLowerCase()}`, segments: names.slice(2) };
  return {
    volume: path.startsWith('/') || (isWindows && path.startsWith('\\')) ? '' : null,
    segments: names,
  };
}

/** How names are compared where no spelling is the same: Windows and macOS ignore case and the form of accents. */
export function looseKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
