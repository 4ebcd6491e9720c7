import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fromStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId, type UploadId } from '../../types/ids.ts';
import { type InventoryMark, inventoryStart } from '../../types/inventory-mark.ts';
import { storedJson } from '../stored-value.ts';
import { isQueued } from './item-conditions.ts';

/** How the inspection of an upload ended. */
const inspection = z.object({
  checked: z.int(),
  /** Files that were to be checked. */
  files: z.int(),
  /** A person skipped the rest. */
  isSkipped: z.boolean(),
});
export type Inspection = Readonly<z.infer<typeof inspection>>;

/**
 * What rescans added and nobody examined yet: the inventory before it, the last finding about files of the upload that nobody
 * checked, and how its inspection had ended.
 */
const found = z.object({
  item: z.int(),
  folder: z.int(),
  /** 0 if there was none. Marks of earlier versions don't have it: then none is removed. */
  notChecked: z.int().default(Number.MAX_SAFE_INTEGER),
  before: inspection.nullable(),
});
export type Found = Readonly<z.infer<typeof found>>;

export interface ToCompare {
  readonly items: ReadonlySet<ItemId>;
  /** Those that rescans added come after this one. Null where none did. */
  readonly after: number | null;
}

export interface InspectedFolder {
  readonly id: number;
  readonly path: string;
  readonly pathBytes: Uint8Array | null;
  /** By which the next page begins. */
  readonly key: Uint8Array;
}

export interface FileToInspect {
  readonly itemId: number;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly fileId: bigint;
}

interface FileRow {
  id: bigint;
  name: string;
  name_bytes: Uint8Array | null;
  size_bytes: bigint;
  mtime_ns: bigint;
  mtime_era: bigint;
  file_id: bigint;
}

/** What the inspection reads of an inventory, and each file's type that it finds. */
export function createInspectionRepository(db: Database) {
  const selectRoots = db.prepare<[UploadId], { id: number; path: string }>(
    'SELECT id, path FROM roots WHERE upload_id = ? ORDER BY id',
  );
  const selectFolders = db.prepare<[number, Uint8Array | null, number], InspectedFolder>(`
    SELECT id, path, path_bytes AS pathBytes, path_key AS key FROM folders
    WHERE root_id = ? AND path_key > coalesce(?, -1) ORDER BY path_key LIMIT ?`);
  const selectNewFolders = db.prepare<
    [number, Uint8Array | null, UploadId, number, number],
    InspectedFolder
  >(`
    SELECT id, path, path_bytes AS pathBytes, path_key AS key FROM folders
    WHERE root_id = ? AND path_key > coalesce(?, -1)
      AND id IN (SELECT folder_id FROM items WHERE upload_id = ? AND items.id > ?)
    ORDER BY path_key LIMIT ?`);
  const selectMark = db.prepare<[], InventoryMark>(
    `SELECT coalesce((SELECT max(id) FROM items), 0) AS item, coalesce((SELECT max(id) FROM folders), 0) AS folder`,
  );
  const countNew = db
    .prepare<[UploadId, number], number>(
      `SELECT count(*) FROM items
       WHERE upload_id = ? AND ${isQueued} AND id > ?`,
    )
    .pluck();
  const selectNew = db
    .prepare<[UploadId, number], ItemId>(
      `SELECT id FROM items
       WHERE upload_id = ? AND ${isQueued} AND id > ? ORDER BY id`,
    )
    .pluck();
  const selectFiles = db
    .prepare<[number, number, number], FileRow>(`
      SELECT id, name, name_bytes, size_bytes, mtime_ns, mtime_era, file_id FROM items
      WHERE folder_id = ? AND id > ? AND state = 'queued' AND inspected = 0 ORDER BY id LIMIT ?`)
    .safeIntegers();
  const setInspected = db.prepare<[string | null, number, number]>(
    'UPDATE items SET type = ?, inspected = ? WHERE id = ?',
  );
  const select = db
    .prepare<[UploadId], string>(
      "SELECT inspection FROM uploads WHERE id = ? AND inspection ->> '$.checked' IS NOT NULL",
    )
    .pluck();
  // What is still to be done with the findings stays.
  const update = db.prepare<[string | null, UploadId]>(
    "UPDATE uploads SET inspection = json_patch(coalesce(inspection, '{}'), ?) WHERE id = ?",
  );
  const setChanging = db.prepare<[UploadId]>(
    "UPDATE uploads SET inspection = json_set(inspection, '$.isChanging', 1) WHERE id = ?",
  );
  const endChanging = db.prepare<[UploadId]>(
    "UPDATE uploads SET inspection = json_remove(inspection, '$.isChanging') WHERE id = ?",
  );
  const selectChanging = db
    .prepare<[UploadId], number | null>("SELECT inspection ->> '$.isChanging' FROM uploads WHERE id = ?")
    .pluck();
  const selectToCompare = db
    .prepare<[UploadId], number>(
      "SELECT value FROM uploads, json_each(inspection, '$.toCompare') WHERE uploads.id = ?",
    )
    .pluck();
  const selectCompareAfter = db
    .prepare<[UploadId], number | null>("SELECT inspection ->> '$.compareAfter' FROM uploads WHERE id = ?")
    .pluck();
  // Also of an upload whose files nobody inspected
  const setToCompare = db.prepare<[string, UploadId]>(
    "UPDATE uploads SET inspection = json_set(coalesce(inspection, '{}'), '$.toCompare', json(?)) WHERE id = ?",
  );
  // The first of several rescans counts.
  const setFound = db.prepare<[number, string, UploadId]>(
    `UPDATE uploads SET inspection =
       json_insert(coalesce(inspection, '{}'), '$.compareAfter', ?, '$.found', json(?)) WHERE id = ?`,
  );
  const selectNotChecked = db
    .prepare<[UploadId], number>(
      `SELECT coalesce(max(id), 0) FROM findings
       WHERE upload_id = ? AND severity IN (0, 1, 2) AND code = 'not-checked' AND item_id IS NULL`,
    )
    .pluck();
  const selectFound = db
    .prepare<[UploadId], string | null>("SELECT inspection -> '$.found' FROM uploads WHERE id = ?")
    .pluck();
  const forgetFound = db.prepare<[UploadId, number]>(
    'UPDATE items SET inspected = 0, issue = NULL WHERE upload_id = ? AND id > ? AND (inspected <> 0 OR issue IS NOT NULL)',
  );
  const endFound = db.prepare<[UploadId]>(
    "UPDATE uploads SET inspection = json_remove(inspection, '$.found') WHERE id = ?",
  );
  const endCompare = db.prepare<[UploadId]>(
    "UPDATE uploads SET inspection = json_remove(inspection, '$.toCompare', '$.compareAfter') WHERE id = ?",
  );
  const selectSettings = db
    .prepare<[UploadId], string | null>('SELECT inspected_with FROM uploads WHERE id = ?')
    .pluck();
  const updateSettings = db.prepare<[string, UploadId]>('UPDATE uploads SET inspected_with = ? WHERE id = ?');

  const get = (uploadId: UploadId): Inspection | null => {
    const text = select.get(uploadId) ?? null;
    return text === null ? null : storedJson(text, inspection, ['uploads.inspection', uploadId]);
  };

  return {
    roots: (uploadId: UploadId): readonly { readonly id: number; readonly path: string }[] =>
      selectRoots.all(uploadId),
    /** Page by page in the order of their keys; null for the first page. */
    folders: (rootId: number, afterKey: Uint8Array | null, limit: number): readonly InspectedFolder[] =>
      selectFolders.all(rootId, afterKey, limit),
    /** The last item and folder of the store. */
    mark: (): InventoryMark => selectMark.get() ?? inventoryStart,
    /** The same, of the folders that hold new items. */
    newFolders: (
      uploadId: UploadId,
      since: InventoryMark,
      rootId: number,
      afterKey: Uint8Array | null,
      limit: number,
    ): readonly InspectedFolder[] => selectNewFolders.all(rootId, afterKey, uploadId, since.item, limit),
    /** Queued items that are new. */
    countNew: (uploadId: UploadId, since: InventoryMark): number => countNew.get(uploadId, since.item) ?? 0,
    /** The queued files directly in a folder that are not inspected yet, page by page. */
    files: (folderId: number, after: number, limit: number): readonly FileToInspect[] =>
      selectFiles.all(folderId, after, limit).map((row) => ({
        itemId: Number(row.id),
        name: row.name,
        nameBytes: row.name_bytes,
        sizeBytes: Number(row.size_bytes),
        mtimeNs: fromStoredTime(row.mtime_ns, row.mtime_era),
        fileId: row.file_id,
      })),
    /** `isKept`: what was found about it is kept if the scan is interrupted. */
    setInspected(itemId: number, type: string | null, isKept: boolean): void {
      setInspected.run(type, isKept ? 1 : 0, itemId);
    },
    /** Returns null before an inspection ended. */
    get,
    set(uploadId: UploadId, inspection: Inspection | null): void {
      update.run(inspection === null ? null : JSON.stringify(inspection), uploadId);
    },
    /** Whether the log still has to get what is found of files that were inspected again. */
    isChanging: (uploadId: UploadId): boolean => selectChanging.get(uploadId) === 1,
    setChanging: (uploadId: UploadId, isChanging: boolean): void =>
      void (isChanging ? setChanging : endChanging).run(uploadId),
    /** Queued files that changed or were found since, until they are compared with others again. */
    toCompare: (uploadId: UploadId): ToCompare => ({
      items: new Set(selectToCompare.all(uploadId).map((id) => itemId.parse(id))),
      after: selectCompareAfter.get(uploadId) ?? null,
    }),
    /** What `toCompare` returned, with the queued files that rescans added. */
    itemsToCompare: (uploadId: UploadId, { items, after }: ToCompare): readonly ItemId[] => [
      ...new Set([...items, ...(after === null ? [] : selectNew.all(uploadId, after))]),
    ],
    setToCompare: (uploadId: UploadId, items: ReadonlySet<ItemId>): void =>
      void setToCompare.run(JSON.stringify([...items]), uploadId),
    /** What is found after this mark is examined and compared, also after a kill. */
    setFound(uploadId: UploadId, { item, folder }: InventoryMark): void {
      const notChecked = selectNotChecked.get(uploadId) ?? 0;
      const mark: Found = { item, folder, notChecked, before: get(uploadId) };
      setFound.run(item, JSON.stringify(mark), uploadId);
    },
    /** Null where all that was found is examined. */
    found(uploadId: UploadId): Found | null {
      const text = selectFound.get(uploadId) ?? null;
      return text === null ? null : storedJson(text, found, ['uploads.inspection', uploadId]);
    },
    /** Before what was found is examined, perhaps again, without its findings. */
    restartFound(uploadId: UploadId, { item, before }: Found): void {
      forgetFound.run(uploadId, item);
      if (before !== null) update.run(JSON.stringify(before), uploadId);
    },
    endFound: (uploadId: UploadId): void => void endFound.run(uploadId),
    endCompare: (uploadId: UploadId): void => void endCompare.run(uploadId),
    /** What the last inspection depended on besides the files; null before the first. */
    settings: (uploadId: UploadId): string | null => selectSettings.get(uploadId) ?? null,
    /** Records an inspection that begins. */
    begin(uploadId: UploadId, settings: string): void {
      update.run(null, uploadId);
      updateSettings.run(settings, uploadId);
    },
  };
}
