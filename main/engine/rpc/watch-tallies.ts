import type { Database } from 'better-sqlite3';
import type { Answer, Parsed } from '../../../preload/contract/index.ts';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import type { UnsettledTally } from '../../../preload/contract/watch/watched-folder.ts';
import { joinPath } from '../types/source-path.ts';
import { isFound } from './ledger-search.ts';

/** What a person has to look at comes first, then what is under way. */
const uploadRank = `(SELECT CASE
    WHEN uploads.state = 'finished' AND EXISTS (SELECT 1 FROM totals
      WHERE upload_id = uploads.id AND state = 'failed' AND items > 0) THEN 0
    WHEN uploads.state = 'finished' AND EXISTS (SELECT 1 FROM totals
      WHERE upload_id = uploads.id AND state = 'held' AND items > 0) THEN 1
    WHEN uploads.state = 'paused' THEN 2
    WHEN uploads.state = 'finished' THEN 5
    WHEN uploads.state = 'cancelled' THEN 4
    ELSE 3 END
  FROM uploads WHERE uploads.id = watch_batches.upload_id)`;
const batchColumns = {
  dataset: 'dataset_name COLLATE NOCASE',
  closed: 'closed_at',
  files: 'files',
  size: 'bytes',
  status: uploadRank,
} as const;

interface CopyFilter {
  readonly ruleId: number;
  readonly search: string;
}

/** The uploads of a watched folder, and counts of its files that wait: until they are complete, or for a person. */
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

  const selectBatches = (order: string) =>
    db.prepare<unknown[], WatchBatchView>(
      `SELECT id, closed_at AS closedAt, files, bytes, dataset_name AS datasetName, upload_id AS uploadId
       FROM watch_batches WHERE rule_id = @ruleId AND closed_at IS NOT NULL AND upload_id IS NOT NULL
       ORDER BY ${order}id DESC LIMIT @limit OFFSET @offset`,
    );

  return {
    watchBatches: ({ sort, ...page }: Parsed<'watch.batches'>): WatchBatchView[] =>
      selectBatches(
        sort === null ? '' : `${batchColumns[sort.column]} ${sort.descending ? 'DESC' : 'ASC'}, `,
      ).all(page),
    watchUnsettled: (ruleId: number): UnsettledTally[] =>
      selectUnsettled.all(ruleId).map(({ code, files, bytes, since, folder, name }) => ({
        code,
        files,
        bytes,
        since,
        path: joinPath(folder, name),
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
