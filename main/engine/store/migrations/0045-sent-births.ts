/** When each file in a pack was created, as it was read. That of other files is in `source_files.file_version`. */
export const sql = `
-- Null in those that an earlier version sent.
ALTER TABLE pack_members ADD COLUMN born_ns INTEGER;
`;
