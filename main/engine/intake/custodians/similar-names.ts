import { foldText } from '../../../../preload/contract/texts/fold-text.ts';

/** Shorter names differ by a letter too often: "Lee" and "Lea". */
const leastLettersForTypo = 6;
/** Longer ones are no names: each would be compared in as many forms as it has letters. */
const mostLettersForTypo = 100;

/**
 * Groups of names that are probably one person's: equal but for case, spacing, punctuation, the form of Unicode or the order
 * of the words ("Smith, John"), or with one letter more, less, other or elsewhere. Numbers must be equal and in one order:
 * "Box 1" and "Box 2" are two boxes.
 */
export function similarNames(names: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, Set<string>>();
  const join = (key: string, name: string): void => {
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, new Set([name]));
      return;
    }
    group.add(name);
  };
  for (const name of new Set(names)) {
    const plain = foldText(name)
      .replaceAll(/[\p{P}\p{Z}\p{C}]+/gu, ' ')
      .trim();
    join(plain, name);
    const digits = plain.replaceAll(/\P{N}/gu, '');
    const turned = digits === '' ? plain.split(' ').toSorted().join(' ') : plain;
    for (const text of new Set([plain, turned])) {
      const letters = [...text];
      if (letters.length > mostLettersForTypo) continue;
      join(`${digits}/${text}`, name);
      if (letters.length < leastLettersForTypo) continue;
      // Two names with one letter's difference become equal when that letter is taken out of either.
      for (const index of letters.keys()) join(`${digits}/${letters.toSpliced(index, 1).join('')}`, name);
    }
  }
  return connected(
    [...groups.values()].filter((group) => group.size > 1),
    names,
  );
}

/** Joins groups that share a name, in the order of the names. Linear in all groups together, however they are linked. */
function connected(
  groups: Iterable<ReadonlySet<string>>,
  names: readonly string[],
): readonly (readonly string[])[] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root))
      root = above;
    for (let each = name; each !== root; ) {
      const above = parents.get(each) ?? root;
      parents.set(each, root);
      each = above;
    }
    return root;
  };
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    for (const name of group) parents.set(rootOf(name), rootOf(first));
  }
  const found = new Map<string, string[]>();
  for (const name of new Set(names)) {
    if (!parents.has(name)) continue;
    const root = rootOf(name);
    const group = found.get(root);
    if (group === undefined) found.set(root, [name]);
    else group.push(name);
  }
  return [...found.values()];
}
