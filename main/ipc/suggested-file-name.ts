/** A name that every system takes; the person may change it in the dialog. Pure. */
export function fileNameFor(words: string, extension: string): string {
  const kept = words
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${kept === '' ? 'Lading' : kept}.${extension}`;
}
