/** What a person typed; null for white space alone, which is nothing. */
export function blankAsNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
