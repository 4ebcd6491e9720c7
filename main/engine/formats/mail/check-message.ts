import { type ContentCheck, intact } from '../content-check.ts';
import { type RandomAccess, readAt } from '../random-access.ts';

/** S/MIME or PGP: the body opens with the receiver's key, not with a password. */
export function checkMessage(file: RandomAccess): ContentCheck {
  const text = readAt(file, 0, 16_384).toString('latin1');
  const headers = (text.split(/\r?\n\r?\n/, 1)[0] ?? '').replace(/\r?\n[ \t]+/g, ' ');
  const isEncrypted =
    /^Content-Type: *application\/(x-)?pkcs7-mime;[^\n]*smime-type="?enveloped-data/im.test(headers) ||
    /^Content-Type: *multipart\/encrypted/im.test(headers);
  return isEncrypted ? { ...intact, isEncrypted: true, locked: 'file' } : intact;
}
