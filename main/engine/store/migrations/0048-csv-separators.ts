/** The same CSV of custodians has other rows when another separator is chosen. */
export const sql = `
CREATE TABLE csv_rows (
  upload_id INTEGER NOT NULL REFERENCES uploads ON DELETE CASCADE,
  sha1 TEXT NOT NULL,
  -- By its name; '' where the file itself says it, and for those that an earlier version read
  separator TEXT NOT NULL,
  rows TEXT NOT NULL,
  PRIMARY KEY (upload_id, sha1, separator)
) STRICT, WITHOUT ROWID;
INSERT INTO csv_rows SELECT upload_id, sha1, '', rows FROM custodian_maps;
DROP TABLE custodian_maps;
ALTER TABLE csv_rows RENAME TO custodian_maps;
`;
