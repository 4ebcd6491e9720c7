/** Direct links, which the platform downloads itself. */
import { failure, type Result, success } from './failures/failure.ts';

/** With both slashes: without them, programs disagree about what the host is. */
export function isWebAddress(link: string): boolean {
  return /^https?:\/\//i.test(link) && URL.canParse(link);
}

/** Fails with link-malformed by position only: text that isn't a link may still contain a secret. */
export function checkWebAddresses<Links extends readonly string[]>(links: Links): Result<Links> {
  const malformed = links.findIndex((link) => !isWebAddress(link));
  return malformed === -1 ? success(links) : failure('link-malformed', { position: malformed + 1 });
}
