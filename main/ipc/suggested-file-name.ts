/** A file name that every operating system accepts; the person can change it in the dialog. Pure. */
export function suggestedFileName(text: string, extension: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${name === '' ? 'Lading' : name}.${extension}`;
}
