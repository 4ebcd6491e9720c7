/** Serves app://lading/: the built window, file by file, under a policy that allows nothing else. */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export const appUrl = 'app://lading/index.html';

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Readonly<Record<string, string | undefined>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

/** Whether an address is one of Lading's own pages. Pure. */
export function isAppPage(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === 'app:' &&
    url.host === 'lading' &&
    url.username === '' &&
    url.password === ''
  );
}

/** The file for an address. Returns null for another host, a path outside the folder, or a type that isn't served. Pure. */
export function resolveFile(address: string, root: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'app:' || url.host !== 'lading') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  // The URL parser resolved "..", but not if encoded, and it knows nothing of Windows separators and drives.
  if (/[\\:\0]|%/.test(path) || path.split('/').includes('..')) return null;
  const file = join(root, path === '/' ? 'index.html' : path);
  if (!file.startsWith(root + sep) || contentTypes[extname(file)] === undefined) return null;
  return file;
}

export async function serveFile(
  request: { readonly url: string; readonly method: string },
  root: string,
): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers });
  const file = resolveFile(request.url, root);
  if (file === null) return new Response(null, { status: 404, headers });
  try {
    const body = new Uint8Array(await readFile(file));
    return new Response(body, { headers: { ...headers, 'Content-Type': contentTypes[extname(file)] ?? '' } });
  } catch {
    return new Response(null, { status: 404, headers });
  }
}
