import type { Database } from 'better-sqlite3';
import type { UploadId } from '../../types/ids.ts';
import type { UploadSummary } from '../../types/uploads.ts';

/** The upload that the platform gave a dataset's ID again, and when that upload requested it. */
export interface DatasetReuse {
  readonly uploadId: UploadId;
  readonly at: string;
}

/** SQL: the place of an upload that gets its dataset now. Clocks may go back. */
export const nextDatasetOrder = '(SELECT coalesce(max(dataset_order), 0) + 1 FROM uploads)';

/** The datasets of uploads: those that the platform created for them, and those that were given. */
export function createDatasetRepository(db: Database) {
  const setRequested = db.prepare('UPDATE uploads SET dataset_requested_at = ? WHERE id = ?');
  const setDataset = db.prepare(
    `UPDATE uploads SET dataset_id = ?, dataset_order = ${nextDatasetOrder} WHERE id = ?`,
  );
  const forgetOfRules = db.prepare(
    `DELETE FROM watch_datasets WHERE dataset_id = ?
       AND rule_id IN (SELECT id FROM watch_rules WHERE server_url = ? AND database_id = ?)`,
  );
  const setShared = db.prepare(
    `UPDATE uploads SET dataset_id = ?, dataset_order = ${nextDatasetOrder}, dataset_requested_at = NULL WHERE id = ?`,
  );
  const selectShared = db
    .prepare<[UploadId], number>(
      `SELECT known.dataset_id FROM uploads JOIN watch_batches AS batch ON batch.upload_id = uploads.id
         JOIN watch_rules AS rule ON rule.id = batch.rule_id AND rule.server_url = uploads.server_url
           AND rule.database_id = uploads.database_id
         JOIN watch_datasets AS known ON known.rule_id = rule.id AND known.key = batch.dataset_key
           AND known.name = uploads.dataset_name
       WHERE uploads.id = ? AND known.dataset_id IS NOT NULL`,
    )
    .pluck();
  const selectReuse = db.prepare<[UploadId], DatasetReuse>(
    `SELECT later.id AS uploadId, later.dataset_requested_at AS at
     FROM uploads AS mine JOIN uploads AS later ON later.dataset_id = mine.dataset_id
     WHERE mine.id = ? AND later.server_url = mine.server_url AND later.database_id = mine.database_id
       AND later.dataset_order > mine.dataset_order AND later.dataset_requested_at IS NOT NULL
     ORDER BY later.dataset_order DESC LIMIT 1`,
  );
  return {
    /** Call before the request, so that a dataset whose answer is lost is known. */
    recordRequest(id: UploadId, at: string): void {
      setRequested.run(at, id);
    },
    /** The platform just created it. What a rule knows under its ID is another one, which is gone. */
    recordCreated(upload: Pick<UploadSummary, 'id' | 'serverUrl' | 'databaseId'>, datasetId: number): void {
      setDataset.run(datasetId, upload.id);
      forgetOfRules.run(datasetId, upload.serverUrl, upload.databaseId);
    },
    /** The one that a later batch made for what shares a dataset with this upload's. Null if there is none, or it is of no rule. */
    shared: (id: UploadId): number | null => selectShared.get(id) ?? null,
    /** Whether the request before created an empty one doesn't matter any longer. */
    recordShared: (id: UploadId, datasetId: number): void => void setShared.run(datasetId, id),
    /**
     * Whether the platform created a dataset with the ID of this upload's for another one, after this one got it. Null if not:
     * also for uploads that share a dataset.
     */
    reuse: (id: UploadId): DatasetReuse | null => selectReuse.get(id) ?? null,
  };
}

export type DatasetRepository = ReturnType<typeof createDatasetRepository>;
