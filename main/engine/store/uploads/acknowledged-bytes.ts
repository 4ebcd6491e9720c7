import type { Database } from 'better-sqlite3';

/** Returns the bytes of acknowledged parts of an upload's open files and packs, without some items (a pack's ID is negative). */
export function prepareAcknowledgedBytes(
  db: Database,
): (uploadId: number, without: readonly number[]) => number {
  // Begins with source files that aren't complete, which are few: of an upload's open items, most may be in packs.
  const sum = db
    .prepare<[{ id: number; without: string }], number>(
      `SELECT (SELECT coalesce(sum(acknowledged_bytes), 0) FROM packs WHERE packs.upload_id = @id
         AND packs.state = 'open' AND -packs.id NOT IN (SELECT value FROM json_each(@without)))
       + coalesce(sum(parts.size_bytes), 0) FROM source_files
       CROSS JOIN items ON items.id = source_files.item_id
       CROSS JOIN parts ON parts.source_file_id = source_files.id
       WHERE abandoned = 0 AND completed_at IS NULL AND item_id IS NOT NULL
         AND items.upload_id = @id AND items.state = 'uploading' AND items.id NOT IN (SELECT value FROM json_each(@without))`,
    )
    .pluck();
  return (id, without) => sum.get({ id, without: JSON.stringify(without) }) ?? 0;
}
