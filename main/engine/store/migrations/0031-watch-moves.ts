/** When a batch's accepted files had been moved, if its rule moves them: a share that went away is waited for. */
export const sql = `
ALTER TABLE watch_batches ADD COLUMN moved_at TEXT;
UPDATE watch_batches SET moved_at = recorded_at;
CREATE INDEX watch_batches_unmoved ON watch_batches (rule_id, id) WHERE recorded_at IS NOT NULL AND moved_at IS NULL;
`;
