/**
 * A file name that every operating system accepts, with the day in the computer's zone: "Uploads 2026-11-14.csv". The person can
 * change it in the dialog. Pure.
 */
export function suggestedFileName(text: string, extension: string, at: Date): string {
  const name = text
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 110)
    .replace(/^[. ]+|[. ]+$/g, '');
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${name === '' ? 'Lading' : name} ${at.getFullYear()}-${month}-${day}.${extension}`;
}
