import Database from 'better-sqlite3';
import { z } from 'zod';

const ids = z.object({ upload: z.int(), root: z.int(), folder: z.int().nullable(), item: z.int() });
const counts = z.object({ uploads: z.int(), items: z.int() });

/** Years of work without its files: copies of the store's one upload, one a day; every tenth is paused half-way. */
export function multiplyUploads(path: string, uploads: number, items: number): z.infer<typeof counts> {
  const store = new Database(path);
  try {
    store.pragma('foreign_keys = ON');
    const first = ids.parse(
      store
        .prepare(
          `SELECT items.upload_id AS upload, items.folder_id AS folder, items.id AS item,
             (SELECT id FROM roots WHERE roots.upload_id = items.upload_id) AS root FROM items`,
        )
        .get(),
    );
    const copy = copiesIn(store, first);
    store.transaction(() => {
      for (let nth = 1; nth < uploads; nth += 1) {
        copy(nth, Math.floor(items / (uploads - 1)) + (nth === 1 ? items % (uploads - 1) : 0));
      }
      store.exec(
        `INSERT OR REPLACE INTO totals SELECT upload_id, state, COUNT(*), SUM(size_bytes) FROM items GROUP BY 1, 2`,
      );
    })();
    return counts.parse(
      store
        .prepare('SELECT (SELECT COUNT(*) FROM uploads) AS uploads, (SELECT COUNT(*) FROM items) AS items')
        .get(),
    );
  } finally {
    store.close();
  }
}

function copiesIn(store: Database.Database, first: z.infer<typeof ids>) {
  const columns =
    'server_url, profile_path, key_id, database_id, database_name, dataset_id, request, os_user, machine, version';
  const upload = store.prepare(
    `INSERT INTO uploads (${columns}, uuid, state, created_at, finished_at, dataset_name)
     SELECT ${columns}, uuid || '-' || @nth, iif(@nth % 10, 'finished', 'paused'),
       strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || @nth || ' days'),
       iif(@nth % 10, strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || @nth || ' days'), NULL), 'Matter ' || @nth
     FROM uploads WHERE id = @upload`,
  );
  const root = store.prepare(
    'INSERT INTO roots (upload_id, path) SELECT @copy, path FROM roots WHERE id = @root',
  );
  const folder = store.prepare(
    `INSERT INTO folders (root_id, path, path_bytes, items, bytes)
     SELECT @copy, path, path_bytes, @items, @items * bytes FROM folders WHERE id = @folder`,
  );
  const item = store.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @items)
     INSERT INTO items (upload_id, folder_id, name, size_bytes, mtime_ns, device, file_id, state)
     SELECT @copy, @folder, 'letter ' || i || '.txt', size_bytes, mtime_ns, device, file_id,
       iif(@nth % 10 OR i % 2, 'uploaded', 'queued')
     FROM n, (SELECT * FROM items WHERE id = @item)`,
  );
  return (nth: number, items: number): void => {
    const copy = upload.run({ nth, upload: first.upload }).lastInsertRowid;
    const rootCopy = root.run({ copy, root: first.root }).lastInsertRowid;
    const folderCopy =
      first.folder === null
        ? null
        : folder.run({ copy: rootCopy, items, folder: first.folder }).lastInsertRowid;
    if (items > 0) item.run({ copy, folder: folderCopy, nth, items, item: first.item });
  };
}
