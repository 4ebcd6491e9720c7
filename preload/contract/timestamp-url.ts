import { failure, type Result, success } from './failures/failure.ts';

/**
 * The address of a time-stamping authority. Plain http is allowed: only a hash is sent, and the answer is signed.
 * Fails with timestamp-url-malformed and timestamp-url-has-password.
 */
export function parseTimestampUrl(text: string): Result<URL> {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    return failure('timestamp-url-malformed');
  if (url.username !== '' || url.password !== '')
    return failure('timestamp-url-has-password', { url: url.origin });
  return success(url);
}
