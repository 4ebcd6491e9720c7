import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { everything } from '../../../../preload/contract/views/selection.ts';
import { matchGlobs } from '../../intake/selection/match-globs.ts';
import { findBadGlob } from '../../intake/selection/skip-reason.ts';
import { displayPath } from '../../store/items/item-repository.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';

/** Files that need review, chosen by their paths. */
export interface HeldFiles {
  readonly items: readonly ItemId[];
  /** Files that match too, but are in a pack with others that don't: a pack is decided as one. */
  readonly packedWithOthers: number;
}

/** The files that match one of the globs, without regard to case. Fails with glob-invalid. */
export function heldFiles(
  { items, packs }: Pick<Repositories, 'items' | 'packs'>,
  id: UploadId,
  globs: readonly string[],
): Result<HeldFiles> {
  const bad = findBadGlob({ ...everything, include: [...globs] });
  if (bad !== null) return failure('glob-invalid', { ...bad });
  const matches = matchGlobs(globs, { matchCase: false });
  const chosen = new Set<ItemId>();
  for (const item of items.problemItems(id)) {
    const path = displayPath(item);
    const nameAt = path.lastIndexOf('/') + 1;
    if (item.state === 'held' && matches(path.slice(0, Math.max(0, nameAt - 1)), path.slice(nameAt)) !== null)
      chosen.add(item.id);
  }
  let packedWithOthers = 0;
  for (const pack of packs.inState(id, 'held')) {
    const members = [...packs.membersById(pack)].map(({ item }) => item.id);
    if (members.every((member) => chosen.has(member))) continue;
    for (const member of members) if (chosen.delete(member)) packedWithOthers += 1;
  }
  return success({ items: [...chosen], packedWithOthers });
}
