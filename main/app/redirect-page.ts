/**
 * A page on disk that leads a browser to an address. Only this user can read the file, whereas anyone on the computer may
 * see the arguments of a browser that is started with the address itself.
 */
import type { Result } from '../../preload/contract/failures/failure.ts';
import { replaceTextFile } from '../engine/store/files/atomic-file.ts';

export function writeRedirectPage(path: string, address: URL): Promise<Result<undefined>> {
  const href = address.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return replaceTextFile(
    path,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url=${href}">
<title>Lading</title>
<a href="${href}">Open the sandbox</a>
</html>
`,
  );
}
