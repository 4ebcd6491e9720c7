/** Finds out whether files were moved into a subfolder of a watched folder. */
export const sql = `
CREATE INDEX watch_files_moved ON watch_files (rule_id, moved_to) WHERE moved_to IS NOT NULL;
`;
