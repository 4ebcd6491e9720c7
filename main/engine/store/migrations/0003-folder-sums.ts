/** A folder's sums are of the files to be sent: what the scan left out or could not read is no longer among them. */
export const sql = `
UPDATE folders SET items = folders.items - found.items, bytes = folders.bytes - found.bytes
FROM (
  SELECT folder_id, count(*) AS items, sum(size_bytes) AS bytes FROM items
  WHERE state = 'skipped' OR (state = 'failed' AND mtime_ns = 0 AND file_id = 0)
  GROUP BY folder_id
) AS found
WHERE found.folder_id = folders.id;
`;
