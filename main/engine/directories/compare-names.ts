/** How alike two names are, and why. Pure. */
import type { MatchReason } from '../../../preload/contract/views/custodian-match.ts';
import { compactName, isOneEdit, type NameForms, type NameWord } from './name-forms.ts';

export interface Likeness {
  /** From 0 to 1. */
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

/** What each difference takes from 1. None but those of writing alone leaves a certain match (certainScore). */
const costs = {
  punctuation: 0.02,
  'comma-order': 0.02,
  diacritics: 0.03,
  spacing: 0.1,
  'middle-name': 0.12,
  suffix: 0.12,
  initial: 0.12,
  'name-order': 0.15,
  typo: 0.3,
  'one-name': 0.45,
} as const satisfies Partial<Record<MatchReason, number>>;
export type NameDifference = keyof typeof costs;

/** A shorter word differs by a letter too often: "Lee" and "Lea". */
export const leastLettersForTypo = 4;
const leastLettersOfOneNameForTypo = 6;

/** Returns null if they are not one person's. `compareNames(a, b)` is `compareNames(b, a)`. */
export function compareNames(a: NameForms, b: NameForms): Likeness | null {
  if (a.folded === '' || b.folded === '') return null;
  if (a.folded === b.folded) return { score: 1, reasons: ['same-name'] };
  if (a.words.length === 0 || b.words.length === 0) return null;
  if (a.suffix !== null && b.suffix !== null && a.suffix !== b.suffix) return null;
  const outside: NameDifference[] = [];
  if (a.suffix !== b.suffix) outside.push('suffix');
  if (a.hasComma !== b.hasComma) outside.push('comma-order');
  const orders = [compareWords(a.words, b.words)];
  if (a.words.length > 1 && b.words.length > 1)
    for (const turned of [
      compareWords(lastFirst(a.words), b.words),
      compareWords(a.words, lastFirst(b.words)),
    ])
      orders.push(turned === null ? null : [...turned, 'name-order']);
  const found = orders
    .filter((differences) => differences !== null)
    .map((inside) => likeness(inside, outside));
  if (compactName(a.words) === compactName(b.words)) found.push(likeness(['spacing'], outside));
  return found.reduce<Likeness | null>(better, null);
}

export function better(one: Likeness | null, other: Likeness | null): Likeness | null {
  return one === null || (other !== null && other.score > one.score) ? other : one;
}

function likeness(inside: readonly NameDifference[], outside: readonly NameDifference[]): Likeness {
  const all = [...inside, ...outside];
  // The texts differ, and no word does.
  const reasons: readonly NameDifference[] =
    all.length === 0 ? ['punctuation'] : [...new Set(all)].toSorted();
  const cost = reasons.reduce((sum, reason) => sum + costs[reason], 0);
  return { score: Math.max(0.1, Math.round((1 - cost) * 100) / 100), reasons };
}

/** "Smith John A" as "John A Smith". */
function lastFirst(words: readonly NameWord[]): readonly NameWord[] {
  return [...words.slice(1), ...words.slice(0, 1)];
}

/** First names first. Returns null if a word of one can't be the other's. */
function compareWords(a: readonly NameWord[], b: readonly NameWord[]): readonly NameDifference[] | null {
  const [firstA, firstB, lastA, lastB] = [a.at(0), b.at(0), a.at(-1), b.at(-1)];
  if (firstA === undefined || firstB === undefined || lastA === undefined || lastB === undefined) return null;
  if (a.length === 1 && b.length === 1) {
    const only = compareWord(firstA, firstB, leastLettersOfOneNameForTypo);
    return only?.includes('initial') === true ? null : only;
  }
  if (a.length === 1) return isSameWord(firstA, firstB) || isSameWord(firstA, lastB) ? ['one-name'] : null;
  if (b.length === 1) return isSameWord(firstB, firstA) || isSameWord(firstB, lastA) ? ['one-name'] : null;
  const ends = [compareWord(firstA, firstB), compareWord(lastA, lastB)];
  const middle = compareMiddle(a.slice(1, -1), b.slice(1, -1));
  const differences: NameDifference[] = [];
  for (const one of [...ends, middle]) {
    if (one === null) return null;
    differences.push(...one);
  }
  const [first, last] = ends;
  // "J. S." and "J. Smyth" for John Smith say too little.
  if (first?.includes('initial') === true && last?.includes('initial') === true) return null;
  const weak = differences.filter((one) => one === 'typo' || one === 'initial');
  return weak.includes('typo') && weak.length > 1 ? null : differences;
}

/** In order; one side may leave some out. */
function compareMiddle(a: readonly NameWord[], b: readonly NameWord[]): readonly NameDifference[] | null {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const differences: NameDifference[] = short.length === long.length ? [] : ['middle-name'];
  let next = 0;
  for (const word of short) {
    let found: readonly NameDifference[] | null = null;
    while (found === null && next < long.length) {
      const other = long[next];
      found = other === undefined ? null : compareWord(word, other);
      next += 1;
    }
    if (found === null) return null;
    differences.push(...found);
  }
  return differences;
}

function compareWord(
  a: NameWord,
  b: NameWord,
  leastLetters = leastLettersForTypo,
): readonly NameDifference[] | null {
  if (a.word === b.word) return [];
  if (isSameWord(a, b)) return ['diacritics'];
  const [lettersA, lettersB] = [[...a.plain], [...b.plain]];
  if (lettersA.length === 1 || lettersB.length === 1) return lettersA[0] === lettersB[0] ? ['initial'] : null;
  if (Math.min(lettersA.length, lettersB.length) < leastLetters || /\p{N}/u.test(a.plain + b.plain))
    return null;
  return isOneEdit(a.plain, b.plain) ? ['typo'] : null;
}

export function isSameWord(a: NameWord, b: NameWord): boolean {
  return a.plain === b.plain || a.spelled === b.spelled || a.plain === b.spelled || a.spelled === b.plain;
}
