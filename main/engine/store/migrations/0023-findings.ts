/**
 * What pre-flight found, and each file's type by content. `severity`: 0 error, 1 warning, 2 info, so that the index has
 * the worst first. `path` is null where the finding is about an item.
 */
export const sql = `
ALTER TABLE items ADD COLUMN type TEXT;
CREATE TABLE findings (
  id INTEGER PRIMARY KEY,
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  item_id INTEGER REFERENCES items ON DELETE CASCADE,
  path TEXT,
  code TEXT NOT NULL,
  severity INTEGER NOT NULL,
  -- JSON
  details TEXT NOT NULL
) STRICT;
CREATE INDEX findings_by_code ON findings (upload_id, severity, code);
CREATE INDEX findings_by_item ON findings (item_id);
-- JSON of an Inspection; null if the upload is of an earlier version, or was not inspected yet
ALTER TABLE uploads ADD COLUMN inspection TEXT;
`;
