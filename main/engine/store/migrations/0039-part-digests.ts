/** What shows that a part is on the disk as it was sent: `md5:` or `crc32:`, and hexadecimal. */
export const sql = `
-- Null in parts of packs, whose members have their own, in parts that an earlier version sent, and where nothing is checked.
ALTER TABLE parts ADD COLUMN digest TEXT;
-- They told which hosts' ETags are MD5s, which no longer decides what is sent again.
ALTER TABLE parts DROP COLUMN etag_scope;
`;
