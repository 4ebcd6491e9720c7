import { editDistance } from './edit-distance.ts';
import { foldText } from './fold-text.ts';

const mostLettersApart = 2;
/** Shorter names are that close by chance, unless they differ in numbers only: "Doe 1" and "Doe 2". */
const leastLetters = 6;
/** Longer names are compared by their start. */
const maxChars = 80;

/**
 * The databases whose names a person takes for the chosen one's: the same words in any order, all its words and some more,
 * or one or two letters or digits apart. Pure.
 */
export function closeDatabases<Database extends { readonly id: number; readonly name: string }>(
  chosen: { readonly id: number; readonly name: string },
  others: readonly Database[],
): readonly Database[] {
  const [words, text] = [wordsOf(chosen.name), lettersOf(chosen.name)];
  return others.filter(({ id, name }) => {
    if (id === chosen.id) return false;
    const [otherWords, otherText] = [wordsOf(name), lettersOf(name)];
    const [fewer, more] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words];
    if (fewer.length > 1 && fewer.every((word) => more.includes(word))) return true;
    if (text === otherText) return true;
    const [shorter, longer] = [text.length, otherText.length].toSorted((a, b) => a - b);
    if ((longer ?? 0) - (shorter ?? 0) > mostLettersApart) return false;
    const letters = withoutNumbers(text);
    const isNumbered = letters !== '' && letters === withoutNumbers(otherText);
    if ((shorter ?? 0) < leastLetters && !isNumbered) return false;
    return editDistance(text, otherText) <= mostLettersApart;
  });
}

function wordsOf(name: string): readonly string[] {
  return foldText(name.slice(0, maxChars))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

function lettersOf(name: string): string {
  return wordsOf(name).join('');
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\p{N}/gu, '');
}
