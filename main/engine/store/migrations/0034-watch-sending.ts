/** Finds files that are being sent by their size and time: by their name, too, or only those that are no longer at their path. */
export const sql = `
CREATE INDEX watch_files_sending ON watch_files (size_bytes, name, mtime_ns) WHERE state = 'taken';
CREATE INDEX watch_files_sending_gone ON watch_files (size_bytes, mtime_ns) WHERE state = 'taken' AND gone_at IS NOT NULL;
`;
