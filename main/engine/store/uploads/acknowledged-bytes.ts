import type { Database } from 'better-sqlite3';
import { isOpen } from '../items/item-conditions.ts';

/** Returns the bytes of acknowledged parts of an upload's open files and packs, without some items (a pack's ID is negative). */
export function prepareAcknowledgedBytes(
  db: Database,
): (uploadId: number, without: readonly number[]) => number {
  // With both conditions on the state, SQLite can use the partial index on open items.
  const sum = db
    .prepare<[{ id: number; without: string }], number>(
      `SELECT (SELECT coalesce(sum(acknowledged_bytes), 0) FROM packs WHERE packs.upload_id = @id
         AND packs.state = 'open' AND -packs.id NOT IN (SELECT value FROM json_each(@without)))
       + coalesce(sum(parts.size_bytes), 0) FROM items
       JOIN source_files ON source_files.item_id = items.id AND abandoned = 0
       JOIN parts ON parts.source_file_id = source_files.id
       WHERE items.upload_id = @id AND items.state = 'uploading' AND ${isOpen}
         AND items.id NOT IN (SELECT value FROM json_each(@without))`,
    )
    .pluck();
  return (id, without) => sum.get({ id, without: JSON.stringify(without) }) ?? 0;
}
