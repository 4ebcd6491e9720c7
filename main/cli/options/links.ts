/** Links that the platform downloads itself. They aren't checked while parsing: commander repeats an invalid value, and what follows `?` is secret. */
import { urlSecrets } from '../../../preload/contract/texts/known-secrets.ts';

/** The part of a link that must not be shown or logged. */
export function linkSecrets(links: readonly string[]): readonly string[] {
  return links.flatMap((link) => urlSecrets(link));
}
