/** Some links carry their secret in the path, as https://host/share/SECRET/file.zip. Then the path is not stored either. */
import { createHash } from 'node:crypto';
import { type StoredLink, storedLink, visibleName } from '../../../preload/contract/texts/secret-links.ts';
import type { StoredRequest } from '../store/uploads/stored-request.ts';
import type { Upload } from '../store/uploads/upload-repository.ts';

/** How a link is stored and shown. */
export type LinkStore = (link: string) => StoredLink;

/** The upload's own way to store links, so that links that are entered again are found. */
export function linkStoreOf({
  uuid,
  request,
}: Pick<Upload, 'uuid'> & { request: Pick<StoredRequest, 'maskLinks'> }): LinkStore {
  return request.maskLinks === true ? (link) => maskedLink(link, uuid) : storedLink;
}

/**
 * Host and file name, and a fingerprint of host and path that tells links apart. It is salted: links of two uploads can't
 * be compared by it. What follows the path may have been renewed, so it isn't in the fingerprint.
 */
export function maskedLink(link: string, salt: string): StoredLink {
  const url = new URL(link);
  const origin = `${url.protocol}//${url.host}`;
  const name = visibleName(url.pathname);
  const fingerprint = createHash('sha256')
    .update(`${salt}\n${origin}${url.pathname}`)
    .digest('hex')
    .slice(0, 12);
  const shown = `${origin}/…${name === null ? '' : `/${name}`} (${fingerprint})`;
  return { shown, hasSecret: true, name: name ?? url.host };
}
