/** Where a request comes from. Keeps out web sites that a person on this computer looks at. */
import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../preload/contract/views/loopback.ts';

/**
 * A browser names the host that it was told to connect to. If a web site's name resolves to this computer (DNS
 * rebinding), it names that site.
 */
export function namesThisServer(request: FastifyRequest, origin: string): boolean {
  const host = URL.parse(`${new URL(origin).protocol}//${request.headers.host ?? ''}`);
  return host !== null && isLoopbackHost(host.hostname) && host.port === new URL(origin).port;
}

/** Only browsers send Origin. No web page but the sandbox's own has a reason to change anything here. */
export function isFromOtherSite(request: FastifyRequest, origin: string): boolean {
  const from = request.headers.origin;
  return from !== undefined && from !== origin;
}

/** All values of a cookie, in the order of the header. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [given, ...value] = pair.trim().split('=');
    return given === name ? [value.join('=')] : [];
  });
}
