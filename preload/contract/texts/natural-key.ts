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
