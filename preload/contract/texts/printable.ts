/**
 * Text that is safe to show on one line. File names come from evidence and messages from servers: neither may break
 * a line, move a terminal's cursor, or reverse the reading direction so that an .exe reads as a picture.
 * Control characters become their Unicode pictures, the others the replacement character.
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\uFFFD';
  });
}

/** What no text that is shown, written to a log, or printed as JSON may have as it is. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The same value as JSON, which is safe to show: what a terminal would act on is escaped. JSON.stringify escapes only
 * characters below a space. `indent`: spaces of each level; without, one line.
 */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return text.replace(unprintable, (character) =>
    // The indentation is the only line feed that isn't escaped already.
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
