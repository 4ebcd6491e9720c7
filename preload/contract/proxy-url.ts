import { failure, type Result, success } from './failures/failure.ts';

/** An HTTP proxy as a person entered it. Fails with proxy-malformed and proxy-has-password. */
export function parseManualProxy(text: string): Result<string> {
  const url = URL.parse(text);
  const isHttp = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (!isHttp || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    return failure('proxy-malformed');
  }
  if (url.username !== '' || url.password !== '') return failure('proxy-has-password');
  return success(url.href);
}
