/** What pre-flight found about the files of an interrupted scan: moved out of its inventory, and back into the next one. */
import type { Database } from 'better-sqlite3';
import type { FindingCode } from '../../../../preload/contract/views/finding.ts';
import { fromStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import type { FileIdentity } from '../../types/source-path.ts';

/** What is kept of a file of the new inventory. */
export interface KeptInspection {
  readonly itemId: ItemId;
  readonly file: FileIdentity;
  /** The file as it was inspected. */
  readonly inspected: FileIdentity;
  readonly type: string | null;
  /** As `findings.addKept` takes them. */
  readonly findings: string;
  /** JSON. */
  readonly folders: string;
}

/** Items of an upload: those with IDs after the first and up to the second. */
interface Page {
  readonly uploadId: UploadId;
  readonly after: number;
  readonly last: number;
}

interface KeptRow {
  id: bigint;
  size: bigint;
  mtime: bigint;
  era: bigint;
  device: bigint;
  fileId: bigint;
  keptSize: bigint;
  keptMtime: bigint;
  keptEra: bigint;
  keptDevice: bigint;
  keptFileId: bigint;
  type: string | null;
  findings: string;
  folders: string;
}

// What is joined is text, whatever its bytes are.
const path = `CAST(roots.path || x'00' || folders.path_key || x'00' || coalesce(items.name_bytes, items.name) AS BLOB)`;
const filesOfPage = `items CROSS JOIN folders ON folders.id = items.folder_id
  CROSS JOIN roots ON roots.id = folders.root_id`;
const isOfPage = 'items.id > @after AND items.id <= @last AND items.upload_id = @uploadId';

export function createKeptInspectionRepository(db: Database) {
  // In the order of the table: no index has all items of an upload.
  const selectLast = db
    .prepare<[UploadId, number, number], number | null>(
      'SELECT max(id) FROM (SELECT id FROM items NOT INDEXED WHERE upload_id = ? AND id > ? ORDER BY id LIMIT ?)',
    )
    .pluck();
  const insert = db.prepare<[Page & { codes: string }]>(`
    INSERT OR REPLACE INTO kept_inspections
      (upload_id, path, size_bytes, mtime_ns, mtime_era, device, file_id, type, findings, folders)
    SELECT items.upload_id, ${path}, size_bytes, mtime_ns, mtime_era, items.device, items.file_id, type,
      (SELECT json_group_array(json_array(code, severity, details) ORDER BY findings.id) FROM findings
       WHERE item_id = items.id AND code IN (SELECT value FROM json_each(@codes))),
      (SELECT json_group_array(json_array(container_folders.path, other_path, entries, container_folders.bytes,
         is_doubtful))
       FROM container_folders WHERE item_id = items.id)
    FROM ${filesOfPage} WHERE ${isOfPage} AND inspected = 1`);
  const removeItems = db.prepare<[Page]>(`DELETE FROM items NOT INDEXED WHERE ${isOfPage}`);
  const selectPage = db
    .prepare<[Page], KeptRow>(
      `SELECT items.id, items.size_bytes AS size, items.mtime_ns AS mtime, items.mtime_era AS era, items.device,
         items.file_id AS fileId, kept.size_bytes AS keptSize, kept.mtime_ns AS keptMtime, kept.mtime_era AS keptEra,
         kept.device AS keptDevice, kept.file_id AS keptFileId, kept.type, findings, kept.folders
       FROM ${filesOfPage}
       CROSS JOIN kept_inspections AS kept ON kept.upload_id = items.upload_id AND kept.path = ${path}
       WHERE ${isOfPage} AND items.state = 'queued'`,
    )
    .safeIntegers();
  const setInspected = db.prepare<[string | null, ItemId]>(
    'UPDATE items SET type = ?, inspected = 1 WHERE id = ?',
  );
  const insertFolders = db.prepare<[ItemId, string]>(
    `INSERT INTO container_folders (item_id, path, other_path, entries, bytes, is_doubtful)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, coalesce(value ->> 4, 0) FROM json_each(?)`,
  );
  const hasAny = db.prepare<[UploadId]>('SELECT 1 FROM kept_inspections WHERE upload_id = ? LIMIT 1');
  const remove = db.prepare<[{ uploadId: UploadId; limit: number }]>(
    `DELETE FROM kept_inspections WHERE upload_id = @uploadId AND path IN (
       SELECT path FROM kept_inspections WHERE upload_id = @uploadId LIMIT @limit)`,
  );

  return {
    /** The last of the upload's next items after an ID; null if there is none. */
    lastItem: (uploadId: UploadId, after: number, limit: number): number | null =>
      selectLast.get(uploadId, after, limit) ?? null,
    /** Removes items, and keeps what these codes say of those that were inspected. The caller opens the transaction. */
    keep(page: Page, codes: readonly FindingCode[]): void {
      insert.run({ ...page, codes: JSON.stringify(codes) });
      removeItems.run(page);
    },
    hasAny: (uploadId: UploadId): boolean => hasAny.get(uploadId) !== undefined,
    /** What is kept for the paths of queued files. */
    of: (page: Page): readonly KeptInspection[] =>
      selectPage.all(page).map(({ id, type, findings, folders, ...row }) => ({
        itemId: itemId.parse(Number(id)),
        file: {
          sizeBytes: Number(row.size),
          mtimeNs: fromStoredTime(row.mtime, row.era),
          device: row.device,
          fileId: row.fileId,
        },
        inspected: {
          sizeBytes: Number(row.keptSize),
          mtimeNs: fromStoredTime(row.keptMtime, row.keptEra),
          device: row.keptDevice,
          fileId: row.keptFileId,
        },
        type,
        findings,
        folders,
      })),
    /** Stores all but the findings with the item of the new inventory. The caller opens the transaction. */
    restore({ itemId, type, folders }: KeptInspection): void {
      setInspected.run(type, itemId);
      if (folders !== '[]') insertFolders.run(itemId, folders);
    },
    /** Forgets up to `limit` of an upload. Returns how many. */
    forget: (uploadId: UploadId, limit: number): number => remove.run({ uploadId, limit }).changes,
  };
}
