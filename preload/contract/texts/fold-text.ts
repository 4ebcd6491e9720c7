/**
 * A text as searches and comparisons of names see it: without case, and with one form for each character, whether it is
 * composed (NFC, as Windows writes it), decomposed (NFD, as macOS does), or full-width.
 */
export function foldText(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // ß becomes SS and ς becomes Σ in upper case. Lower case chooses one of the two small sigmas by position.
  const lower = text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return lower.normalize('NFKC');
}

const isAscii = /^[\0-\x7f]*$/;
