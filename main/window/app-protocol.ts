/** What app://lading/ serves: the built window, file by file, under a policy that allows nothing else. */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

export const windowAddress = 'app://lading/index.html';

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

const types: Readonly<Record<string, string | undefined>> = {
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

/** The file that an address stands for, or null: another host, a way out of the folder, a kind that is not served. Pure. */
export function fileFor(address: string, root: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'app:' || url.host !== 'lading') return null;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  // The parser has resolved dots between slashes; encoded ones and Windows' own separators and drives are left.
  if (/[\\:\0]|%/.test(path) || path.split('/').includes('..')) return null;
  const file = join(root, path === '/' ? 'index.html' : path);
  if (!file.startsWith(root + sep) || types[extname(file)] === undefined) return null;
  return file;
}

export async function serve(request: { readonly url: string; readonly method: string }, root: string) {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers });
  const file = fileFor(request.url, root);
  if (file === null) return new Response(null, { status: 404, headers });
  try {
    const body = new Uint8Array(await readFile(file));
    return new Response(body, { headers: { ...headers, 'Content-Type': types[extname(file)] ?? '' } });
  } catch {
    return new Response(null, { status: 404, headers });
  }
}
