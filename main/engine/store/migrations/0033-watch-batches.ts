/**
 * The batches of a watched folder that have to be looked at are found without reading all of them. `is_recorded`: the ledger has
 * the outcome of the upload as it is now. `recorded_at` stays when an upload that had ended is resumed.
 */
export const sql = `
ALTER TABLE watch_batches ADD COLUMN is_recorded INTEGER NOT NULL DEFAULT 0;
UPDATE watch_batches SET is_recorded = 1
  WHERE recorded_at IS NOT NULL AND recorded_at IS (
    SELECT coalesce(finished_at, state) FROM uploads WHERE uploads.id = upload_id);
CREATE TRIGGER watch_batches_reopened AFTER UPDATE OF state, finished_at ON uploads
WHEN coalesce(new.finished_at, new.state) IS NOT coalesce(old.finished_at, old.state) BEGIN
  UPDATE watch_batches SET is_recorded = 0 WHERE upload_id = new.id AND is_recorded = 1;
END;
CREATE INDEX watch_batches_unrecorded ON watch_batches (rule_id, id) WHERE is_recorded = 0;
CREATE INDEX watch_batches_to_retry ON watch_batches (rule_id, retry_at) WHERE retry_at IS NOT NULL;
`;
