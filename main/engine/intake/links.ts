import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { StoredLink } from '../../../preload/contract/texts/secret-links.ts';
import { checkWebAddresses } from '../../../preload/contract/web-address.ts';
import type { Item, ItemRepository } from '../store/items/item-repository.ts';
import type { UploadId } from '../types/ids.ts';
import type { LinkStore } from './mask-link.ts';

/**
 * Finds the whole link of each item among links that were entered again. Links that differ only in their secrets are
 * distinguished by their order, so they match only if all of them are given, in their original order.
 */
export function matchLinks<Id>(
  items: readonly { readonly id: Id; readonly link: string | null }[],
  given: readonly string[],
  stored: LinkStore,
): ReadonlyMap<Id, string> {
  const byShown = Map.groupBy(given, (link) => stored(link).shown);
  const links = new Map<Id, string>();
  for (const [shown, group] of Map.groupBy(items, (item) => item.link ?? '')) {
    const whole = byShown.get(shown) ?? [];
    if (whole.length !== group.length) continue;
    for (const [index, { id }] of group.entries()) links.set(id, whole[index] ?? shown);
  }
  return links;
}

/** Fails with link-malformed, or with link-duplicate: the same link twice would be the same evidence twice. */
export function checkLinks(links: readonly string[], stored: LinkStore): Result<readonly StoredLink[]> {
  const checked = checkWebAddresses(links);
  if (!checked.ok) return checked;
  const duplicate = links.find((link, index) => links.indexOf(link) !== index);
  if (duplicate !== undefined) return failure('link-duplicate', { link: stored(duplicate).shown });
  return success(links.map(stored));
}

/**
 * Fails with link-not-needed for a link that a person entered and that none of the items waits for: mistyped, most
 * likely, and then the right one would fail again without a word about this one.
 */
export function checkGivenLinks(
  items: readonly Pick<Item, 'link' | 'state'>[],
  given: readonly string[],
  stored: LinkStore,
): Result<void> {
  const open = new Set(
    items
      .filter(({ state }) => !['accepted', 'handedOver', 'skipped'].includes(state))
      .map(({ link }) => link),
  );
  const stray = given.map((link) => stored(link).shown).find((shown) => !open.has(shown));
  return stray === undefined ? success(undefined) : failure('link-not-needed', { link: stray });
}

export function addLinks(items: ItemRepository, uploadId: UploadId, links: readonly StoredLink[]): void {
  for (const { shown, hasSecret, name } of links)
    items.add({
      uploadId,
      folderId: null,
      name: name ?? nameOf(shown),
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
    return last; // a percent sign that isn't an escape belongs to the name
  }
}
