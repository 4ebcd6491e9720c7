import { foldText } from './fold-text.ts';

/** Shorter names differ by a letter too often: "Lee" and "Lea". */
const leastLettersForTypo = 6;

/**
 * Groups of names that are probably one person's: equal but for case, spacing, punctuation or the form of Unicode, or with
 * one letter more, less, other or elsewhere. Numbers must be equal: "Box 1" and "Box 2" are two boxes.
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
    const letters = [...plain];
    if (letters.length < leastLettersForTypo) continue;
    const digits = plain.replaceAll(/\P{N}/gu, '');
    // Two names with one letter's difference become equal when that letter is taken out of either.
    for (const index of letters.keys()) join(`${digits}/${letters.toSpliced(index, 1).join('')}`, name);
    join(`${digits}/${plain}`, name);
  }
  return connected(
    [...groups.values()].filter((group) => group.size > 1),
    names,
  );
}

/** Joins groups that share a name, in the order of the names. */
function connected(
  groups: readonly ReadonlySet<string>[],
  names: readonly string[],
): readonly (readonly string[])[] {
  const groupOf = new Map<string, Set<string>>();
  for (const group of groups) {
    const merged = new Set(group);
    for (const name of group) for (const other of groupOf.get(name) ?? []) merged.add(other);
    for (const name of merged) groupOf.set(name, merged);
  }
  return [...new Set(names.flatMap((name) => groupOf.get(name) ?? []))].map((group) =>
    [...new Set(names)].filter((name) => group.has(name)),
  );
}
