/**
 * Files that the selection skips are counted per folder, as those to send are, so that a tree tells how much of a folder is
 * sent without reading its files. Choices by hand of a draft, to be undone and redone.
 */
export const sql = `
ALTER TABLE folders ADD COLUMN skipped_items INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN skipped_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE folders SET skipped_items = skipped.items, skipped_bytes = skipped.bytes
  FROM (
    SELECT folder_id, count(*) AS items, sum(size_bytes) AS bytes FROM items
    WHERE state = 'skipped' AND folder_id IS NOT NULL AND reason ->> '$.code' IN ('deselected', 'excluded',
      'not-included', 'system-file', 'excluded-type', 'excluded-size', 'excluded-date', 'excluded-custodian',
      'known-file', 'duplicate', 'already-sent')
    GROUP BY folder_id) AS skipped
  WHERE folders.id = skipped.folder_id;

CREATE TABLE selection_changes (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0,
  change TEXT NOT NULL,
  PRIMARY KEY (upload_id, seq)
) STRICT, WITHOUT ROWID;
-- For the custodian of a folder inside a container, which the nearest assignment above it decides.
CREATE INDEX container_folders_assigned ON container_folders (item_id, path) WHERE manual_custodian IS NOT NULL;
`;
