/** The only page that Lading opens in the person's browser is the sandbox's: on this computer, and nowhere else. Pure. */
export function isPracticePage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '';
}
