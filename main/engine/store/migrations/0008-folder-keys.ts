/** Folders are found and compared by the bytes of their paths: two names that are not valid UTF-8 may look the same. */
export const sql = `
ALTER TABLE folders ADD COLUMN path_key BLOB AS (coalesce(path_bytes, CAST(path AS BLOB))) VIRTUAL;
DROP INDEX folders_by_path;
CREATE INDEX folders_by_key ON folders (root_id, path_key);
`;
