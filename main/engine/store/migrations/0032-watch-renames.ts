/** What a file of a watched folder was renamed to: whether evidence is still there under a later path. */
export const sql = `
CREATE INDEX watch_files_renamed ON watch_files (earlier_id) WHERE state = 'renamed';
`;
