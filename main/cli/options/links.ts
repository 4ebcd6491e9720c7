/** Links that the platform downloads itself. */
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { urlSecrets } from '../../../preload/contract/texts/known-secrets.ts';

/** The part of a link that must not be shown or logged. */
export function linkSecrets(links: readonly string[]): readonly string[] {
  return links.flatMap((link) => urlSecrets(link));
}

/** Not checked while parsing, because commander repeats an invalid value, and what follows `?` in a link is secret. */
export function checkLinkOptions(links: readonly string[]): Result<readonly string[]> {
  for (const [at, link] of links.entries()) {
    const url = URL.parse(link);
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      return failure('link-malformed', { position: at + 1 });
    }
  }
  return success(links);
}
