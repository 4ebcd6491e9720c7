import type { Database } from 'better-sqlite3';
import { eventQueries } from './events.ts';
import { folderQueries } from './folders.ts';
import { itemQueries } from './items.ts';
import { sourceFileQueries } from './source-files.ts';
import { templateQueries } from './templates.ts';
import { uploadQueries } from './uploads.ts';

/** Every query, prepared once per opened store. */
export function queriesOf(db: Database) {
  return {
    uploads: uploadQueries(db),
    items: itemQueries(db),
    sourceFiles: sourceFileQueries(db),
    events: eventQueries(db),
    folders: folderQueries(db),
    templates: templateQueries(db),
  };
}

export type Queries = ReturnType<typeof queriesOf>;
