/** Which file of the inventory a line of a hash list means. Pure. */
import { decodeLine, rawWindows1252 } from '../../sources/read-lines.ts';
import { rawOf } from '../../types/source-path.ts';

/**
 * All paths are raw here: bytes, as latin1 (source-path.ts).
 *
 * As segments, without `./`, a drive, or a share's slashes; the likeliest last. A backslash without any slash is part of a
 * name on Linux, and separates names on Windows. Empty for a path that leads out of its folder.
 */
export function listedPaths(path: string): readonly (readonly string[])[] {
  const isUnclear = path.includes('\\') && !path.includes('/');
  const asWindows = isUnclear
    ? path.replaceAll('\\', '/').replace(/^[a-z]:/i, '')
    : path.replace(/^[a-z]:/i, '');
  return (isUnclear ? [path, asWindows] : [asWindows])
    .map((each) => each.split('/').filter((part) => part !== '' && part !== '.'))
    .filter((parts) => parts.length > 0 && !parts.includes('..'));
}

/**
 * How a file of this path may be spelled in the inventory, the exact one first: macOS decomposes accents (NFD), others
 * compose them (NFC), and a list may be in another encoding than the names.
 */
export function listedSpellings(path: readonly string[]): readonly (readonly string[])[] {
  const raw = path.join('/');
  if (!beyondAscii.test(raw)) return [path];
  const { text } = decodeLine(raw);
  const texts = [text, text.normalize('NFC'), text.normalize('NFD')].map((each) => rawOf(each, null));
  return [...new Set([raw, ...texts, rawWindows1252(text) ?? raw])].map((each) => each.split('/'));
}

const beyondAscii = /[^\0-\x7f]/;

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
