import type { Database } from 'better-sqlite3';
import type { UploadId } from '../../types/ids.ts';

export interface SavedReceipt {
  readonly id: number;
  readonly uploadId: UploadId;
  readonly path: string;
  readonly savedAt: string;
}

/** An upload of a watched folder that ended. */
export interface EndedUpload {
  readonly uploadId: UploadId;
  readonly rule: string;
}

/** SQL: when an upload was canceled, and its files were closed after that. */
const cancelledAt = `(SELECT at FROM events WHERE events.upload_id = uploads.id
  AND type IN ('upload-cancelled', 'unsent-items-closed') ORDER BY seq DESC LIMIT 1)`;

/** Where receipts that can be verified were saved. The file may be gone since. */
export function createSavedReceiptRepository(db: Database) {
  const upsert = db.prepare(
    `INSERT INTO saved_receipts (upload_id, path, saved_at) VALUES (?, ?, ?)
     ON CONFLICT (path) DO UPDATE SET upload_id = excluded.upload_id, saved_at = excluded.saved_at`,
  );
  const selectLatest = db.prepare<[number], SavedReceipt>(
    `SELECT id, upload_id AS uploadId, path, saved_at AS savedAt FROM saved_receipts
     ORDER BY saved_at DESC, id DESC LIMIT ?`,
  );
  const selectMissing = db.prepare<[string], EndedUpload>(
    `SELECT uploads.id AS uploadId, rule ->> '$.name' AS rule
     FROM uploads CROSS JOIN watch_rules ON watch_rules.id = (
       SELECT rule_id FROM watch_batches WHERE upload_id = uploads.id LIMIT 1)
     WHERE uploads.state IN ('finished', 'cancelled') AND NOT EXISTS (
         SELECT 1 FROM totals WHERE totals.upload_id = uploads.id AND totals.state IN ('queued', 'uploading') AND items > 0)
       AND NOT EXISTS (
         SELECT 1 FROM saved_receipts WHERE saved_receipts.upload_id = uploads.id AND saved_at >= coalesce(finished_at, ${cancelledAt})
           AND saved_receipts.path = ? || uploads.id || '.json')
     ORDER BY uploads.id`,
  );
  return {
    /** Uploads of watched folders that have no receipt `<start><ID>.json` of how they ended last. */
    missing: (start: string): readonly EndedUpload[] => selectMissing.all(start),
    /** In place of an earlier one at the same path. */
    add: (uploadId: UploadId, path: string, at: string): void => void upsert.run(uploadId, path, at),
    latest: (limit: number): readonly SavedReceipt[] => selectLatest.all(limit),
  };
}
