/** Adds a row, or sets these columns of the row that is there. */
export type SetRow = (table: string, row: Readonly<Record<string, string | number | null>>) => void;

/** One piece of the data that a sandbox starts with. `firstStart` is the time of this data folder's first start. */
export type SeedStep = (setRow: SetRow, firstStart: Date) => void;
