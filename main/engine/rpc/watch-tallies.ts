import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/fold-text.ts';
import type { Answer } from '../../../preload/contract/index.ts';
import type { UnsettledTally } from '../../../preload/contract/watched-folder.ts';
import { below, isFound } from './watch-queries.ts';

interface CopyFilter {
  readonly ruleId: number;
  readonly search: string;
}

/** Counts of files of a watched folder that wait: until they are complete, or for a person. */
export function createWatchTallies(db: Database) {
  // A query with min() takes the other columns from the row that has it.
  const selectUnsettled = db.prepare<
    [number],
    Omit<UnsettledTally, 'path'> & { readonly folder: string; readonly name: string }
  >(
    `SELECT file.reason ->> '$.code' AS code, count(*) AS files, sum(size_bytes) AS bytes, min(file.id) AS id,
       folder.path AS folder, file.name AS name, file.first_seen_at AS since
     FROM watch_files AS file CROSS JOIN watch_folders AS folder ON folder.id = file.folder_id
     WHERE file.rule_id = ? AND file.state = 'settling' GROUP BY 1 ORDER BY files DESC, code`,
  );
  const copies = `FROM watch_files AS file CROSS JOIN watch_folders AS folder ON folder.id = file.folder_id
    WHERE file.rule_id = @ruleId AND file.state = 'held' AND file.batch_id IS NULL AND (@search = '' OR ${isFound})`;
  const countCopies = db.prepare<unknown[], Answer<'watch.copies'>>(
    `SELECT count(*) AS files, coalesce(sum(size_bytes), 0) AS bytes, max(settled_at) AS until ${copies}`,
  );
  const selectCopies = db
    .prepare<unknown[], number>(
      `SELECT file.id ${copies} AND settled_at <= @until AND file.id > @after ORDER BY file.id LIMIT @limit`,
    )
    .pluck();

  return {
    watchUnsettled: (ruleId: number): UnsettledTally[] =>
      selectUnsettled.all(ruleId).map(({ code, files, bytes, since, folder, name }) => ({
        code,
        files,
        bytes,
        since,
        path: below(folder, name),
      })),
    watchCopies: ({ ruleId, search }: CopyFilter): Answer<'watch.copies'> =>
      countCopies.get({ ruleId, search: foldText(search.trim()) }) ?? { files: 0, bytes: 0, until: null },
    /** The IDs of copies that waited at `until`, after this one. */
    watchCopyIds: ({
      search,
      ...of
    }: CopyFilter & { readonly until: string; readonly after: number; readonly limit: number }): number[] =>
      selectCopies.all({ ...of, search: foldText(search.trim()) }),
  };
}
