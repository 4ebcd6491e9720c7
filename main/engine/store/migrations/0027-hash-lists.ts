/** What comparing the sent files with the hash lists that came with them gave: JSON, or null if there was nothing to compare. */
export const sql = 'ALTER TABLE uploads ADD COLUMN hash_lists TEXT;\n';
