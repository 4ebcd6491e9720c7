/**
 * Chromium doesn't support `app:` and can't be taught to from outside, so the page is at an https address instead. The app
 * itself only sees its own addresses.
 */
const registered = new Set<string>();

export function registerScheme(scheme: string): void {
  registered.add(scheme);
}

const suffix = '.stand-in.invalid';

export function toChromiumUrl(address: string): string {
  const url = URL.parse(address);
  const scheme = url?.protocol.slice(0, -1) ?? '';
  if (url === null || !registered.has(scheme)) return address;
  return `https://${url.host}.${scheme}${suffix}${url.pathname}${url.search}${url.hash}`;
}

export function toAppUrl(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || !url.host.endsWith(suffix)) return address;
  const parts = url.host.slice(0, -suffix.length).split('.');
  const scheme = parts.pop() ?? '';
  if (!registered.has(scheme)) return address;
  return `${scheme}://${parts.join('.')}${url.pathname}${url.search}${url.hash}`;
}
