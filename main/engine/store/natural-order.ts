import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';

/** In longer lists, what nobody sorted is in the order of the inventory: sorting a million paths takes five seconds. */
export const maxSorted = 100_000;

/** A text in lists that people read: "a2" before "a10", case ignored, a folder before those whose names go on. */
export const naturalOrder = (text: string): string => `natural_order(${text})`;

/** The path of an item. */
export const byPath = naturalOrder(
  "coalesce(items.link, iif(folders.path = '', '', folders.path || '/') || items.name)",
);

/** Makes `natural_order` known to a connection. */
export function defineNaturalOrder(db: Database): void {
  db.function('natural_order', { deterministic: true }, (text) => naturalKey(String(text)));
}

/** Keys that compare as people order the texts. Each number is preceded by its length; no character is below a separator. */
export function naturalKey(text: string): string {
  return foldText(text)
    .replaceAll('/', '\u0001')
    .replace(/\d+/g, (digits) => {
      const number = digits.replace(/^0+/, '');
      return `${String(number.length).padStart(3, '0')}${number}`;
    });
}
