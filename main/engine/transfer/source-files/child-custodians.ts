import type { ContainerFolderRow } from '../../store/items/container-folder-repository.ts';
import { type ContainerCustodian, innerCustodian } from '../../store/items/custodian-columns.ts';
import { expandedFolder } from '../../types/inner-folder.ts';
import { spellingsOf } from '../../types/path-spellings.ts';

/** Longer lists are shortened to what a platform needs that takes the nearest folder above: many servers take no more than 1 MB. */
const maxCharacters = 200_000;

/**
 * Whose the folders inside a container are (platform-interface 4.3, childCustodians): each folder that holds files, with a
 * slash at its end, so that it is right whether the platform takes the folder itself or the nearest one above. One that
 * programs name in several ways is listed under each. Empty if all of them are the container's.
 */
export function childCustodiansOf(
  container: ContainerCustodian,
  folders: readonly ContainerFolderRow[],
): Readonly<Record<string, string>> {
  const assigned = new Map<string, string>();
  const otherNames: (readonly [string, string])[] = [];
  for (const { path, otherPath, ruleCustodian, manualCustodian } of folders) {
    const { custodian } = innerCustodian(manualCustodian, ruleCustodian, container);
    if (custodian === null) continue;
    assigned.set(path, custodian);
    const spelled = otherPath === null ? [path] : [path, otherPath];
    for (const name of spelled.flatMap((each) => [each, expandedFolder(each)]).flatMap(spellingsOf))
      if (name !== path && name !== '') otherNames.push([name, custodian]);
  }
  if ([...assigned.values()].every((custodian) => custodian === container.custodian)) return {};
  addOtherNames(assigned, otherNames, folders);
  return Object.fromEntries(characters(assigned) > maxCharacters ? shortened(assigned, container) : assigned);
}

/**
 * A name that is another folder's own stays that one's, and one that two custodians would have is nobody's. Nor is one above a
 * folder without a custodian, which would have that of the name.
 */
function addOtherNames(
  assigned: Map<string, string>,
  names: readonly (readonly [name: string, custodian: string])[],
  folders: readonly ContainerFolderRow[],
): void {
  const added = new Map<string, string | null>();
  for (const [name, custodian] of names)
    added.set(name, added.has(name) && added.get(name) !== custodian ? null : custodian);
  if (added.size === 0) return;
  // Sorted, the folders below a name follow it: a hostile archive has paths of thousands of levels.
  const own = new Set(folders.map(({ path }) => path));
  const without = [...own].filter((path) => !assigned.has(path)).sort();
  for (const [name, custodian] of added)
    if (custodian !== null && !own.has(name) && !firstFrom(without, name).startsWith(name))
      assigned.set(name, custodian);
}

/** The first of sorted texts that isn't before this one. */
function firstFrom(sorted: readonly string[], text: string): string {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return sorted[from] ?? '';
}

function characters(assigned: ReadonlyMap<string, string>): number {
  let sum = 0;
  for (const [path, custodian] of assigned) sum += path.length + custodian.length;
  return sum;
}

/** Without folders whose custodian is that of the nearest listed folder above. */
function shortened(
  assigned: ReadonlyMap<string, string>,
  container: ContainerCustodian,
): Map<string, string> {
  const kept = new Map<string, string>();
  const above: (readonly [path: string, custodian: string])[] = [];
  // Sorted, what is below a folder follows it.
  for (const [path, custodian] of [...assigned].sort(([one], [other]) => (one < other ? -1 : 1))) {
    while (above.length > 0 && !path.startsWith(above.at(-1)?.[0] ?? '')) above.pop();
    if ((above.at(-1)?.[1] ?? container.custodian) !== custodian) kept.set(path, custodian);
    above.push([path, custodian]);
  }
  return kept;
}
