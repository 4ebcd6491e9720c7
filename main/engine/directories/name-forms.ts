/** A person's name as words, in the forms in which file shares and directories write it. Pure. */
import { foldText } from '../../../preload/contract/texts/fold-text.ts';

export interface NameWord {
  /** Folded: without case, in one form of Unicode. */
  readonly word: string;
  /** Without diacritics: "muller" for "Müller". */
  readonly plain: string;
  /** With diacritics spelled out, as German and Nordic accounts are: "mueller". */
  readonly spelled: string;
}

export interface NameForms {
  /** The whole text, folded, with single spaces. */
  readonly folded: string;
  /** First name first. Without a suffix. */
  readonly words: readonly NameWord[];
  /** "jr", "iii" and the like; null for none. */
  readonly suffix: string | null;
  /** Whether it was written "Last, First". */
  readonly hasComma: boolean;
}

/** A name of more words is a sentence: it is compared as a whole only. */
const maxWords = 8;
const maxLength = 500;
const suffixes: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

export function nameForms(text: string): NameForms {
  const folded = foldText(text).replaceAll(/\s+/g, ' ').trim();
  if (folded.length > maxLength) return { folded, words: [], suffix: null, hasComma: false };
  const parts = folded
    .split(',')
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const [tail] = parts.at(-1) ?? [];
  const isTailSuffix = parts.length > 1 && parts.at(-1)?.length === 1 && suffixes.has(tail ?? '');
  const named = isTailSuffix ? parts.slice(0, -1) : parts;
  const [last = [], ...first] = named;
  const hasComma = first.length > 0;
  const ordered = hasComma ? [...first.flat(), ...last] : last;
  const found = isTailSuffix ? (tail ?? null) : suffixIn(ordered);
  // Only one: "V. Sr." is an odd name, not two suffixes.
  const at = isTailSuffix || found === null ? -1 : ordered.lastIndexOf(found);
  const words = at === -1 ? ordered : ordered.toSpliced(at, 1);
  return { folded, words: words.length > maxWords ? [] : words.map(nameWord), suffix: found, hasComma };
}

/** A suffix needs a first and a last name beside it. */
function suffixIn(words: readonly string[]): string | null {
  return words.length < 3 ? null : (words.slice(1).findLast((word) => suffixes.has(word)) ?? null);
}

/** An apostrophe is inside a word; other punctuation separates. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/['’ʼ`´]/g, '')
    .split(/[\p{P}\p{Z}\p{C}\p{S}]+/u)
    .filter((word) => word !== '');
}

/** Letters with a stroke or ligatures, which Unicode doesn't take apart. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};
const spellings: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

function nameWord(word: string): NameWord {
  if (/^[\0-\x7f]*$/.test(word)) return { word, plain: word, spelled: word };
  return { word, plain: withoutDiacritics(word), spelled: withoutDiacritics(replaced(word, spellings)) };
}

/** Marks of European scripts only: in others, a mark is a vowel or changes the consonant. */
function withoutDiacritics(word: string): string {
  return replaced(word, letters)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function replaced(word: string, by: Readonly<Record<string, string>>): string {
  return word.replaceAll(/\P{ASCII}/gu, (letter) => by[letter] ?? letter);
}

/** All letters and digits in one, for accounts: "johnsmith". */
export function compactName(words: readonly NameWord[], form: 'plain' | 'spelled' = 'plain'): string {
  return words.map((word) => word[form]).join('');
}

/** Whether one edit (a letter more, less, other, or swapped with its neighbor) makes one word of the other. */
export function isOneEdit(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > 1 || one === other) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [restA, restB] = [a.length - start - end, b.length - start - end];
  if (restA <= 1 && restB <= 1) return true;
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
