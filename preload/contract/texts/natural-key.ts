import { foldText } from './fold-text.ts';

/** Keys that compare as people order the texts. Each number is preceded by its length; no character is below a separator. */
export function naturalKey(text: string): string {
  return foldText(text)
    .replaceAll('/', '\u0001')
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+/, '');
      return `${String(number.length).padStart(3, '0')}${number}`;
    });
}

/** As people order the text of each. */
export function inNaturalOrder<Value>(values: readonly Value[], textOf: (value: Value) => string): Value[] {
  return values
    .map((value) => ({ value, key: naturalKey(textOf(value)) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ value }) => value);
}
