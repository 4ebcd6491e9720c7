/** Which addresses Lading connects to. Pure. */
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isEncryptedOrLocal } from '../../../preload/contract/views/loopback.ts';
import { withoutTrailingSlashes } from '../types/source-path.ts';
import { redactUrl } from './redact.ts';

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
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return failure('server-url-has-extras', { url: redactUrl(url) });
  if (!isEncryptedOrLocal(url)) return failure('server-url-insecure', { url: redactUrl(url) });
  url.pathname = withoutTrailingSlashes(url.pathname);
  return success(url);
}
