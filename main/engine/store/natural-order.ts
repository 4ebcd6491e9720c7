import type { Database } from 'better-sqlite3';
import { naturalKey } from '../../../preload/contract/texts/natural-key.ts';

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
