/** Paths in a CSV of custodians, which people copy from Windows, from other computers, and from lists of their own. */
import { join, resolve } from 'node:path';

export interface MapPath {
  /** The start of an absolute path: `c:`, `//server/share`, or `` for `/`. It is null for a path below a chosen folder. */
  readonly volume: string | null;
  readonly segments: readonly string[];
}

/**
 * As it is spelled: blanks around it are part of names. Backslashes separate where a drive, a server, or the lack of slashes shows that the path is of Windows. Returns null if it leads
 * up (`..`).
 */
export function parseMapPath(text: string): MapPath | null {
  const path = text.replace(/^[\\/]{2}[?.][\\/](?:UNC[\\/]|(?=[a-z]:))/i, (prefix) =>
    /UNC/i.test(prefix) ? '\\\\' : '',
  );
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

/** Where a path of a CSV may lead on this computer, seen from a chosen file or folder. */
export function placesOf(text: string, root: string): readonly string[] {
  const path = parseMapPath(text.trim());
  const own = parseMapPath(root);
  if (path === null || own === null) return [];
  const { segments } = path;
  if (path.volume === own.volume) return [resolve(text.trim())];
  const name = looseKey(own.segments.at(-1) ?? '');
  if (path.volume === null) {
    const below = [join(root, ...segments)];
    return looseKey(segments[0] ?? '') === name ? [...below, join(root, ...segments.slice(1))] : below;
  }
  // Written on another computer
  const at = segments.findIndex((segment) => looseKey(segment) === name);
  return at === -1 ? [] : [join(root, ...segments.slice(at + 1))];
}

/** How names are compared where no spelling is the same: Windows and macOS ignore case and the form of accents. */
export function looseKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
