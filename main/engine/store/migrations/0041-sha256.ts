/**
 * SHA-256 says whether two files have the same content, because two contents with the same SHA-1 can be made. Null for what
 * an earlier version sent. The state of the hash is saved beside that of the SHA-1.
 *
 * What an earlier version called a duplicate had the same SHA-1. The selection of a draft is applied again before it is sent.
 */
export const sql = `
ALTER TABLE source_files ADD COLUMN sha256 TEXT;
ALTER TABLE source_files ADD COLUMN sha256_state BLOB;
ALTER TABLE pack_members ADD COLUMN sha256 TEXT;
DELETE FROM file_hashes WHERE sha256 IS NULL;
UPDATE findings SET code = 'possible-duplicate' WHERE code = 'duplicate';
UPDATE uploads SET selection_pending = 1 WHERE state IN ('scanning', 'ready')
  AND EXISTS (SELECT 1 FROM findings WHERE upload_id = uploads.id AND severity = 2 AND code = 'possible-duplicate');
`;
