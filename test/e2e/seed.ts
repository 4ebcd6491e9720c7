/** A store as a large upload leaves it, written beside the app: waiting for a million files is not what is tested. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { storeFileName } from '../../main/engine/store/open.ts';

export const million = 1_000_000;
const perFolder = 1000;

/** Named by its place in the list, from 0. */
export const seededName = (index: number): string => `page ${String(index).padStart(7, '0')}.tif`;

/** Copies what the store's first upload was asked, with a million files of its own; returns the new upload's id. */
export function seedMillion(stateDir: string): number {
  const db = new Sqlite(join(stateDir, storeFileName));
  try {
    db.pragma('synchronous = OFF');
    return db.transaction(() => {
      const columns = db
        .prepare<[], string>(
          "SELECT name FROM pragma_table_info('uploads') WHERE name NOT IN ('id', 'uuid', 'state', 'finished_at', 'stopped_by', 'dataset_name')",
        )
        .pluck()
        .all()
        .join(', ');
      const upload = db
        .prepare(
          `INSERT INTO uploads (uuid, state, finished_at, dataset_name, ${columns})
           SELECT ?, 'paused', NULL, 'Archive, floors 1 to 9', ${columns} FROM uploads ORDER BY id LIMIT 1`,
        )
        .run(randomUUID()).lastInsertRowid;
      const root = db
        .prepare('INSERT INTO roots (upload_id, path) VALUES (?, ?)')
        .run(upload, '/evidence/archive').lastInsertRowid;
      const { last } = db
        .prepare<[], { last: number }>('SELECT coalesce(max(id), 0) AS last FROM folders')
        .get() ?? { last: 0 };
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO folders (id, root_id, path, custodian, items, bytes)
         SELECT ? + 1 + i, ?, printf('floor %d/shelf %03d', i / 112 + 1, i), printf('Custodian %d', i / 112 + 1), ?, 0 FROM n`,
      ).run(million / perFolder - 1, last, root, perFolder);
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state, reason)
         SELECT ?, ? + 1 + i / ${perFolder}, printf('page %07d.tif', i), 40000 + (i * 7919) % 900000, 1700000000000000000, 1, i,
           CASE WHEN i % 3 = 2 THEN 'queued' ELSE 'uploaded' END, NULL FROM n`,
      ).run(million - 1, upload, last);
      db.prepare(
        `INSERT INTO totals (upload_id, state, items, bytes)
         SELECT upload_id, state, count(*), sum(size_bytes) FROM items WHERE upload_id = ? GROUP BY state`,
      ).run(upload);
      return Number(upload);
    })();
  } finally {
    db.close();
  }
}
