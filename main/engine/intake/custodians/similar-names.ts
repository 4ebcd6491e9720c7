import { foldText } from '../../../../preload/contract/texts/fold-text.ts';

/** Shorter names differ by a letter too often: "Lee" and "Lea". */
const leastLettersForTypo = 6;
/** So do shorter words of a name: "Abel, Ana" and "Abel, Ada" are two people. */
const leastLettersOfWordForTypo = 4;
/** Longer ones are no names: each would be compared in as many forms as it has letters. */
const mostLettersForTypo = 100;

/**
 * Groups of names that are probably one person's: equal but for case, spacing, punctuation, the form of Unicode or the order
 * of the words ("Smith, John"), or with one letter of one word more, less, other, or swapped with the next. Numbers must be
 * equal and in one order: "Box 1" and "Box 2" are two boxes. In a group each name is similar to each other one, so any of them
 * can be used for all. A name that is similar to two that aren't similar to each other is in two groups.
 */
export function similarNames(names: readonly string[]): readonly (readonly string[])[] {
  const groups = new Map<string, Set<string>>();
  for (const name of new Set(names))
    for (const form of formsOf(name)) {
      const group = groups.get(form);
      if (group === undefined) groups.set(form, new Set([name]));
      else group.add(name);
    }
  return largest(
    [...groups.values()].filter((group) => group.size > 1),
    names,
  );
}

/** What a name has in common with those that are similar to it, so that all with the same form are similar to each other. */
function* formsOf(name: string): Generator<string> {
  const plain = foldText(name)
    .replaceAll(/[\p{P}\p{Z}\p{C}]+/gu, ' ')
    .trim();
  yield plain;
  const digits = plain.replaceAll(/\P{N}/gu, '');
  const inOrder = plain.split(' ');
  const words = digits === '' ? inOrder.toSorted() : inOrder;
  if (digits === '') {
    yield inOrder.join('');
    yield words.join(' ');
  }
  const length = [...plain].length;
  if (length < leastLettersForTypo - 1 || length > mostLettersForTypo) return;
  for (const [at, word] of words.entries()) {
    const letters = [...word];
    // Where no order counts, the typo may have changed it.
    const others = JSON.stringify([digits, digits === '' ? words.toSpliced(at, 1) : words.with(at, '')]);
    const shared = (index: number, text: readonly string[]) => `${others} ${index} ${text.join('')}`;
    // A name with a letter at this place, or with another one there, has the form of the name without it.
    if (letters.length >= leastLettersOfWordForTypo - 1)
      for (let index = 0; index <= letters.length; index += 1) yield shared(index, letters);
    if (letters.length < leastLettersOfWordForTypo || length < leastLettersForTypo) continue;
    for (const [index, letter] of letters.entries()) {
      yield shared(index, letters.toSpliced(index, 1));
      const next = letters[index + 1];
      if (next !== undefined)
        yield `${shared(index, letters.toSpliced(index, 2, ...[letter, next].toSorted()))} swapped`;
    }
  }
}

/** The groups that are in no other one, in the order of their first names. */
function largest(
  groups: readonly ReadonlySet<string>[],
  names: readonly string[],
): readonly (readonly string[])[] {
  const kept = new Map<string, ReadonlySet<string>[]>();
  for (const group of groups.toSorted((a, b) => b.size - a.size)) {
    const [first = ''] = group;
    if (kept.get(first)?.some((other) => [...group].every((name) => other.has(name)))) continue;
    for (const name of group) kept.set(name, [...(kept.get(name) ?? []), group]);
  }
  const found = new Set<ReadonlySet<string>>();
  for (const name of names) for (const group of kept.get(name) ?? []) found.add(group);
  return [...found].map((group) => [...group]);
}
