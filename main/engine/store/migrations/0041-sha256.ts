/**
 * SHA-256 says whether two files have the same content, because two contents with the same SHA-1 can be made. Null for what
 * an earlier version sent. The state of the hash is saved beside that of the SHA-1.
 */
export const sql = `
ALTER TABLE source_files ADD COLUMN sha256 TEXT;
ALTER TABLE source_files ADD COLUMN sha256_state BLOB;
ALTER TABLE pack_members ADD COLUMN sha256 TEXT;
`;
