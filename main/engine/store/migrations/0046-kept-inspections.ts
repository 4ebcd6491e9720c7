/**
 * What pre-flight found about the files of a scan that was interrupted, until the scan that repeats it finds the same
 * files. `path`: root, folder, and name, exact, separated by NUL. `findings` and `folders`: JSON of the columns that are stored
 * again.
 *
 * `inspected`: 1 for an item whose inspection is kept. `inspected_with`: what an upload's inspections depend on.
 */
export const sql = `
ALTER TABLE items ADD COLUMN inspected INTEGER NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN inspected_with TEXT;
CREATE TABLE kept_inspections (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  path BLOB NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  mtime_era INTEGER NOT NULL,
  device INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  type TEXT,
  findings TEXT NOT NULL,
  folders TEXT NOT NULL,
  PRIMARY KEY (upload_id, path)
) STRICT, WITHOUT ROWID;
`;
