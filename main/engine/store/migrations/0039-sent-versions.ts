/**
 * What shows that a file is on the disk as it was sent: the digest of each part, `md5:` or `crc32:` and hexadecimal, and the
 * change time of each file in a pack. That of other files is in `source_files.file_version`.
 */
export const sql = `
-- Null in parts of packs, whose members have their own, in parts that an earlier version sent, and where nothing is checked.
ALTER TABLE parts ADD COLUMN digest TEXT;
-- They told which hosts' ETags are MD5s, which no longer decides what is sent again.
ALTER TABLE parts DROP COLUMN etag_scope;
-- Null in those that an earlier version sent.
ALTER TABLE pack_members ADD COLUMN ctime_ns INTEGER;
`;
