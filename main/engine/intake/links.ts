import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { ItemRepository } from '../store/item-repository.ts';
import type { UploadId } from '../types/ids.ts';
import type { StoredLink } from '../types/uploads.ts';

/** User, query and fragment may let anyone in (platform-interface 5.5), so they are not kept. */
export function storedLink(link: string): StoredLink {
  const url = new URL(link);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  return { shown, hasSecret: shown !== url.href };
}

/**
 * The whole links of the items, from links that were given again. Several that are alike but for their secrets are told
 * apart by their order, so all of them must be given, in the order of the first time; else none of them is taken.
 */
export function matchLinks<Id>(
  items: readonly { readonly id: Id; readonly link: string | null }[],
  given: readonly string[],
): ReadonlyMap<Id, string> {
  const alike = Map.groupBy(given, (link) => storedLink(link).shown);
  const links = new Map<Id, string>();
  for (const [shown, group] of Map.groupBy(items, (item) => item.link ?? '')) {
    const whole = alike.get(shown) ?? [];
    if (whole.length !== group.length) continue;
    for (const [index, { id }] of group.entries()) links.set(id, whole[index] ?? shown);
  }
  return links;
}

/** The same link twice would be the same evidence twice. */
export function checkLinks(links: readonly string[]): Result<readonly StoredLink[]> {
  const twice = links.find((link, index) => links.indexOf(link) !== index);
  if (twice !== undefined)
    return failure('bad-input', `The link ${storedLink(twice).shown} is given twice. Give each link once.`);
  return success(links.map(storedLink));
}

export function addLinks(items: ItemRepository, uploadId: UploadId, links: readonly StoredLink[]): void {
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
