import type { Database } from 'better-sqlite3';
import type { UploadId } from '../../types/ids.ts';

export interface SavedReceipt {
  readonly id: number;
  readonly uploadId: UploadId;
  readonly path: string;
  readonly savedAt: string;
}

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
  return {
    /** In place of an earlier one at the same path. */
    add: (uploadId: UploadId, path: string, at: string): void => void upsert.run(uploadId, path, at),
    latest: (limit: number): readonly SavedReceipt[] => selectLatest.all(limit),
  };
}
