/** Folders inside containers whose names can be read in several ways. */
export const sql = `
ALTER TABLE container_folders ADD COLUMN is_doubtful INTEGER NOT NULL DEFAULT 0;
`;
