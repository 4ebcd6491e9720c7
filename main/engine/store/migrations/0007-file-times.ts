/** An integer holds the nanoseconds from 1677 to 2262 only. A time is `mtime_ns` + `mtime_era` · 2^64. */
export const sql = `
ALTER TABLE items ADD COLUMN mtime_era INTEGER NOT NULL DEFAULT 0;
`;
