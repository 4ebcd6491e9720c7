import type { Database } from 'better-sqlite3';
import type { Reason } from '../../../../preload/contract/failures/failure.ts';
import { foldText } from '../../../../preload/contract/texts/fold-text.ts';
import type { CustodianOrigin } from '../../../../preload/contract/views/custodian-rule.ts';
import type { Issue } from '../../../../preload/contract/views/exception.ts';
import { fromStoredTime, toStoredTime } from '../../types/file-time.ts';
import { type ItemId, itemId, type UploadId, uploadId } from '../../types/ids.ts';
import { joinPath } from '../../types/source-path.ts';
import type { CustodianTally, ItemState, ProblemItem } from '../../types/uploads.ts';
import { storedReason } from '../stored-value.ts';
import { createQueuedFilesInsert } from './add-queued-files.ts';
import { itemCustodian, itemCustodianFrom } from './custodian-columns.ts';
import { isOpenItem, isProblem } from './item-conditions.ts';

/** Times and ids are exact: they show whether the file is still the same. */
export interface Item {
  readonly id: ItemId;
  readonly uploadId: UploadId;
  readonly root: string;
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
  /** Without its user, query and fragment. */
  readonly link: string | null;
  readonly linkHasSecret: boolean;
  readonly sizeBytes: number;
  readonly mtimeNs: bigint;
  readonly device: bigint;
  readonly fileId: bigint;
  readonly custodian: string | null;
  /** It is null where nobody is named. */
  readonly custodianFrom: CustodianOrigin | null;
  readonly state: ItemState;
  readonly reason: Reason | null;
}

export interface NewItem
  extends Omit<Item, 'id' | 'root' | 'folder' | 'folderBytes' | 'custodian' | 'custodianFrom'> {
  readonly folderId: number | null;
}

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
  mtime_era: bigint;
  device: bigint;
  file_id: bigint;
  custodian: string | null;
  custodian_from: Item['custodianFrom'];
  state: ItemState;
  reason: string | null;
}

export const itemColumns = `
  items.id, items.upload_id, roots.path AS root, folders.path AS folder, folders.path_bytes AS folder_bytes, items.name,
  items.name_bytes, items.link, items.link_has_secret, items.size_bytes, items.mtime_ns, items.mtime_era,
  items.device, items.file_id,
  ${itemCustodian} AS custodian,
  ${itemCustodianFrom} AS custodian_from,
  items.state, items.reason`;
export const itemTables = `
  items LEFT JOIN folders ON folders.id = items.folder_id LEFT JOIN roots ON roots.id = folders.root_id`;

/** Not skipped, and read by the scan: a file that the scan could not read has no identity. */
const isSendable =
  "state <> 'skipped' AND NOT (state = 'failed' AND link IS NULL AND mtime_ns = 0 AND mtime_era = 0 AND file_id = 0)";
const followsLinks = "iif(json_valid(request), request ->> '$.followSymlinks', NULL)";
/** As in the index items_unread_folders. */
export const isUnreadFolder = "state = 'failed' AND reason ->> '$.code' = 'folder-unreadable'";
export const hasIdentity = ({ mtimeNs, fileId }: Pick<Item, 'mtimeNs' | 'fileId'>): boolean =>
  mtimeNs !== 0n || fileId !== 0n;

export function toItem(row: ItemRow): Item {
  return {
    id: itemId.parse(Number(row.id)),
    uploadId: uploadId.parse(Number(row.upload_id)),
    root: row.root ?? '',
    folder: row.folder ?? '',
    folderBytes: row.folder_bytes,
    name: row.name,
    nameBytes: row.name_bytes,
    link: row.link,
    linkHasSecret: row.link_has_secret === 1n,
    sizeBytes: Number(row.size_bytes),
    mtimeNs: fromStoredTime(row.mtime_ns, row.mtime_era),
    device: row.device,
    fileId: row.file_id,
    custodian: row.custodian,
    custodianFrom: row.custodian_from,
    state: row.state,
    reason: storedReason(row.reason, row.id),
  };
}

/** How a search sees the name; null where lower case is enough, as in most names. */
export function foldedName(name: string): string | null {
  return /[^\0-\x7f]/.test(name) ? foldText(name) : null;
}

/** The path below the root; a link is its own path. */
export function displayPath(item: Pick<Item, 'folder' | 'name' | 'link'>): string {
  return item.link ?? joinPath(item.folder, item.name);
}

export function createItemRepository(db: Database) {
  const addToFolderTotals = db.prepare(
    'UPDATE folders SET items = items + ?, bytes = bytes + ? WHERE id = (SELECT folder_id FROM items WHERE id = ?)',
  );
  const insertItem = db.prepare(`
    INSERT INTO items (upload_id, folder_id, name, name_bytes, name_folded, link, link_has_secret, size_bytes, mtime_ns, mtime_era,
      device, file_id, state, reason)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addToTotals = db.prepare(`
    INSERT INTO totals (upload_id, state, items, bytes) VALUES (?, ?, ?, ?)
    ON CONFLICT (upload_id, state) DO UPDATE SET items = items + excluded.items, bytes = bytes + excluded.bytes`);
  const removeRepeated = db.prepare<[number], Pick<Item, 'state' | 'sizeBytes'>>(`
    DELETE FROM items WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY name, name_bytes ORDER BY state <> 'queued', id) AS number
        FROM items WHERE folder_id = ?)
      WHERE number > 1)
    RETURNING state, size_bytes AS sizeBytes`);
  const selectOpen = db
    .prepare<[UploadId, ItemState, number, number, string, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.upload_id = ? AND items.state = ? AND ${isOpenItem}
         AND items.id > ? AND items.id <= ?
         AND NOT EXISTS (SELECT 1 FROM pack_members WHERE item_id = items.id)
         AND coalesce(roots.path, '') NOT IN (SELECT value FROM json_each(?))
       ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const selectOpenUpTo = db
    .prepare<[UploadId, ItemState, number, number], number | null>(
      `SELECT max(id) FROM (SELECT id FROM items
         WHERE upload_id = ? AND state = ? AND ${isOpenItem} AND id > ? ORDER BY id LIMIT ?)`,
    )
    .pluck();
  /** Several roots have the same path where several files of one folder were chosen. */
  const selectRootsAt = db
    .prepare<[UploadId, string, number], number>(
      'SELECT id FROM roots WHERE upload_id = ? AND path = ? ORDER BY id LIMIT ?',
    )
    .pluck();
  // In the order of the index, so that it stops after a few rows of a million.
  const selectNeighbors = (states: string, order: 'ASC' | 'DESC') =>
    db
      .prepare<[number, bigint, number, number], ItemRow>(
        `SELECT ${itemColumns}
         FROM folders CROSS JOIN items ON items.folder_id = folders.id CROSS JOIN roots ON roots.id = folders.root_id
         WHERE folders.root_id = ? AND items.device = ? AND items.id <> ?
           AND items.state IN (${states}) AND (items.mtime_ns <> 0 OR items.file_id <> 0)
         ORDER BY folders.path_key ${order} LIMIT ?`,
      )
      .safeIntegers();
  // A skipped file shows as well as another one that its source is there, where all that are sent have changed.
  const neighborStatements = ["'queued', 'uploading', 'accepted'", "'skipped'"].flatMap((states) => [
    selectNeighbors(states, 'ASC'),
    selectNeighbors(states, 'DESC'),
  ]);
  const selectState = db.prepare<[ItemId], ItemState>('SELECT state FROM items WHERE id = ?').pluck();
  const setState = db.prepare('UPDATE items SET state = ?, reason = ? WHERE id = ? AND state = ?');
  const setIdentity = db.prepare(
    'UPDATE items SET size_bytes = ?, mtime_ns = ?, mtime_era = ?, device = ?, file_id = ? WHERE id = ?',
  );
  const selectProblems = db
    .prepare<[UploadId, number, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables}
       WHERE items.upload_id = ? AND ${isProblem} AND items.id > ?
       ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const selectFollowed = db
    .prepare<[bigint, bigint, number], number>(
      // Reads no item unless there is such an upload.
      `SELECT 1 FROM items WHERE EXISTS (SELECT 1 FROM uploads WHERE ${followsLinks})
         AND device = ? AND file_id = ? AND size_bytes = ? AND folder_id IS NOT NULL
         AND upload_id IN (SELECT id FROM uploads WHERE ${followsLinks}) LIMIT 1`,
    )
    .pluck();
  const selectWithIssue = db
    .prepare<[UploadId, Issue, number, number], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables.replace('items', 'items INDEXED BY items_with_issues')}
       WHERE items.upload_id = ? AND items.issue = ? AND items.issue IS NOT NULL AND items.state = 'queued'
         AND items.id > ? ORDER BY items.id LIMIT ?`,
    )
    .safeIntegers();
  const selectLastProblem = db
    .prepare<[UploadId], number>(
      `SELECT max(id) FROM items
       WHERE upload_id = ? AND ${isProblem}`,
    )
    .pluck();
  const selectLinks = db
    .prepare<[UploadId], ItemRow>(
      `SELECT ${itemColumns} FROM ${itemTables} WHERE items.upload_id = ? AND items.folder_id IS NULL ORDER BY items.id`,
    )
    .safeIntegers();
  const tallyCustodians = db.prepare<[UploadId], CustodianTally>(`
    SELECT ${itemCustodian} AS custodian, ${itemCustodianFrom} AS "from",
      count(*) FILTER (WHERE ${isSendable}) AS items, sum(size_bytes) AS bytes,
      count(*) FILTER (WHERE state = 'accepted') AS sentItems,
      coalesce(sum(size_bytes) FILTER (WHERE state = 'accepted'), 0) AS sentBytes,
      count(*) FILTER (WHERE state = 'handedOver') AS handedOver,
      count(*) FILTER (WHERE ${isUnreadFolder}) AS unreadFolders,
      count(*) FILTER (WHERE NOT (${isSendable}) AND NOT (${isUnreadFolder})) AS unreadFiles
    FROM items LEFT JOIN folders ON folders.id = items.folder_id
    WHERE upload_id = ? AND state <> 'skipped' GROUP BY 1, 2 ORDER BY 1, 2`);
  const isQueuedFile = "upload_id = ? AND state = 'queued' AND folder_id IS NOT NULL";
  const countQueuedUpTo = db
    .prepare<[UploadId, number], number>(
      `SELECT count(*) FROM items WHERE ${isQueuedFile} AND size_bytes <= ?`,
    )
    .pluck();
  const selectQueuedAbove = db
    .prepare<[UploadId, number], number>(
      `SELECT size_bytes FROM items WHERE ${isQueuedFile} AND size_bytes > ?`,
    )
    .pluck();
  const tallyTypes = db.prepare<[UploadId], { type: string; items: number; bytes: number }>(
    `SELECT type, count(*) AS items, sum(size_bytes) AS bytes FROM items
     WHERE upload_id = ? AND folder_id IS NOT NULL AND type IS NOT NULL AND ${isSendable} GROUP BY type`,
  );
  const selectUntyped = db.prepare<[UploadId], { name: string; bytes: number }>(
    `SELECT name, size_bytes AS bytes FROM items
     WHERE upload_id = ? AND folder_id IS NOT NULL AND type IS NULL AND ${isSendable}`,
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
    /** The caller adds to the totals of the upload and the folder, once per batch. */
    add(item: NewItem): void {
      const mtime = toStoredTime(item.mtimeNs);
      insertItem.run(
        item.uploadId,
        item.folderId,
        item.name,
        item.nameBytes,
        foldedName(item.name),
        item.link,
        item.linkHasSecret ? 1 : 0,
        item.sizeBytes,
        mtime.ns,
        mtime.era,
        item.device,
        item.fileId,
        item.state,
        reasonJson(item.reason),
      );
    },
    addQueuedFiles: createQueuedFilesInsert(db),
    /** Removes the items of a folder that have the name of another one of it, and returns them. A file that can be sent stays. */
    removeRepeated: (folderId: number) => removeRepeated.all(folderId),
    addToTotals(uploadId: UploadId, state: ItemState, items: number, bytes: number): void {
      if (items !== 0 || bytes !== 0) addToTotals.run(uploadId, state, items, bytes);
    },
    /** The last of the next items in an open state, whether in a pack or not; null where there is none. */
    openUpTo: (
      uploadId: UploadId,
      state: 'queued' | 'uploading',
      after: number,
      items: number,
    ): number | null => selectOpenUpTo.get(uploadId, state, after, items) ?? null,
    /** The next items in an open state that are in no pack, in inventory order. */
    openItems: (
      uploadId: UploadId,
      state: 'queued' | 'uploading',
      { after, upTo = Number.MAX_SAFE_INTEGER }: { readonly after: number; readonly upTo?: number },
      limit: number,
      exceptRoots: readonly string[] = [],
    ): readonly Item[] =>
      selectOpen.all(uploadId, state, after, upTo, JSON.stringify(exceptRoots), limit).map(toItem),
    /**
     * Other files that the scan found on the same root and device, from both ends of its tree: up to `limit` of those that are
     * sent, and as many that are skipped.
     */
    neighbors({ uploadId, root, device, id }: Item, limit: number): readonly Item[] {
      const half = Math.ceil(limit / 2);
      const rows = selectRootsAt
        .all(uploadId, root, limit)
        .flatMap((rootId) =>
          neighborStatements.flatMap((statement) => statement.all(rootId, device, id, half)),
        );
      return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, 2 * limit).map(toItem);
    },
    stateOf(id: ItemId): ItemState {
      const found = selectState.get(id);
      if (found === undefined) throw new Error(`There is no item ${id}`);
      return found;
    },
    /** Moves an item and its totals to another state. Which transitions exist is in types/item-states.ts. */
    transition(item: Item, from: ItemState, to: ItemState, reason: Reason | null): void {
      if (setState.run(to, reasonJson(reason), item.id, from).changes !== 1)
        throw new Error(`Item ${item.id} was not ${from}`);
      addToTotals.run(item.uploadId, from, -1, -item.sizeBytes);
      addToTotals.run(item.uploadId, to, 1, item.sizeBytes);
      // The folder's totals count sendable files only.
      if (to === 'skipped' && hasIdentity(item)) addToFolderTotals.run(-1, -item.sizeBytes, item.id);
    },
    /** Updates the identity of a failed item, before it is retried. */
    updateIdentity(item: Item, found: Pick<Item, 'sizeBytes' | 'mtimeNs' | 'device' | 'fileId'>): void {
      const { ns, era } = toStoredTime(found.mtimeNs);
      setIdentity.run(found.sizeBytes, ns, era, found.device, found.fileId, item.id);
      // A file that the scan could not read is not in its folder's totals yet.
      addToFolderTotals.run(hasIdentity(item) ? 0 : 1, found.sizeBytes - item.sizeBytes, item.id);
      addToTotals.run(item.uploadId, item.state, 0, found.sizeBytes - item.sizeBytes);
    },
    /** Whether an upload that follows symbolic links has this file, which may be outside of its roots. */
    hasFollowed: ({ device, fileId, sizeBytes }: Pick<Item, 'device' | 'fileId' | 'sizeBytes'>): boolean =>
      selectFollowed.get(device, fileId, sizeBytes) !== undefined,
    queuedWithIssue: (uploadId: UploadId, issue: Issue, after: number, limit: number): readonly Item[] =>
      selectWithIssue.all(uploadId, issue, after, limit).map(toItem),
    /** 0 if there is none. */
    lastProblemId: (uploadId: UploadId): number => selectLastProblem.get(uploadId) ?? 0,
    /** Skipped, failed and held items in inventory order, read page by page, so that they can be changed meanwhile. */
    problemItems: (uploadId: UploadId): Generator<Item> => paged(selectProblems, uploadId),
    *problems(uploadId: UploadId): Generator<ProblemItem> {
      for (const item of paged(selectProblems, uploadId)) yield* problemOf(item);
    },
    links: (uploadId: UploadId): readonly Item[] => selectLinks.all(uploadId).map(toItem),
    custodianTallies: (uploadId: UploadId): readonly CustodianTally[] => tallyCustodians.all(uploadId),
    /** How many queued files have at most so many bytes. */
    countQueuedUpTo: (uploadId: UploadId, bytes: number): number => countQueuedUpTo.get(uploadId, bytes) ?? 0,
    /** The sizes of the others. */
    queuedSizesAbove: (uploadId: UploadId, bytes: number): Iterable<number> =>
      selectQueuedAbove.iterate(uploadId, bytes),
    /** Tallies of the files whose type by content is known. */
    typeTallies: (
      uploadId: UploadId,
    ): readonly { readonly type: string; readonly items: number; readonly bytes: number }[] =>
      tallyTypes.all(uploadId),
    /** The other files. */
    untypedFiles: (uploadId: UploadId): Iterable<{ readonly name: string; readonly bytes: number }> =>
      selectUntyped.iterate(uploadId),
  };
}

/** Empty for an item that is sent, or is to be. */
export function problemOf(item: Item): ProblemItem[] {
  const { state, reason } = item;
  if (state !== 'skipped' && state !== 'failed' && state !== 'held') return [];
  return [{ path: displayPath(item), state, reason }];
}

function reasonJson(reason: Reason | null): string | null {
  return reason === null ? null : JSON.stringify(reason);
}

export type ItemRepository = ReturnType<typeof createItemRepository>;
