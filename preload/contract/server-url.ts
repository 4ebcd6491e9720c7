/** Which addresses Lading connects to (platform-interface 5.2). Pure. */
import { failure, type Result, success } from './failures/failure.ts';
import { isEncryptedOrLocal } from './views/loopback.ts';

/** A longer name is none (RFC 1035), and would fill a dialog that names it. */
const maxHostLength = 253;

export function parseServerUrl(text: string): Result<URL> {
  const trimmed = text.trim();
  if (trimmed === '') return failure('server-url-missing');
  const url = URL.parse(trimmed);
  // The text is not repeated: it may be a key that was pasted into the wrong field.
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return failure('server-url-malformed');
  if (url.hostname.length > maxHostLength) return failure('server-url-malformed');
  const shown = { url: `${url.origin}${url.pathname}` };
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return failure('server-url-has-extras', shown);
  if (!isEncryptedOrLocal(url)) return failure('server-url-insecure', shown);
  const { pathname } = url;
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  url.pathname = pathname.slice(0, end);
  return success(url);
}
