/** The encoding of a text file that a person gives: lists of hashes, CSV files, passwords. */

/** Longer than the first lines. */
const sampleBytes = 512;
const lineFeed = 0x0a;

/**
 * UTF-8 and UTF-16 by their byte order marks, and UTF-16 without one by its zeros: text in Latin letters has one in most
 * pairs of bytes, at the same place, and other text in its line feeds. Returns null for everything else, which may be UTF-8.
 */
export function unicodeEncodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  const pairs = Math.min(head.length, sampleBytes) >> 1;
  let [zerosFirst, zerosLast, linesFirst, linesLast] = [0, 0, 0, 0];
  for (let at = 0; at < 2 * pairs; at += 2) {
    const [first, last] = [head[at], head[at + 1]];
    if (first === 0) zerosFirst += 1;
    if (last === 0) zerosLast += 1;
    if (first === 0 && last === lineFeed) linesLast += 1;
    if (first === lineFeed && last === 0) linesFirst += 1;
  }
  // Some letters beyond Latin have the zero at the other place. Lists that end lines with a zero have it at both.
  const isUtf16 = (zeros: number, others: number, lines: number) =>
    zeros > 16 * others && (4 * zeros >= pairs || lines > 0);
  if (isUtf16(zerosLast, zerosFirst, linesFirst)) return 'utf-16le';
  return isUtf16(zerosFirst, zerosLast, linesLast) ? 'utf-16be' : null;
}
