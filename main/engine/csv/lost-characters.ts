/**
 * U+FFFD, or question marks where a letter is expected. Excel writes one for each letter that Windows-1252 lacks when it saves
 * a "CSV", so such a file is valid text. One at the end of a word may be meant, and isn't found.
 */
const lostCharacters = /\ufffd|\p{L}\?{1,4}\p{L}|(?<![\p{L}\p{N}\p{P}])\?\p{L}|(?<![\p{L}\p{N}?])\?\?/u;

export function hasLostCharacters(text: string): boolean {
  return lostCharacters.test(text);
}
