/** Which file of the inventory a line of a hash list means. Pure. */

/** With `/`, without `./`, a drive, or a share's slashes. Null for a path that leads out of its folder. */
export function listedPath(path: string): readonly string[] | null {
  const slashes = path.includes('/') ? path : path.replaceAll('\\', '/');
  const parts = slashes
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? null : parts;
}

/**
 * How many leading folders of the listed paths are not below the list's own folder, because the list was made elsewhere:
 * the number with which the most paths are found. One number for the whole list, so that no file is taken for another.
 */
export function prefixToStrip(
  paths: readonly (readonly string[])[],
  exists: (path: readonly string[]) => boolean,
): number {
  const deepest = Math.min(maxStrip, Math.max(0, ...paths.map((path) => path.length - 1)));
  let best = { strip: 0, found: 0 };
  for (let strip = 0; strip <= deepest; strip += 1) {
    const found = paths.filter((path) => path.length > strip && exists(path.slice(strip))).length;
    if (found > best.found) best = { strip, found };
  }
  return best.strip;
}

const maxStrip = 40;
