import { type ContentCheck, damaged, intact } from '../content-check.ts';
import type { RandomAccess } from '../random-access.ts';
import { encryptionPasswordCheck } from './pdf-password.ts';
import { readPdfTrailers } from './pdf-trailer.ts';

export function checkPdf(file: RandomAccess): ContentCheck {
  const { hasEnd, encryption } = readPdfTrailers(file);
  if (!hasEnd) return damaged({ kind: 'end-missing', part: 'table-of-contents' });
  if (encryption === null) return intact;
  // Without a password for opening it, only printing or changing is restricted.
  const attempt = encryptionPasswordCheck(file, encryption);
  const isOpen = attempt.kind === 'check' && attempt.fits('');
  return { ...intact, isEncrypted: true, locked: isOpen ? null : 'file' };
}
