/** A folder inside a container whose folders Lading can't list, as a person gives it. */

/**
 * With `/` between names and at its end. Backslashes separate names where no slash does. Returns null if no folder is named, or the
 * path leads up (`..`).
 */
export function innerFolderPath(text: string): string | null {
  const path = text.trim();
  const names = (path.includes('/') ? path : path.replaceAll('\\', '/'))
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return names.length === 0 || names.includes('..') ? null : names.map((name) => `${name}/`).join('');
}
