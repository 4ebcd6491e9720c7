import { naturalKey } from '../../../preload/contract/texts/natural-key.ts';

export interface FirstByPath<Row> {
  add(row: Row): void;
  rows(): readonly Row[];
  /** How many were added. */
  count(): number;
}

/** Keeps the first of many rows, in the order of their paths: a million are never in memory. */
export function createFirstByPath<Row extends { readonly path: string }>(max: number): FirstByPath<Row> {
  const kept: { readonly key: string; readonly row: Row }[] = [];
  let added = 0;

  function cut(): void {
    kept.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    kept.splice(max);
  }

  return {
    add(row) {
      added += 1;
      kept.push({ key: naturalKey(row.path), row });
      if (kept.length > 2 * max) cut();
    },
    rows() {
      cut();
      return kept.map(({ row }) => row);
    },
    count: () => added,
  };
}
