/** Every file whose content is known is found by its size and time, whatever became of it. */
export const sql = `
DROP INDEX watch_files_by_time;
CREATE INDEX watch_files_by_time ON watch_files (size_bytes, mtime_ns) WHERE sha1 IS NOT NULL;
`;
