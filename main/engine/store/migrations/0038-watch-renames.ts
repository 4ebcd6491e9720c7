/**
 * What a watched folder doesn't send again. `sha256` is the content of a file, once it was read; of older rows it isn't known.
 *
 * `continues_id`: the row whose file this one is, at another path (renamed), or at its own (touched, or saved again). The
 * index keeps a row from explaining two files. Earlier previews explained any number of copies by one file that was sent, and
 * never sent them: those are decided again, and so is what one rule left to another over the same folder.
 */
const explained = `
  SELECT file.id, file.earlier_id, file.state,
    iif(file.gone_at IS NOT NULL, 0, iif(file.state = 'skipped', 2, 1)) AS rank
  FROM watch_files AS file JOIN watch_files AS earlier ON earlier.id = file.earlier_id
  WHERE (file.state = 'renamed' AND earlier.gone_at IS NOT NULL AND file.file_id = earlier.file_id
      AND (file.device <> earlier.device OR file.born_ns = 0 OR earlier.born_ns = 0 OR file.born_ns = earlier.born_ns))
    OR (file.state = 'skipped' AND file.batch_id IS NULL AND file.reason ->> '$.code' = 'same-content'
      AND file.folder_id = earlier.folder_id AND file.name = earlier.name
      AND coalesce(file.name_bytes, x'') = coalesce(earlier.name_bytes, x''))`;

export const sql = `
DROP INDEX watch_files_by_time;
DROP INDEX watch_files_by_sha1;
DROP INDEX watch_files_sending;
DROP INDEX watch_files_sending_gone;
ALTER TABLE watch_files DROP COLUMN sha1;
ALTER TABLE watch_files ADD COLUMN sha256 BLOB;
CREATE INDEX watch_files_by_sha256 ON watch_files (sha256) WHERE sha256 IS NOT NULL;

ALTER TABLE watch_files ADD COLUMN continues_id INTEGER REFERENCES watch_files;
UPDATE watch_files SET continues_id = earlier_id WHERE id IN (
  SELECT id FROM (
    SELECT id, rank, max(rank) OVER (PARTITION BY earlier_id) AS highest, count(*) OVER (PARTITION BY earlier_id, rank) AS alike
    FROM (${explained}))
  WHERE rank = highest AND alike = 1);
CREATE UNIQUE INDEX watch_files_continued ON watch_files (continues_id) WHERE continues_id IS NOT NULL;

UPDATE watch_files SET state = 'gone', gone_at = coalesce(gone_at, first_seen_at), reason = NULL
  WHERE (state = 'renamed' AND continues_id IS NULL AND gone_at IS NULL)
    OR (state = 'skipped' AND reason ->> '$.code' = 'taken-by-rule');
UPDATE watch_files SET reason = NULL
  WHERE state = 'settling' AND reason ->> '$.code' IN ('earlier-away', 'earlier-unclear');
`;
