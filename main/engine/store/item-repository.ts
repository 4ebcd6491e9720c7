import type { Database } from 'better-sqlite3';
import type { UploadId } from '../types/ids.ts';
import type { ItemState, ProblemItem } from '../types/uploads.ts';

export type ItemId = number & { readonly __brand: 'ItemId' };

/** An item as the transfer needs it. Times and ids are exact: they say whether the file is still the same. */
export interface Item {
  readonly id: ItemId;
  readonly uploadId: UploadId;
  readonly root: string;
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  /** Without its query. */
  readonly link: string | null;
  readonly linkHasSecret: boolean;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly device: bigint;
  readonly fileId: bigint;
  readonly custodian: string | null;
  readonly state: ItemState;
  readonly reason: string | null;
}

export interface NewItem {
  readonly uploadId: UploadId;
  readonly folderId: number | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  readonly link: string | null;
  readonly linkHasSecret: boolean;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly device: bigint;
  readonly fileId: bigint;
  readonly state: ItemState;
  readonly reason: string | null;
}

/** A file in the order of the columns that are bound for it: folder, name, its bytes, size, time, device, file id. */
export type QueuedFile = readonly [number, string, Uint8Array | null, number, bigint, bigint, bigint];
/** Three times as fast as one row a statement; more gain nothing. */
const filesPerStatement = 50;

export interface ItemRow {
  id: bigint;
  upload_id: bigint;
  root: string | null;
  folder: string | null;
  folder_bytes: Uint8Array | null;
  name: string;
  name_bytes: Uint8Array | null;
  link: string | null;
  link_has_secret: bigint;
  size_bytes: bigint;
  mtime_ns: bigint;
  device: bigint;
  file_id: bigint;
  custodian: string | null;
  state: ItemState;
  reason: string | null;
}

/** Custodian: by hand on the item, else by the folder's rule; the upload's default is the dataset's. */
export const itemColumns = `
  items.id, items.upload_id, roots.path AS root, folders.path AS folder, folders.path_bytes AS folder_bytes, items.name,
  items.name_bytes, items.link, items.link_has_secret, items.size_bytes, items.mtime_ns, items.device, items.file_id,
  coalesce(items.custodian, folders.custodian_by_hand, folders.custodian) AS custodian, items.state, items.reason`;
export const itemTables = `
  items LEFT JOIN folders ON folders.id = items.folder_id LEFT JOIN roots ON roots.id = folders.root_id`;

/** Files and links to be sent, those included that were tried and failed: a file that the scan could not read has no identity. */
const isSendable =
  "state <> 'skipped' AND NOT (state = 'failed' AND link IS NULL AND mtime_ns = 0 AND file_id = 0)";
const hasIdentity = ({ mtimeNs, fileId }: Pick<Item, 'mtimeNs' | 'fileId'>): boolean =>
  mtimeNs !== 0n || fileId !== 0n;

export interface CustodianTally {
  readonly custodian: string | null;
  readonly items: number;
  readonly bytes: number;
  readonly sentItems: number;
  readonly sentBytes: number;
}

export function toItem(row: ItemRow): Item {
  return {
    id: Number(row.id) as ItemId,
    uploadId: Number(row.upload_id) as UploadId,
    root: row.root ?? '',
    folder: row.folder ?? '',
    folderBytes: row.folder_bytes,
    name: row.name,
    nameBytes: row.name_bytes,
    link: row.link,
    linkHasSecret: row.link_has_secret === 1n,
    sizeBytes: Number(row.size_bytes),
    mtimeNs: row.mtime_ns,
    device: row.device,
    fileId: row.file_id,
    custodian: row.custodian,
    state: row.state,
    reason: row.reason,
  };
}

/** Where the item stands below its root, as people write it; a link is its own path. */
export function displayPath(item: Pick<Item, 'folder' | 'name' | 'link'>): string {
  return item.link ?? (item.folder === '' ? item.name : `${item.folder}/${item.name}`);
}

export function createItemRepository(db: Database) {
  const addRoot = db.prepare('INSERT INTO roots (upload_id, path) VALUES (?, ?)');
  const addFolder = db.prepare(
    'INSERT INTO folders (root_id, path, path_bytes, custodian) VALUES (?, ?, ?, ?)',
  );
  const findFolder = db
    .prepare<[number, string, Uint8Array | null], number>(
      'SELECT id FROM folders WHERE root_id = ? AND path = ? AND path_bytes IS ?',
    )
    .pluck();
  const addToFolder = db.prepare('UPDATE folders SET items = items + ?, bytes = bytes + ? WHERE id = ?');
  const addToHolder = db.prepare(
    'UPDATE folders SET items = items + ?, bytes = bytes + ? WHERE id = (SELECT folder_id FROM items WHERE id = ?)',
  );
  const addItem = db.prepare(`
    INSERT INTO items (upload_id, folder_id, name, name_bytes, link, link_has_secret, size_bytes, mtime_ns, device,
      file_id, state, reason)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addFiles = (rows: number) =>
    db.prepare(`
      INSERT INTO items (upload_id, folder_id, name, name_bytes, size_bytes, mtime_ns, device, file_id, state)
      VALUES ${Array(rows).fill("(@uploadId, ?, ?, ?, ?, ?, ?, ?, 'queued')").join(', ')}`);
  const addManyFiles = addFiles(filesPerStatement);
  const addOneFile = addFiles(1);
  const addToTotals = db.prepare(`
    INSERT INTO totals (upload_id, state, items, bytes) VALUES (?, ?, ?, ?)
    ON CONFLICT (upload_id, state) DO UPDATE SET items = items + excluded.items, bytes = bytes + excluded.bytes`);
  const open = db
    .prepare<[UploadId, ItemState, number, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.upload_id = ? AND items.state = ? AND items.state IN ('queued', 'uploading') AND items.id > ?
       ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const state = db.prepare<[ItemId], ItemState>('SELECT state FROM items WHERE id = ?').pluck();
  const setState = db.prepare('UPDATE items SET state = ?, reason = ? WHERE id = ? AND state = ?');
  const setIdentity = db.prepare(
    'UPDATE items SET size_bytes = ?, mtime_ns = ?, device = ?, file_id = ? WHERE id = ?',
  );
  const failed = db
    .prepare<[UploadId, number, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.upload_id = ? AND (items.state = 'skipped' OR items.state = 'failed' OR items.state = 'held') AND items.id > ?
       ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const selectLastProblem = db
    .prepare<[UploadId], number>(
      `SELECT max(id) FROM items
       WHERE upload_id = ? AND (state = 'skipped' OR state = 'failed' OR state = 'held')`,
    )
    .pluck();
  const links = db
    .prepare<[UploadId], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables} WHERE items.upload_id = ? AND items.folder_id IS NULL ORDER BY items.id`,
    )
    .safeIntegers();
  const tallyCustodians = db.prepare<[UploadId], CustodianTally>(`
    SELECT coalesce(items.custodian, folders.custodian_by_hand, folders.custodian) AS custodian,
      count(*) AS items, sum(size_bytes) AS bytes,
      count(*) FILTER (WHERE state = 'accepted') AS sentItems,
      coalesce(sum(size_bytes) FILTER (WHERE state = 'accepted'), 0) AS sentBytes
    FROM items LEFT JOIN folders ON folders.id = items.folder_id
    WHERE upload_id = ? AND ${isSendable} GROUP BY 1 ORDER BY 1`);
  const sizes = db
    .prepare<[UploadId], number>(
      `SELECT size_bytes FROM items WHERE upload_id = ? AND state = 'queued' AND folder_id IS NOT NULL`,
    )
    .pluck();
  const selectNames = db.prepare<[UploadId], { name: string; bytes: number }>(
    `SELECT name, size_bytes AS bytes FROM items WHERE upload_id = ? AND folder_id IS NOT NULL AND ${isSendable}`,
  );

  function* paged(
    statement: { all(upload: UploadId, after: number, limit: number): ItemRow[] },
    uploadId: UploadId,
  ): Generator<Item> {
    for (let after = 0; ; ) {
      const rows = statement.all(uploadId, after, 500);
      for (const row of rows) yield toItem(row);
      if (rows.length < 500) return;
      after = Number(rows.at(-1)?.id ?? 0);
    }
  }

  return {
    addRoot: (uploadId: UploadId, path: string): number =>
      Number(addRoot.run(uploadId, path).lastInsertRowid),
    addFolder: (
      rootId: number,
      path: string,
      pathBytes: Uint8Array | null,
      custodian: string | null,
    ): number => Number(addFolder.run(rootId, path, pathBytes, custodian).lastInsertRowid),
    findFolder: (rootId: number, path: string, pathBytes: Uint8Array | null): number | null =>
      findFolder.get(rootId, path, pathBytes) ?? null,
    addToFolder: (id: number, items: number, bytes: number): void => void addToFolder.run(items, bytes, id),
    /** The caller adds to the totals and to the folder, once per batch. */
    add(item: NewItem): void {
      addItem.run(
        item.uploadId,
        item.folderId,
        item.name,
        item.nameBytes,
        item.link,
        item.linkHasSecret ? 1 : 0,
        item.sizeBytes,
        item.mtimeNs,
        item.device,
        item.fileId,
        item.state,
        item.reason,
      );
    },
    /** The scan's fast way to add files; the caller adds to the totals, once per batch. */
    addQueuedFiles(uploadId: UploadId, files: Iterable<QueuedFile>): void {
      let values: QueuedFile[number][] = [];
      let waiting: QueuedFile[] = [];
      for (const file of files) {
        values.push(file[0], file[1], file[2], file[3], file[4], file[5], file[6]);
        waiting.push(file);
        if (waiting.length < filesPerStatement) continue;
        addManyFiles.run(values, { uploadId });
        values = [];
        waiting = [];
      }
      for (const file of waiting) addOneFile.run(file, { uploadId });
    },
    addToTotals(uploadId: UploadId, state: ItemState, items: number, bytes: number): void {
      if (items !== 0 || bytes !== 0) addToTotals.run(uploadId, state, items, bytes);
    },
    /** The next items in a state that is still open, in inventory order. */
    openItems: (
      uploadId: UploadId,
      state: 'queued' | 'uploading',
      after: number,
      limit: number,
    ): readonly Item[] => open.all(uploadId, state, after, limit).map(toItem),
    stateOf(id: ItemId): ItemState {
      const found = state.get(id);
      if (found === undefined) throw new Error(`There is no item ${id}`);
      return found;
    },
    /** Moves an item and the totals with it; the states come from transfer/item-states.ts. */
    transition(item: Item, from: ItemState, to: ItemState, reason: string | null): void {
      if (setState.run(to, reason, item.id, from).changes !== 1)
        throw new Error(`Item ${item.id} was not ${from}`);
      addToTotals.run(item.uploadId, from, -1, -item.sizeBytes);
      addToTotals.run(item.uploadId, to, 1, item.sizeBytes);
      // No longer to be sent: neither it nor its bytes are its folder's.
      if (to === 'skipped' && hasIdentity(item)) addToHolder.run(-1, -item.sizeBytes, item.id);
    },
    /** A failed file is looked at anew before it is tried again; it is in state `failed` meanwhile. */
    updateIdentity(item: Item, now: Pick<Item, 'sizeBytes' | 'mtimeNs' | 'device' | 'fileId'>): void {
      setIdentity.run(now.sizeBytes, now.mtimeNs, now.device, now.fileId, item.id);
      // What the scan could not read was not counted with its folder until now.
      addToHolder.run(hasIdentity(item) ? 0 : 1, now.sizeBytes - item.sizeBytes, item.id);
      addToTotals.run(item.uploadId, item.state, 0, now.sizeBytes - item.sizeBytes);
    },
    lastProblemId: (uploadId: UploadId): number => selectLastProblem.get(uploadId) ?? 0,
    problemItems: (uploadId: UploadId): Generator<Item> => paged(failed, uploadId),
    *problems(uploadId: UploadId): Generator<ProblemItem> {
      for (const item of paged(failed, uploadId)) {
        if (item.state === 'skipped' || item.state === 'failed' || item.state === 'held')
          yield { path: displayPath(item), state: item.state, reason: item.reason ?? '' };
      }
    },
    links: (uploadId: UploadId): readonly Item[] => links.all(uploadId).map(toItem),
    custodianTallies: (uploadId: UploadId): readonly CustodianTally[] => tallyCustodians.all(uploadId),
    queuedSizes: (uploadId: UploadId): Iterable<number> => sizes.iterate(uploadId),
    namesAndSizes: (uploadId: UploadId): Iterable<{ name: string; bytes: number }> =>
      selectNames.iterate(uploadId),
  };
}

export type ItemRepository = ReturnType<typeof createItemRepository>;
