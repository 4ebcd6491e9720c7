/** Finds files that a rule is sending by their size and time, whatever their names are. */
export const sql = `
DROP INDEX watch_files_sending;
CREATE INDEX watch_files_sending ON watch_files (size_bytes, rule_id, mtime_ns, gone_at) WHERE state = 'taken';
`;
