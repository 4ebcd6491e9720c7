import type { UploadId } from '../api.ts';
import type { ItemQueries } from '../store/items.ts';

/** A direct link as it is kept: without what may be a secret in it. */
export interface KeptLink {
  readonly shown: string;
  readonly hasSecret: boolean;
}

/** User, query and fragment may let anyone in (platform-interface 5.5), so they are not kept. */
export function keptLink(link: string): KeptLink {
  const url = new URL(link);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { shown, hasSecret: shown !== url.href };
}

/** The whole links by what is kept of them. */
export function secretLinks(links: readonly string[]): ReadonlyMap<string, string> {
  return new Map(links.map((link) => [keptLink(link).shown, link]));
}

export function addLinks(items: ItemQueries, uploadId: UploadId, links: readonly KeptLink[]): void {
  for (const { shown, hasSecret } of links)
    items.add({
      uploadId,
      folderId: null,
      name: nameOf(shown),
      nameBytes: null,
      link: shown,
      linkHasSecret: hasSecret,
      sizeBytes: 0,
      mtimeNs: 0n,
      device: 0n,
      fileId: 0n,
      state: 'queued',
      reason: null,
    });
  items.addToTotals(uploadId, 'queued', links.length, 0);
}

function nameOf(shown: string): string {
  const last = shown.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || new URL(shown).host;
  } catch {
    return last; // a percent sign that encodes nothing is part of the name
  }
}
