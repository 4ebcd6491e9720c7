/**
 * Whether a host is this computer: the literal addresses 127.0.0.0/8 and ::1, and localhost. Takes a URL's `hostname`,
 * in which the URL parser has already brought every spelling of an address (0x7f.1, 2130706433) to dotted form.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host === '::1' || host === '[::1]' || isLoopbackIpv4(host);
}

/** platform-interface 5.2: HTTPS; plain HTTP only for loopback. */
export function isEncryptedOrLocal(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

function isLoopbackIpv4(host: string): boolean {
  const octets = host.split('.');
  return octets.length === 4 && octets[0] === '127' && octets.every(isOctet);
}

function isOctet(text: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= 255;
}
