/**
 * Names come from evidence: none may break a line, or turn the reading direction so that an .exe reads as a picture.
 * As the command line shows them: control characters by their pictures, the rest by a replacement character.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20) return String.fromCodePoint(0x2400 + code);
      return code === 0x7f ? '\u2421' : '\uFFFD';
    });
}
