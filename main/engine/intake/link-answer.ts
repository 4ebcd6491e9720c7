/** What the answer to a request for the first byte of a link says about the file behind it. Pure. */

import type { LinkCheck, LinkWarning } from '../../../preload/contract/views/link-check.ts';
import { isLoopbackHost } from '../../../preload/contract/views/loopback.ts';
import { isLocalHost } from '../platform/local-address.ts';

export interface LinkAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly contentRange: string;
  readonly contentLength: string;
}

/** A page of a site, unless the file itself is one. */
function isWebPage({ contentType }: LinkAnswer, url: URL): boolean {
  return /^(?:text\/html|application\/xhtml)/i.test(contentType) && !/\.x?html?$/i.test(url.pathname);
}

/** A whole number of bytes; null for anything else, such as the `*` of an unknown size. */
function wholeBytes(text: string | undefined): number | null {
  const bytes = /^\d+$/.test(text ?? '') ? Number(text) : null;
  return bytes !== null && Number.isSafeInteger(bytes) ? bytes : null;
}

/** Where the first byte of a file lies that has one; other ranges aren't what was asked for. */
const firstBytes = /^bytes 0-(\d+)\/(\d+|\*)$/;

/** The size that the answer to a range names; null for an unknown one, undefined for another range. */
function sizeOfRange(contentRange: string): number | null | undefined {
  if (contentRange === '') return null;
  const [, end, size] = firstBytes.exec(contentRange) ?? [];
  if (end === undefined) return undefined;
  const sizeBytes = wholeBytes(size);
  return sizeBytes !== null && Number(end) >= sizeBytes ? undefined : sizeBytes;
}

/** `url` is the one that answered, after redirects. */
export function interpretLinkAnswer(answer: LinkAnswer, url: URL): LinkCheck {
  const { status, contentRange, contentLength } = answer;
  const only = (...warnings: LinkWarning[]): LinkCheck => ({ sizeBytes: null, warnings });
  if (status === 401 || status === 403) return only({ code: 'login-needed', status });
  const isEmptyFile = status === 416 && contentRange.trim() === 'bytes */0';
  if (isEmptyFile) return { sizeBytes: 0, warnings: [] };
  if (status !== 200 && status !== 206) return only({ code: 'refused', status });
  if (isWebPage(answer, url)) return only({ code: 'web-page' });
  const size = status === 206 ? sizeOfRange(contentRange.trim()) : wholeBytes(contentLength);
  const sizeBytes = size ?? null;
  const warnings: LinkWarning[] = status === 200 || size === undefined ? [{ code: 'no-ranges' }] : [];
  if (sizeBytes === null) warnings.push({ code: 'size-unknown' });
  return { sizeBytes, warnings };
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where a redirect leads; null where it isn't followed: a link from elsewhere must not make this computer ask one of its
 * own services, nor a device on its link or a service of its own one of a cloud's.
 */
export function redirectTarget(from: URL, location: string): URL | null {
  const to = URL.parse(location, from);
  if (to === null || (to.protocol !== 'https:' && to.protocol !== 'http:')) return null;
  const isSameHost = to.hostname === from.hostname;
  const isWithinComputer = isLoopbackHost(from.hostname) && isLoopbackHost(to.hostname);
  return isLocalHost(to.hostname) && !isSameHost && !isWithinComputer ? null : to;
}

/** platform-interface 5.2 asks for HTTPS. What doesn't leave this computer needs none. */
export function isUnencrypted(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopbackHost(url.hostname);
}
