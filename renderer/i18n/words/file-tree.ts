import { count } from '../format.ts';
import { plural } from './common.ts';

/** The tree of a new upload's folders and files. */
export const fileTree = {
  name: 'Name',
  search: 'Search files',
  nothingFound: 'No files found',
  selected: (rows: number) => `${plural(rows, 'row', 'rows')} selected`,
  tooMany: (limit: number) =>
    `At most ${count(limit)} rows can be selected at once. Select the folder above them.`,
  undo: 'Undo',
  redo: 'Redo',
} as const;
