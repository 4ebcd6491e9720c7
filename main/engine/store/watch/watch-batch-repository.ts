import type { Database } from 'better-sqlite3';
import { type UploadId, type WatchBatchId, type WatchRuleId, watchBatchId } from '../../types/ids.ts';

/** Files of a watched folder that were closed into one upload. */
export interface WatchBatch {
  readonly id: WatchBatchId;
  readonly ruleId: WatchRuleId;
  /** It is null while its files are being taken. */
  readonly closedAt: string | null;
  readonly files: number;
  readonly bytes: number;
  /** '' where the batch shares its dataset with no other. */
  readonly datasetKey: string;
  readonly datasetName: string;
  readonly uploadId: UploadId | null;
  /** The end of its upload, as the ledger has it. A person may retry files of an upload that ended. */
  readonly recordedAt: string | null;
  /** How often its failed files were tried again without a person. */
  readonly retries: number;
  readonly retryAt: string | null;
}

interface BatchRow {
  id: WatchBatchId;
  rule_id: WatchRuleId;
  closed_at: string | null;
  files: number;
  bytes: number;
  dataset_key: string;
  dataset_name: string;
  upload_id: UploadId | null;
  recorded_at: string | null;
  retries: number;
  retry_at: string | null;
}

export function createWatchBatchRepository(db: Database) {
  const insert = db.prepare(
    'INSERT INTO watch_batches (rule_id, group_key, dataset_key, dataset_name) VALUES (?, ?, ?, ?)',
  );
  const close = db.prepare(
    'UPDATE watch_batches SET closed_at = ?, files = ?, bytes = ?, upload_id = ? WHERE id = ?',
  );
  const setRecorded = db.prepare(
    `UPDATE watch_batches SET recorded_at = coalesce(uploads.finished_at, uploads.state), is_recorded = 1,
       moved_at = NULL
     FROM uploads WHERE uploads.id = upload_id AND watch_batches.id = ?`,
  );
  const setUnrecorded = db.prepare<[number]>('UPDATE watch_batches SET is_recorded = 0 WHERE upload_id = ?');
  const selectOne = db.prepare<[number], BatchRow>('SELECT * FROM watch_batches WHERE id = ?');
  const selectOpen = db.prepare<[number], BatchRow>(
    `SELECT * FROM watch_batches INDEXED BY watch_batches_unrecorded
     WHERE rule_id = ? AND is_recorded = 0 AND closed_at IS NULL`,
  );
  const selectUnrecorded = db.prepare<[number], BatchRow>(
    `SELECT * FROM watch_batches INDEXED BY watch_batches_unrecorded
     WHERE rule_id = ? AND is_recorded = 0 AND closed_at IS NOT NULL AND upload_id IS NOT NULL ORDER BY id`,
  );
  const selectUnmoved = db.prepare<[number], BatchRow>(
    `SELECT * FROM watch_batches INDEXED BY watch_batches_unmoved
     WHERE rule_id = ? AND recorded_at IS NOT NULL AND moved_at IS NULL ORDER BY id`,
  );
  const setMoved = db.prepare('UPDATE watch_batches SET moved_at = ? WHERE id = ?');
  const selectOfUpload = db.prepare<[number], BatchRow>('SELECT * FROM watch_batches WHERE upload_id = ?');
  const selectPage = db.prepare<[number, number, number], BatchRow>(
    'SELECT * FROM watch_batches WHERE rule_id = ? AND closed_at IS NOT NULL ORDER BY id DESC LIMIT ? OFFSET ?',
  );
  const count = db
    .prepare<[number], number>(
      'SELECT count(*) FROM watch_batches WHERE rule_id = ? AND closed_at IS NOT NULL',
    )
    .pluck();
  const selectLastTaken = db
    .prepare<[number], string | null>(
      'SELECT closed_at FROM watch_batches WHERE rule_id = ? AND closed_at IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const setRetry = db.prepare('UPDATE watch_batches SET retries = ?, retry_at = ? WHERE id = ?');
  const selectNextRetry = db.prepare<[number], BatchRow>(
    `SELECT * FROM watch_batches WHERE rule_id = ? AND retry_at IS NOT NULL AND upload_id IS NOT NULL
     ORDER BY retry_at LIMIT 1`,
  );
  const setNotMoved = db.prepare("UPDATE watch_files SET reason = ? WHERE id = ? AND state = 'sent'");
  const remove = db.prepare('DELETE FROM watch_batches WHERE id = ?');
  const selectDataset = db.prepare<[number, string], { name: string; dataset_id: number | null }>(
    'SELECT name, dataset_id FROM watch_datasets WHERE rule_id = ? AND key = ?',
  );
  const saveDataset = db.prepare(
    `INSERT INTO watch_datasets (rule_id, key, name, dataset_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule_id, key) DO UPDATE SET name = excluded.name, dataset_id = excluded.dataset_id`,
  );
  const forgetDataset = db.prepare('DELETE FROM watch_datasets WHERE rule_id = ? AND dataset_id = ?');
  const forgetDatasets = db.prepare('DELETE FROM watch_datasets WHERE rule_id = ?');

  return {
    /** A batch whose files are still to be taken. */
    open(ruleId: WatchRuleId, group: string, dataset: { key: string; name: string }): WatchBatchId {
      const inserted = insert.run(ruleId, group, dataset.key, dataset.name);
      return watchBatchId.parse(Number(inserted.lastInsertRowid));
    },
    close(id: WatchBatchId, at: string, taken: { files: number; bytes: number }, uploadId: UploadId): void {
      close.run(at, taken.files, taken.bytes, uploadId, id);
    },
    /** The ledger has the outcome of the upload as it is now. */
    setRecorded: (id: WatchBatchId): void => void setRecorded.run(id),
    /** A person decided about files of the upload since. */
    setUnrecorded: (uploadId: UploadId): void => void setUnrecorded.run(uploadId),
    /** How often its failed files were tried again, and when they are next; null for never. */
    setRetry: (id: WatchBatchId, retries: number, at: string | null): void =>
      void setRetry.run(retries, at, id),
    /** The batch whose failed files are tried again first. */
    nextRetry: (ruleId: WatchRuleId): WatchBatch | null => toBatch(selectNextRetry.get(ruleId)),
    get(id: WatchBatchId): WatchBatch | null {
      return toBatch(selectOne.get(id));
    },
    /** Left behind by a kill, or being taken. */
    openOnes: (ruleId: WatchRuleId): readonly WatchBatch[] => selectOpen.all(ruleId).map(fromRow),
    /** Batches whose upload goes on, or ended since the ledger got its outcome. Oldest first. */
    unrecorded: (ruleId: WatchRuleId): readonly WatchBatch[] => selectUnrecorded.all(ruleId).map(fromRow),
    /** Batches whose outcome is in the ledger, and whose accepted files may still have to be moved. Oldest first. */
    unmoved: (ruleId: WatchRuleId): readonly WatchBatch[] => selectUnmoved.all(ruleId).map(fromRow),
    /** Whether accepted files may still have to be moved: of a batch whose outcome is written to the ledger now, too. */
    mayBeUnmoved: (ruleId: WatchRuleId): boolean =>
      selectUnmoved.get(ruleId) !== undefined || selectUnrecorded.get(ruleId) !== undefined,
    /** Its accepted files were moved, if its rule moves any. */
    setMoved: (id: WatchBatchId, at: string): void => void setMoved.run(at, id),
    ofUpload: (id: UploadId): WatchBatch | null => toBatch(selectOfUpload.get(id)),
    /** Newest first. */
    page: (ruleId: WatchRuleId, offset: number, limit: number): readonly WatchBatch[] =>
      selectPage.all(ruleId, limit, offset).map(fromRow),
    count: (ruleId: WatchRuleId): number => count.get(ruleId) ?? 0,
    lastTakenAt: (ruleId: WatchRuleId): string | null => selectLastTaken.get(ruleId) ?? null,
    /** A sent file that stays where it is, and the system's code. The code is null where it may not be what was sent. */
    setNotMoved: (fileId: number, errno: string | null): void =>
      void setNotMoved.run(JSON.stringify({ code: 'not-moved', errno }), fileId),
    remove: (id: WatchBatchId): void => void remove.run(id),
    /** The dataset of earlier batches with the same key. `datasetId` is null until the platform created it. */
    dataset(ruleId: WatchRuleId, key: string): { name: string; datasetId: number | null } | null {
      const row = selectDataset.get(ruleId, key);
      return row === undefined ? null : { name: row.name, datasetId: row.dataset_id };
    },
    saveDataset(ruleId: WatchRuleId, key: string, name: string, datasetId: number | null): void {
      saveDataset.run(ruleId, key, name, datasetId);
    },
    /** It doesn't exist any longer: the next batch creates another. */
    forgetDataset: (ruleId: WatchRuleId, datasetId: number): void =>
      void forgetDataset.run(ruleId, datasetId),
    /** The rule sends elsewhere from now on. */
    forgetDatasets: (ruleId: WatchRuleId): void => void forgetDatasets.run(ruleId),
  };
}

function toBatch(row: BatchRow | undefined): WatchBatch | null {
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: BatchRow): WatchBatch {
  return {
    id: row.id,
    ruleId: row.rule_id,
    closedAt: row.closed_at,
    files: row.files,
    bytes: row.bytes,
    datasetKey: row.dataset_key,
    datasetName: row.dataset_name,
    uploadId: row.upload_id,
    recordedAt: row.recorded_at,
    retries: row.retries,
    retryAt: row.retry_at,
  };
}
