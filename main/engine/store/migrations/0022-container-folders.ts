/**
 * Folders inside containers, found by the inspection. `path` ends with a slash. `other_path`: the same folder as programs
 * spell it that don't guess the encoding of its name. Custodians are null where the container's own applies.
 */
export const sql = `
CREATE TABLE container_folders (
  item_id INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
  path TEXT NOT NULL,
  other_path TEXT,
  entries INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  rule_custodian TEXT,
  manual_custodian TEXT,
  PRIMARY KEY (item_id, path)
) STRICT, WITHOUT ROWID;
`;
